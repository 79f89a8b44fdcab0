// Parts of lines, taken from an array to make another one: what slice and transpose have in common
// (spec §12.6, §12.7).
#ifndef GRIT_REFERENCE_LINE_SELECTION_H_
#define GRIT_REFERENCE_LINE_SELECTION_H_

#include <cstdint>

#include "harness/reference/descriptor.h"
#include "harness/reference/plane_order.h"
#include "harness/reference/view.h"

namespace grit::reference {

// Line l of the result is line first_line + lines.offset(l) of the source, from element
// first_element on. As many elements as the result's lines have are taken; first and count are
// multiples of k0 and, with SPARSE, of sp_m.
struct LineSelection {
  StridedBox lines;
  std::uint64_t first_line = 0;
  std::uint64_t first_element = 0;
};

// Whether every level-1 group of the result is made of the level-0 groups of one of the source:
// true with one level and with k1 = 0, false where the result's groups are no multiple of k1.
// Allocates nothing. Spec §12.6.4, §12.7.4.
bool keeps_level1_groups(const Descriptor& descriptor, const PlaneOrder& source,
                         const PlaneOrder& result, const LineSelection& selection);

// The result's planes in plane order, rebuilt, from those of the source. Requires
// keeps_level1_groups.
PlaneBuffers gather(const Descriptor& descriptor, const PlaneOrder& source, const Planes& planes,
                    const PlaneOrder& result, const LineSelection& selection);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_LINE_SELECTION_H_
