#include "grit_c/decode_view.h"

#include "array.h"
#include "values.h"

enum grit_refusal grit_decode_view_accepts(const struct grit_view* view, uint64_t* count) {
  struct grit_array array;
  const enum grit_refusal refusal = grit_array_open(view, GRIT_DECODED_GRADE, &array);
  if (refusal == GRIT_ACCEPTED) {
    *count = array.sizes.numel;
  }
  return refusal;
}

bool grit_decode_view(const struct grit_view* view, uint32_t* bits, uint64_t count) {
  struct grit_array array;
  if (grit_array_open(view, GRIT_DECODED_GRADE, &array) != GRIT_ACCEPTED ||
      array.sizes.numel != count) {
    return false;
  }
  if (count == 0) {
    return true;
  }
  struct grit_line_walk lines;
  uint64_t stride = 1;  // of the present axis in logical row-major order
  uint64_t step = 1;
  grit_walk_start(&lines, 0);
  for (size_t axis = view->shape.rank; axis-- > 0;) {
    const uint64_t extent = (uint64_t)view->shape.extent[axis];
    if (axis == (size_t)array.descriptor.group_axis) {
      step = stride;
    } else {
      grit_walk_add_axis(&lines, extent, stride);
    }
    stride *= extent;
  }
  grit_values_decode(&array, view->planes, lines, step, bits);
  return true;
}
