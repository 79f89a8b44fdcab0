// Permutations of axes, as transpose and requantize take them (spec §12.7, §12.8).
#ifndef GRIT_C_SRC_PERMUTATION_H_
#define GRIT_C_SRC_PERMUTATION_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grit_c/plane.h"

// The axis of the result that is axis `axis` of the source; the rank where none is.
size_t grit_permuted_axis(const size_t* axes, size_t rank, size_t axis);

// Whether axes[] holds each of the `rank` axes exactly once.
bool grit_is_permutation(const size_t* axes, size_t rank);

// The shape of the result.
struct grit_shape grit_permuted_shape(struct grit_shape source, const size_t* axes,
                                      int64_t* extents);

#endif  // GRIT_C_SRC_PERMUTATION_H_
