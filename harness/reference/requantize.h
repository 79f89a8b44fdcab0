// requantize: axes in another order and groups along any of them, encoded anew (spec §12.8).
#ifndef GRIT_REFERENCE_REQUANTIZE_H_
#define GRIT_REFERENCE_REQUANTIZE_H_

#include <cstddef>
#include <expected>
#include <span>

#include "harness/reference/refusal.h"
#include "harness/reference/view.h"

namespace grit::reference {

// Axis j of the result is axis perm[j] of the view, and groups run along `group_axis` of the
// result. Registered grades only. In the placements of the view. Refuses as every operation does
// (admit.h), then kBadPermutation, then kSizeMismatch. Spec §12.8.
std::expected<Array, Refusal> requantize(const View& view, std::span<const std::size_t> perm,
                                         std::size_t group_axis);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_REQUANTIZE_H_
