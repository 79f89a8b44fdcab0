// What slice and transpose have in common: a result made of parts of the source's lines (spec
// §12.6, §12.7).
#ifndef GRIT_C_SRC_SELECTION_H_
#define GRIT_C_SRC_SELECTION_H_

#include <stdbool.h>
#include <stdint.h>

#include "array.h"
#include "line_walk.h"

// Line after line of a result that is not empty, which line of the source it is cut out of.
struct grit_selection {
  struct grit_line_walk lines;  // its position is a line of the source
  uint64_t first;               // coordinate along the group axis at which the cuts begin
  uint64_t line_count;          // of the result
  uint64_t line_groups;         // level-0 groups of a line of the result
};

// Whether every level-1 group of the result is made of the groups of one level-1 group of the
// source.
bool grit_selection_keeps_groups(const struct grit_array* source,
                                 const struct grit_selection* selection);

// Writes all four planes of a result that is not empty. Ignored bits and padding are 0.
void grit_select(const struct grit_array* source, const struct grit_bytes from[GRIT_PLANE_COUNT],
                 const struct grit_selection* selection, const struct grit_array* result,
                 const struct grit_buffer to[GRIT_PLANE_COUNT]);

// Writes all four planes of an empty result: of them only scale1 may hold something, the one scale
// or pair of the tensor.
void grit_select_nothing(const struct grit_array* source,
                         const struct grit_bytes from[GRIT_PLANE_COUNT],
                         const struct grit_array* result,
                         const struct grit_buffer to[GRIT_PLANE_COUNT]);

#endif  // GRIT_C_SRC_SELECTION_H_
