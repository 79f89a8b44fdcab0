#include "sparse_cell.h"

#include "codes.h"

static uint32_t slot_of(const struct grit_array* array,
                        const struct grit_bytes planes[GRIT_PLANE_COUNT], uint64_t cell,
                        unsigned slot) {
  return grit_code_get(array, planes, GRIT_PLANE_AUX, cell * array->descriptor.sp_n + slot);
}

uint32_t grit_cell_named(const struct grit_array* array,
                         const struct grit_bytes planes[GRIT_PLANE_COUNT], uint64_t cell) {
  uint32_t named = 0;
  for (unsigned slot = 0; slot < array->descriptor.sp_n; ++slot) {
    const uint32_t position = slot_of(array, planes, cell, slot);
    if (position < array->descriptor.sp_m) {
      named |= UINT32_C(1) << position;
    }
  }
  return named;
}

bool grit_cell_is_whole(const struct grit_array* array,
                        const struct grit_bytes planes[GRIT_PLANE_COUNT], uint64_t cell) {
  const bool ascending = array->descriptor.sp_order == 1;
  uint32_t named = 0;
  for (unsigned slot = 0; slot < array->descriptor.sp_n; ++slot) {
    const uint32_t position = slot_of(array, planes, cell, slot);
    if (position >= array->descriptor.sp_m) {
      return false;
    }
    // Ascending: nothing at or above this position was named before. Else: not this position.
    const uint32_t before = ascending ? named >> position : named >> position & 1;
    if (before != 0) {
      return false;
    }
    named |= UINT32_C(1) << position;
  }
  return true;
}
