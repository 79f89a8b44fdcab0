#include "grit_c/requantize.h"

#include <stddef.h>
#include <string.h>

#include "array.h"
#include "codes.h"
#include "grit_c/codec.h"
#include "permutation.h"
#include "values.h"

// A requantisation that was judged.
struct requantisation {
  struct grit_array source;
  struct grit_array result;
  enum grit_registered_grade grade;
};

static const struct grit_layout kPlaneOrder = {GRIT_FORM_PLANE_ORDER, GRIT_FORM_PLANE_ORDER};

static bool is_plane_order(struct grit_layout layout) {
  return layout.data == kPlaneOrder.data && layout.scale == kPlaneOrder.scale;
}

// Words for the values, and for the planes in plane order where they are then laid out in another
// form.
static uint64_t work_words(const struct grit_array* result) {
  uint64_t words = result->sizes.numel;
  for (unsigned i = 0; i < GRIT_PLANE_COUNT && !is_plane_order(result->layout); ++i) {
    words += (result->sizes.plane[i] + 3) / 4;
  }
  return words;
}

// The registered grade of an id that is known to be of one.
static enum grit_registered_grade grade_of(uint64_t id) {
  unsigned grade = 0;
  while (grade + 1 < GRIT_GRADE_COUNT && grit_registry[grade].descriptor.grade_id != id) {
    ++grade;
  }
  return (enum grit_registered_grade)grade;
}

static enum grit_refusal judge(const struct grit_view* view, struct grit_permutation permutation,
                               struct grit_answer* answer, struct requantisation* judged) {
  const enum grit_refusal refusal = grit_array_open(view, GRIT_REGISTERED_GRADE, &judged->source);
  if (refusal != GRIT_ACCEPTED) {
    return refusal;
  }
  if (!grit_is_permutation(permutation.axes, view->shape.rank)) {
    return GRIT_REFUSAL_BAD_PERMUTATION;
  }
  const struct grit_shape shape =
      grit_permuted_shape(view->shape, permutation.axes, answer->extents);
  answer->descriptor = judged->source.descriptor;
  answer->descriptor.group_axis = permutation.group_axis;
  if (!grit_array_measure(&answer->descriptor, shape, judged->source.layout, &judged->result)) {
    return GRIT_REFUSAL_SIZE_MISMATCH;
  }
  memcpy(answer->bytes, judged->result.bytes, sizeof answer->bytes);
  judged->grade = grade_of(answer->descriptor.grade_id);
  return GRIT_ACCEPTED;
}

enum grit_refusal grit_requantize_accepts(const struct grit_view* view,
                                          struct grit_permutation permutation,
                                          struct grit_answer* answer, uint64_t* work) {
  struct requantisation judged;
  const enum grit_refusal refusal = judge(view, permutation, answer, &judged);
  if (refusal == GRIT_ACCEPTED) {
    *work = work_words(&judged.result);
  }
  return refusal;
}

// What one step along an axis of a result that is not empty adds to an element's number in plane
// order.
static uint64_t plane_order_stride(const struct grit_array* result, size_t axis) {
  const size_t group_axis = (size_t)result->descriptor.group_axis;
  if (axis == group_axis) {
    return 1;
  }
  return result->line_elements * grit_line_stride(result->shape, group_axis, axis);
}

// The values of the source in plane order of the result.
static void decode_permuted(const struct requantisation* judged, const struct grit_bytes* planes,
                            const size_t* axes, uint32_t* values) {
  const struct grit_array* source = &judged->source;
  const size_t rank = source->shape.rank;
  struct grit_line_walk lines;
  uint64_t step = 1;
  grit_walk_start(&lines, 0);
  for (size_t axis = rank; axis-- > 0;) {
    const uint64_t extent = (uint64_t)source->shape.extent[axis];
    if (extent > 1) {
      const uint64_t stride =
          plane_order_stride(&judged->result, grit_permuted_axis(axes, rank, axis));
      if (axis == (size_t)source->descriptor.group_axis) {
        step = stride;
      } else {
        grit_walk_add_axis(&lines, extent, stride);
      }
    }
  }
  grit_values_decode(source, planes, lines, step, values);
}

// Encodes into plane order in *work and lays the planes out from there.
static void encode_laid_out(const struct requantisation* judged, const uint32_t* values,
                            uint32_t* work, const struct grit_buffer planes[GRIT_PLANE_COUNT]) {
  const struct grit_array* result = &judged->result;
  struct grit_array plain;
  struct grit_buffer encoded[GRIT_PLANE_COUNT];
  struct grit_bytes codes[GRIT_PLANE_COUNT];
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    const size_t size = (size_t)result->sizes.plane[i];
    encoded[i] = (struct grit_buffer){(uint8_t*)work, size};
    codes[i] = (struct grit_bytes){(const uint8_t*)work, size};
    work += (size + 3) / 4;
    grit_plane_clear(&planes[i]);
  }
  (void)grit_array_measure(&result->descriptor, result->shape, kPlaneOrder, &plain);
  (void)grit_encode(judged->grade, values, (int64_t)result->sizes.numel, encoded);
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    grit_codes_copy(&plain, codes, result, planes, (enum grit_plane)i);
  }
}

bool grit_requantize(const struct grit_view* view, struct grit_permutation permutation,
                     struct grit_answer* answer, const struct grit_buffer planes[GRIT_PLANE_COUNT],
                     uint32_t* work) {
  struct requantisation judged;
  if (judge(view, permutation, answer, &judged) != GRIT_ACCEPTED ||
      !grit_buffers_fit(planes, answer->bytes)) {
    return false;
  }
  const uint64_t count = judged.result.sizes.numel;
  uint32_t nothing = 0;
  work = work != NULL ? work : &nothing;  // an empty array may need none
  if (count != 0) {
    decode_permuted(&judged, view->planes, permutation.axes, work);
  }
  if (is_plane_order(judged.result.layout)) {
    (void)grit_encode(judged.grade, work, (int64_t)count, planes);
  } else {
    encode_laid_out(&judged, work, work + count, planes);
  }
  return true;
}
