// A draft of a known deviations file, from what a run found new: for an owner who decides, entry by
// entry, to live with it for now.
#ifndef GRIT_CONFORMANCE_DRAFT_DEVIATIONS_H_
#define GRIT_CONFORMANCE_DRAFT_DEVIATIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "harness/conformance/findings.h"
#include "harness/report/model.h"

namespace grit::conformance {

// One entry for each finding in which `subject` is new, in the form of docs/ADAPTERS.md, "Known
// deviations". Reasons are what was seen; the owner replaces them by what the implementation does.
std::string draft_deviations(std::string_view subject, const report::Report& report,
                             const std::vector<Found>& findings);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_DRAFT_DEVIATIONS_H_
