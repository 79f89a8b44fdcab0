// Permutations of axes, as transpose and requantize take them: axis j of the result is axis perm[j]
// of the source (spec §12.7).
#ifndef GRIT_REFERENCE_PERMUTATION_H_
#define GRIT_REFERENCE_PERMUTATION_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/reference/view.h"

namespace grit::reference {

// Whether `perm` holds every axis below `rank` exactly once. Spec §12.7.2.
bool is_permutation(std::span<const std::size_t> perm, std::size_t rank);

// The extents in their new order. Requires is_permutation.
std::vector<std::int64_t> permuted(Shape shape, std::span<const std::size_t> perm);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_PERMUTATION_H_
