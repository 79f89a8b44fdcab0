// relayout: one plane of a view under another placement (spec §12.9).
#ifndef GRIT_REFERENCE_RELAYOUT_H_
#define GRIT_REFERENCE_RELAYOUT_H_

#include <expected>

#include "harness/reference/refusal.h"
#include "harness/reference/view.h"

namespace grit::reference {

// The view with the role's plane laid out under `placement`. Refuses as every operation does
// (admit.h), then kRelayoutUnsupported where the result would be in no stored form. Spec §12.9.
std::expected<Array, Refusal> relayout(const View& view, Role role, Placement placement);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_RELAYOUT_H_
