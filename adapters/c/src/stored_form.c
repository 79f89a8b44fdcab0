// Which stored form an array is in, and how long its planes then are (spec §12.1).
#include "array.h"
#include "blocks.h"
#include "check_steps.h"
#include "grit_c/format.h"
#include "grit_c/placement.h"
#include "grit_c/registry.h"

static bool is_plane_order(uint64_t placement) {
  return placement == GRIT_PLACEMENT_ROW_MAJOR || placement == GRIT_PLACEMENT_LINEAR_META;
}

bool grit_is_blocks(enum grit_form form) { return form >= GRIT_FORM_MXFP4_BLOCKS; }

// BLOCK_AOS, by the frame.
static bool block_aos_form(const struct grit_descriptor* d, enum grit_form* form) {
  // What grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs) demands.
  static const struct grit_descriptor q8_0 = {
      .n_levels = 1, .elem = GRIT_FORMAT_S8, .scale0 = GRIT_FORMAT_BINARY16, .k0 = 32};
  if (grit_frame_is_of_grade(d, &grit_registry[GRIT_GRADE_MXFP4].descriptor)) {
    *form = GRIT_FORM_MXFP4_BLOCKS;
    return true;
  }
  *form = GRIT_FORM_Q8_0_BLOCKS;
  return grit_frame_is_of_grade(d, &q8_0);
}

static bool data_form(const struct grit_descriptor* d, size_t rank, enum grit_form* form) {
  switch (d->placement_data) {
    case GRIT_PLACEMENT_ROW_MAJOR:
    case GRIT_PLACEMENT_LINEAR_META:
      *form = GRIT_FORM_PLANE_ORDER;
      return true;
    case GRIT_PLACEMENT_COL_MAJOR:
      *form = GRIT_FORM_COL_MAJOR;
      return rank == 2;
    case GRIT_PLACEMENT_BLOCK_AOS:
      return block_aos_form(d, form);
    case GRIT_PLACEMENT_PACK_K4_12B:
      *form = GRIT_FORM_Q4_K_BLOCKS;
      return grit_frame_is_of_grade(d, &grit_registry[GRIT_GRADE_Q4KS].descriptor);
    default:
      return false;
  }
}

bool grit_layout_of(const struct grit_descriptor* d, size_t rank, struct grit_layout* layout) {
  if (!data_form(d, rank, &layout->data)) {
    return false;
  }
  if (d->placement_scale == GRIT_PLACEMENT_SWIZZLE_128X4B) {
    layout->scale = GRIT_FORM_SWIZZLE;
    if (grit_format_width(d->scale0) > 8 || grit_is_blocks(layout->data)) {
      return false;
    }
  } else {
    layout->scale = GRIT_FORM_PLANE_ORDER;
    if (!is_plane_order(d->placement_scale)) {
      return false;
    }
  }
  return !grit_has_aux(d) || is_plane_order(d->placement_meta);
}

static uint64_t times(uint64_t a, uint64_t b) {
  return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

// x rounded up to a multiple of m; x is below 2^63.
static uint64_t up(uint64_t x, uint64_t m) { return (x + m - 1) / m * m; }

static void measure_stored(struct grit_array* array) {
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    array->bytes[i] = grit_is_blocks(array->layout.data) ? 0 : array->sizes.plane[i];
  }
  switch (array->layout.data) {
    case GRIT_FORM_MXFP4_BLOCKS:
      array->bytes[GRIT_PLANE_DATA] =
          times(array->sizes.numel / GRIT_GGML_BLOCK, GRIT_MXFP4_BLOCK_BYTES);
      break;
    case GRIT_FORM_Q8_0_BLOCKS:
      array->bytes[GRIT_PLANE_DATA] =
          times(array->sizes.numel / GRIT_GGML_BLOCK, GRIT_Q8_0_BLOCK_BYTES);
      break;
    case GRIT_FORM_Q4_K_BLOCKS:
      array->bytes[GRIT_PLANE_DATA] =
          times(array->sizes.numel / GRIT_Q4_K_BLOCK, GRIT_Q4_K_BLOCK_BYTES);
      break;
    case GRIT_FORM_PLANE_ORDER:
    case GRIT_FORM_COL_MAJOR:
    case GRIT_FORM_SWIZZLE:
      break;
  }
  // An empty array has lines == 0 and so an empty swizzle, as spec §12.1.5 says.
  if (array->layout.scale == GRIT_FORM_SWIZZLE) {
    array->bytes[GRIT_PLANE_SCALE0] =
        times(up(array->lines, GRIT_SWIZZLE_LINES), up(array->line_groups, GRIT_SWIZZLE_GROUPS));
  }
}

bool grit_array_measure(const struct grit_descriptor* d, struct grit_shape shape,
                        struct grit_layout layout, struct grit_array* array) {
  *array = (struct grit_array){.descriptor = *d, .shape = shape, .layout = layout};
  if (!grit_sizes_of(d, shape, &array->sizes)) {
    return false;
  }
  array->line_elements = (uint64_t)shape.extent[d->group_axis];
  array->line_groups = array->line_elements / d->k0;
  array->line_codes = array->line_elements;
  if (grit_is_sparse(d)) {
    array->line_codes = times(array->line_elements / d->sp_m, d->sp_n);
  }
  array->lines = array->sizes.numel == 0 ? 0 : array->sizes.numel / array->line_elements;
  measure_stored(array);
  return true;
}
