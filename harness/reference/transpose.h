// transpose: axes in another order, groups along the same one (spec §12.7).
#ifndef GRIT_REFERENCE_TRANSPOSE_H_
#define GRIT_REFERENCE_TRANSPOSE_H_

#include <cstddef>
#include <expected>
#include <span>

#include "harness/reference/refusal.h"
#include "harness/reference/view.h"

namespace grit::reference {

// Axis j of the result is axis perm[j] of the view; `group_axis` is the group axis's new number. In
// the placements of the view. Refuses as every operation does (admit.h), then kBadPermutation,
// kGroupAxisMoved, kSliceSplitsGroup. Spec §12.7.
std::expected<Array, Refusal> transpose(const View& view, std::span<const std::size_t> perm,
                                        std::size_t group_axis);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_TRANSPOSE_H_
