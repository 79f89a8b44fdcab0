#include "array.h"

#include <string.h>

#include "check_steps.h"
#include "grit_c/format.h"
#include "grit_c/placement.h"
#include "grit_c/registry.h"
#include "sparse_cell.h"

bool grit_is_sparse(const struct grit_descriptor* d) { return (d->flags & GRIT_FLAG_SPARSE) != 0; }

bool grit_has_aux(const struct grit_descriptor* d) {
  return (d->flags & (GRIT_FLAG_SPARSE | GRIT_FLAG_HAS_ZP)) != 0;
}

bool grit_has_level1_groups(const struct grit_descriptor* d) {
  return d->n_levels == 2 && d->k1 != 0;
}

unsigned grit_level1_codes(const struct grit_descriptor* d) {
  return (d->flags & GRIT_FLAG_ZP_L1SCALED) != 0 ? 2 : 1;
}

static bool is_registered(struct grit_grade_string string) {
  for (unsigned i = 0; i < GRIT_GRADE_COUNT; ++i) {
    const char* canonical = grit_registry[i].canonical;
    if (strlen(canonical) == string.length && memcmp(canonical, string.text, string.length) == 0) {
      return true;
    }
  }
  return false;
}

// `string` is canonical.
static bool meets(struct grit_grade_string string, enum grit_grade_demand demand) {
  struct grit_grade grade;
  switch (demand) {
    case GRIT_ANY_GRADE:
      return true;
    case GRIT_DECODED_GRADE:
      return grit_grade_parse(string.text, string.length, &grade) &&
             grade.decode_rounding == GRIT_RNE && grade.decode_saturation == GRIT_SATFINITE &&
             grade.decode_type == GRIT_FORMAT_BINARY32;
    case GRIT_REGISTERED_GRADE:
      return is_registered(string);  // none of them has another dr, ds or dt
  }
  return false;
}

enum grit_refusal grit_array_open(const struct grit_view* view, enum grit_grade_demand demand,
                                  struct grit_array* array) {
  struct grit_descriptor d;
  struct grit_descriptor demanded;
  struct grit_layout layout;
  grit_descriptor_read(view->descriptor, &d);
  if (!grit_frame_is_sound(&d) || !grit_grade_demands(view->grade, &demanded) ||
      demanded.grade_id != d.grade_id || !grit_frame_is_of_grade(&d, &demanded)) {
    return GRIT_REFUSAL_GRADE_UNKNOWN;
  }
  if (grit_check_placements(&d).status != GRIT_OK) {
    return GRIT_REFUSAL_PLACEMENT_UNKNOWN;
  }
  if (!meets(view->grade, demand)) {
    return GRIT_REFUSAL_GRADE_UNSUPPORTED;
  }
  if (!grit_layout_of(&d, view->shape.rank, &layout)) {
    return GRIT_REFUSAL_RELAYOUT_UNSUPPORTED;
  }
  if (!grit_array_measure(&d, view->shape, layout, array)) {
    return GRIT_REFUSAL_SIZE_MISMATCH;
  }
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    if (view->planes[i].size != array->bytes[i]) {
      return GRIT_REFUSAL_SIZE_MISMATCH;
    }
  }
  return GRIT_ACCEPTED;
}

bool grit_metadata_is_whole(const struct grit_array* array,
                            const struct grit_bytes planes[GRIT_PLANE_COUNT]) {
  if (!grit_is_sparse(&array->descriptor)) {
    return true;
  }
  const uint64_t cells = array->sizes.numel / array->descriptor.sp_m;
  for (uint64_t cell = 0; cell < cells; ++cell) {
    if (!grit_cell_is_whole(array, planes, cell)) {
      return false;
    }
  }
  return true;
}

bool grit_buffers_fit(const struct grit_buffer planes[GRIT_PLANE_COUNT],
                      const uint64_t bytes[GRIT_PLANE_COUNT]) {
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    if (planes[i].size != bytes[i]) {
      return false;
    }
  }
  return true;
}

uint64_t grit_line_stride(struct grit_shape shape, size_t group_axis, size_t axis) {
  uint64_t stride = 1;
  for (size_t i = axis + 1; i < shape.rank; ++i) {
    stride *= i != group_axis ? (uint64_t)shape.extent[i] : 1;
  }
  return stride;
}
