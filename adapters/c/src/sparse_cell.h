// Cells of a sparse array: which positions their slots name (spec §11.6, §11.2.3).
#ifndef GRIT_C_SRC_SPARSE_CELL_H_
#define GRIT_C_SRC_SPARSE_CELL_H_

#include <stdbool.h>
#include <stdint.h>

#include "array.h"

// Bit p is set where a slot of the cell names position p, which is below sp_m.
uint32_t grit_cell_named(const struct grit_array* array,
                         const struct grit_bytes planes[GRIT_PLANE_COUNT], uint64_t cell);

// Whether the cell names sp_n different positions of its own, with ASC_LSB in ascending order.
bool grit_cell_is_whole(const struct grit_array* array,
                        const struct grit_bytes planes[GRIT_PLANE_COUNT], uint64_t cell);

#endif  // GRIT_C_SRC_SPARSE_CELL_H_
