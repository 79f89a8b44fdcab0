// slice: a range of coordinates of one axis as an array of its own (spec §12.6).
#ifndef GRIT_REFERENCE_SLICE_H_
#define GRIT_REFERENCE_SLICE_H_

#include <cstddef>
#include <cstdint>
#include <expected>

#include "harness/reference/refusal.h"
#include "harness/reference/view.h"

namespace grit::reference {

// The coordinates begin … end - 1 of `axis`, in the placements of the view. Refuses as every
// operation does (admit.h), then kSliceRange, then kSliceSplitsGroup. Spec §12.6.
std::expected<Array, Refusal> slice(const View& view, std::size_t axis, std::int64_t begin,
                                    std::int64_t end);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_SLICE_H_
