// The values of an array in plane order, put wherever a caller wants them (spec §11.5, §11.6).
#ifndef GRIT_C_SRC_VALUES_H_
#define GRIT_C_SRC_VALUES_H_

#include <stdint.h>

#include "array.h"
#include "line_walk.h"

// Decodes every element: the one at coordinate c of a line goes to bits[position of the walk + c ×
// step]. The array may be empty.
void grit_values_decode(const struct grit_array* array,
                        const struct grit_bytes planes[GRIT_PLANE_COUNT],
                        struct grit_line_walk lines, uint64_t step, uint32_t* bits);

#endif  // GRIT_C_SRC_VALUES_H_
