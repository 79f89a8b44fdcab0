// Findings: disagreements grouped so that one root cause is one finding, each with its smallest
// case.
//
// A disagreement that a known deviation explains is grouped under the deviation's id. Any other is
// grouped under its signature (op | partition | status tuple | first differing field) together with
// the family of its case, because a family of generated cases aims at one rule.
#ifndef GRIT_CONFORMANCE_FINDINGS_H_
#define GRIT_CONFORMANCE_FINDINGS_H_

#include <string>
#include <string_view>
#include <vector>

#include "harness/conformance/certify.h"
#include "harness/conformance/tally.h"
#include "harness/report/model.h"

namespace grit::conformance {

struct FindingSet {
  std::vector<report::Finding> findings;  // new ones first, then by op number and signature
  std::vector<FindingBytes> bytes;        // one for each finding
};

// `reference_mismatches`: cases whose pinned expectation the reference itself does not meet. They
// are findings against a subject called "reference", whoever else answered.
FindingSet collect_findings(const Plan& plan, const std::vector<SubjectPlan>& subjects,
                            const std::vector<SubjectAnswers>& answers,
                            const std::vector<protocol::Reply>& expectations,
                            const std::vector<std::size_t>& reference_mismatches);

// What a case aims at: its id without the part that tells it from its siblings.
std::string_view case_family(std::string_view case_id);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_FINDINGS_H_
