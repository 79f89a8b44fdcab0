// Who said what about one case on which somebody did not do as expected.
#ifndef GRIT_CONFORMANCE_CASE_DISAGREEMENT_H_
#define GRIT_CONFORMANCE_CASE_DISAGREEMENT_H_

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/conformance/outcome.h"
#include "harness/conformance/plan.h"
#include "harness/conformance/tally.h"
#include "harness/report/model.h"

namespace grit::conformance {

// Everybody who said the same.
struct AnswerGroup {
  OutcomeKind kind = OutcomeKind::kNotRun;
  protocol::Bytes payload;   // as it is kept (tally.h)
  PayloadIdentity identity;  // of the whole payload; none of the expected one
  std::string detail;
  std::string stderr_tail;
  std::vector<std::string> subjects;
  std::string label;    // outcome_label()
  bool counts = false;  // some subject of it stands for what the disagreement is counted as
};

struct CaseDisagreement {
  std::vector<AnswerGroup> groups;  // the first is the expectation's, and may have no subjects
  std::vector<report::SubjectStanding> standings;  // of those who disagree
  // By entry id: the reasons, one for each subject that has an entry of that id and needs it here.
  std::map<std::string, std::set<std::string>> deviations;
  std::string deviation_clause;  // of the first
  bool is_new = false;           // somebody's disagreement is excused by no known deviation
  bool is_diagnostic = true;     // only the plane that CHECK names differs
  std::string field;             // the first that differs, at somebody who counts
};

// Nothing where everybody asked did as expected. `reference_is_wrong`: the reference itself does
// not meet the pinned expectation, and stands among the subjects under the name "reference".
std::optional<CaseDisagreement> disagreement_at(const Plan& plan,
                                                const std::vector<SubjectPlan>& subjects,
                                                const std::vector<SubjectAnswers>& answers,
                                                const std::vector<protocol::Reply>& expectations,
                                                std::size_t index, bool reference_is_wrong);

// op | partition | status tuple | first differing field. Of a new disagreement only those who are
// new in it are parts of the partition: who deviates in a known way does not make it another one.
std::string signature(protocol::Op op, const CaseDisagreement& disagreement);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_CASE_DISAGREEMENT_H_
