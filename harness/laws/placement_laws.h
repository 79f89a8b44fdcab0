// Laws about placements and relayout (spec §12.1, §12.9).
#ifndef GRIT_LAWS_PLACEMENT_LAWS_H_
#define GRIT_LAWS_PLACEMENT_LAWS_H_

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"
#include "harness/laws/slice_laws.h"
#include "harness/laws/transpose_laws.h"
#include "harness/reference/view.h"

namespace grit::laws {

// Which plane is laid out, and how.
struct Layout {
  reference::Role role = reference::Role::kData;
  reference::Placement placement = reference::kRowMajor;

  friend bool operator==(const Layout&, const Layout&) = default;
};

// L7, spec §11.8.7. Applies where relayout and decode_view answer.
LawResult placement_invariance(const reference::View& view, const Layout& layout,
                               const Implementation& implementation = reference_implementation());

// L7: slice and transpose commute with relayout. Byte for byte, for either order gives planes whose
// ignored bits and padding are the same (spec §12.5.2, §12.7.5, §12.9.4). Apply where both
// operations answer on the view; where only relayout does, the refusals must be the same too.
LawResult slice_commutes(const reference::View& view, const Layout& layout, const Range& range,
                         const Implementation& implementation = reference_implementation());
LawResult transpose_commutes(const reference::View& view, const Layout& layout, const Turn& turn,
                             const Implementation& implementation = reference_implementation());

// Spec §12.9.5. Applies where relayout answers.
LawResult relayout_round_trip(const reference::View& view, const Layout& layout,
                              const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_PLACEMENT_LAWS_H_
