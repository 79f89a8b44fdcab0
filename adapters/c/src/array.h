// An array whose descriptor, placements and shape were judged: how it is counted and stored (spec
// §11.2, §11.3, §12.1).
#ifndef GRIT_C_SRC_ARRAY_H_
#define GRIT_C_SRC_ARRAY_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grit_c/descriptor.h"
#include "grit_c/plane.h"
#include "grit_c/sizes.h"
#include "grit_c/view.h"

// How a plane lies. Blocks are a form of plane data that holds the other planes too.
enum grit_form {
  GRIT_FORM_PLANE_ORDER,
  GRIT_FORM_COL_MAJOR,
  GRIT_FORM_SWIZZLE,
  GRIT_FORM_MXFP4_BLOCKS,
  GRIT_FORM_Q8_0_BLOCKS,
  GRIT_FORM_Q4_K_BLOCKS
};

// Plane aux has one form only, plane order, and so has scale1; blocks aside.
struct grit_layout {
  enum grit_form data;
  enum grit_form scale;
};

struct grit_array {
  struct grit_descriptor descriptor;
  struct grit_shape shape;
  struct grit_layout layout;
  struct grit_sizes sizes;           // spec §6, that is in plane order
  uint64_t bytes[GRIT_PLANE_COUNT];  // as stored; UINT64_MAX stands for every larger number
  uint64_t lines;                    // 0 where the array is empty, whatever its other extents are
  uint64_t line_elements;            // extent along the group axis
  uint64_t line_codes;               // stored elements
  uint64_t line_groups;              // level-0 groups
};

// Fields of the descriptor that name a structure.
bool grit_is_sparse(const struct grit_descriptor* d);
bool grit_has_aux(const struct grit_descriptor* d);
bool grit_has_level1_groups(const struct grit_descriptor* d);  // k1 of them, not one for the tensor

// s1, or s1 and z1, of a level-1 group: 1 or 2.
unsigned grit_level1_codes(const struct grit_descriptor* d);

bool grit_is_blocks(enum grit_form form);

// The stored form of an array of that rank. False where it is in none (spec §12.1.3).
bool grit_layout_of(const struct grit_descriptor* d, size_t rank, struct grit_layout* layout);

// Fills *array, which borrows the shape. False where the size equations have no answer.
bool grit_array_measure(const struct grit_descriptor* d, struct grit_shape shape,
                        struct grit_layout layout, struct grit_array* array);

// What an operation asks of the grade of its view (spec §11.2.3, third row).
enum grit_grade_demand {
  GRIT_ANY_GRADE,
  GRIT_DECODED_GRADE,    // dr, ds and dt are the defaults
  GRIT_REGISTERED_GRADE  // that, and one of the six
};

// Refusals 1 to 5 of spec §11.2.3; otherwise fills *array, which borrows the view's shape.
enum grit_refusal grit_array_open(const struct grit_view* view, enum grit_grade_demand demand,
                                  struct grit_array* array);

// Refusal 6: every cell of the metadata names sp_n different positions of its own. True where the
// array is not sparse.
bool grit_metadata_is_whole(const struct grit_array* array,
                            const struct grit_bytes planes[GRIT_PLANE_COUNT]);

// Whether the buffers have exactly the lengths `bytes`.
bool grit_buffers_fit(const struct grit_buffer planes[GRIT_PLANE_COUNT],
                      const uint64_t bytes[GRIT_PLANE_COUNT]);

// The product of the extents of the axes behind `axis`, without the group axis: how many lines one
// step along `axis` goes on (spec §11.3.1). The array must not be empty.
uint64_t grit_line_stride(struct grit_shape shape, size_t group_axis, size_t axis);

#endif  // GRIT_C_SRC_ARRAY_H_
