// Size equations: how many bytes the planes of an array have (spec §6).
#ifndef GRIT_C_SIZES_H_
#define GRIT_C_SIZES_H_

#include <stdbool.h>
#include <stdint.h>

#include "grit_c/descriptor.h"
#include "grit_c/plane.h"

#ifdef __cplusplus
extern "C" {
#endif

// Counts and bytes. Each is exact up to 2^64 - 2; UINT64_MAX stands for every larger number. No
// plane has that many bytes, so a comparison with a real length stays right.
struct grit_sizes {
  uint64_t numel;                    // elements
  uint64_t nnz;                      // stored elements
  uint64_t groups0;                  // level-0 groups
  uint64_t groups1;                  // level-1 groups
  uint64_t plane[GRIT_PLANE_COUNT];  // bytes of data, scale0, scale1, aux
};

// Accepts any field values and any shape. False, and *sizes untouched, where the equations have no
// answer.
bool grit_sizes_of(const struct grit_descriptor* descriptor, struct grit_shape shape,
                   struct grit_sizes* sizes);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_SIZES_H_
