// Findings: disagreements grouped so that one root cause is one finding, each with its smallest
// case.
//
// A disagreement that a known deviation explains is grouped under the deviation's id. Any other is
// grouped under its signature (op | partition | status tuple | first differing field) together with
// the family of its case, because a family of generated cases aims at one rule; the cases of files
// aim at the precise clause that they cite. Reduction (reduce.h) may show later that several
// families hit one thing.
#ifndef GRIT_CONFORMANCE_FINDINGS_H_
#define GRIT_CONFORMANCE_FINDINGS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/conformance/case_disagreement.h"
#include "harness/conformance/plan.h"
#include "harness/conformance/tally.h"
#include "harness/report/model.h"

namespace grit::conformance {

// A finding with the bytes behind it: whole, where the report shows them cut.
struct Found {
  report::Finding finding;
  protocol::Op op = protocol::Op::kCheck;
  protocol::Bytes request;
  std::vector<std::pair<std::string, protocol::Bytes>> answers;  // file name, payload
};

// All findings of a plan, in order (order_findings). `reference_mismatches`: cases whose pinned
// expectation the reference itself does not meet. They are findings against a subject called
// "reference", whoever else answered.
std::vector<Found> collect_findings(const Plan& plan, const std::vector<SubjectPlan>& subjects,
                                    const std::vector<SubjectAnswers>& answers,
                                    const std::vector<protocol::Reply>& expectations,
                                    const std::vector<std::size_t>& reference_mismatches);

// One finding for one case; its count is 1.
Found describe(const vectors::Case& item, const protocol::Reply& expectation,
               const CaseDisagreement& disagreement);

// What the file with an answer's payload is called, without ".bin": "expected", or "answer-" and
// the first who gave it.
std::string answer_name(const report::Answer& answer);

// The clause that the disagreement breaks: the deviation's, or what request and answer tell.
std::string clause_of(const vectors::Case& item, const CaseDisagreement& disagreement);

// Puts `more`, of the same id, into `into`: counts and families add up, the smaller case is shown,
// with all that is said of it.
void absorb_cases(Found& into, Found more);

// Likewise, where reduction led two findings to one id: the clause stays that of the frequent one.
void absorb(Found& into, Found more);

// Equal ids become one finding. New ones come first, then those that name one precise clause, then
// by the operation's number, the frequent ones first.
void order_findings(std::vector<Found>& findings);

// The id of what a finding is about, 12 hex digits; equal in every run that finds it.
std::string finding_id(std::string_view key);

// The part of a case id that says which rule or trap the case aims at.
std::string_view case_family(std::string_view case_id);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_FINDINGS_H_
