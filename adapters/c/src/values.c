#include "values.h"

#include "binary32.h"
#include "codes.h"
#include "grit_c/format.h"
#include "sparse_cell.h"

enum { kTableBits = 8, kTableCodes = 1 << kTableBits };

// A view being decoded.
struct decoder {
  const struct grit_array* array;
  const struct grit_bytes* planes;
  bool has_table;
  uint32_t table[kTableCodes];  // the values of all codes of the element format
};

// What the elements of one level-0 group share.
struct group {
  uint32_t scale;  // S
  uint32_t zero;   // z where the zero point shares the scale, Z where it has its own
};

// The value of a code; every format of a grade that has a descriptor is decodable.
static uint32_t value_of(const struct decoder* decoder, uint16_t format, enum grit_plane kind,
                         uint64_t index) {
  uint32_t bits = GRIT_BINARY32_NAN;
  (void)grit_format_decode(format, grit_code_get(decoder->array, decoder->planes, kind, index),
                           &bits);
  return bits;
}

// A table pays where the codes are narrow and more than the table has.
static void fill_table(struct decoder* decoder) {
  const uint16_t format = decoder->array->descriptor.elem;
  const unsigned width = grit_format_width(format);
  decoder->has_table = width <= kTableBits && decoder->array->sizes.nnz > UINT64_C(1) << width;
  for (uint32_t code = 0; decoder->has_table && code < 1u << width; ++code) {
    (void)grit_format_decode(format, code, &decoder->table[code]);
  }
}

static uint32_t element_at(const struct decoder* decoder, uint64_t index) {
  if (decoder->has_table) {
    return decoder->table[grit_code_get(decoder->array, decoder->planes, GRIT_PLANE_DATA, index)];
  }
  return value_of(decoder, decoder->array->descriptor.elem, GRIT_PLANE_DATA, index);
}

static bool has_zero_point(const struct grit_descriptor* d) {
  return (d->flags & GRIT_FLAG_HAS_ZP) != 0;
}

static bool has_own_zero_scale(const struct grit_descriptor* d) {
  return (d->flags & GRIT_FLAG_ZP_L1SCALED) != 0;
}

static struct group group_at(const struct decoder* decoder, uint64_t index) {
  const struct grit_descriptor* d = &decoder->array->descriptor;
  const uint64_t level1 =
      d->k1 != 0 ? index / d->k1 * grit_level1_codes(d) : 0;  // its first code in scale1
  struct group group = {value_of(decoder, d->scale0, GRIT_PLANE_SCALE0, index), 0};
  if (d->n_levels == 2) {
    const uint32_t outer = value_of(decoder, d->scale1, GRIT_PLANE_SCALE1, level1);
    group.scale = grit_binary32_multiply(outer, group.scale);
  }
  if (has_zero_point(d)) {
    group.zero = value_of(decoder, d->zp_fmt, GRIT_PLANE_AUX, index);
    if ((d->flags & GRIT_FLAG_ZP_MINUS1) != 0) {
      group.zero = grit_binary32_add(group.zero, GRIT_BINARY32_ONE);
    }
    if (has_own_zero_scale(d)) {
      const uint32_t outer = value_of(decoder, d->scale1, GRIT_PLANE_SCALE1, level1 + 1);
      group.zero = grit_binary32_multiply(outer, group.zero);
    }
  }
  return group;
}

// NaN in the group poisons every element: each of these operations hands it on.
static uint32_t element_value(const struct grit_descriptor* d, const struct group* group,
                              uint32_t element) {
  if (!has_zero_point(d)) {
    return grit_binary32_multiply(group->scale, element);
  }
  if (has_own_zero_scale(d)) {
    return grit_binary32_subtract(grit_binary32_multiply(group->scale, element), group->zero);
  }
  return grit_binary32_multiply(group->scale, grit_binary32_subtract(element, group->zero));
}

void grit_values_decode(const struct grit_array* array,
                        const struct grit_bytes planes[GRIT_PLANE_COUNT],
                        struct grit_line_walk lines, uint64_t step, uint32_t* bits) {
  const struct grit_descriptor* d = &array->descriptor;
  struct decoder decoder;
  decoder.array = array;
  decoder.planes = planes;
  fill_table(&decoder);
  const bool sparse = grit_is_sparse(d);
  uint64_t cursor = 0;  // of the stored elements; never set back
  for (uint64_t line = 0; line < array->lines; ++line) {
    struct group group = {0, 0};
    uint32_t named = UINT32_MAX;  // the present position in the lowest bit
    for (uint64_t c = 0; c < array->line_elements; ++c) {
      const uint64_t i = line * array->line_elements + c;
      if (c % d->k0 == 0) {
        group = group_at(&decoder, i / d->k0);
      }
      if (sparse) {
        named = c % d->sp_m == 0 ? grit_cell_named(array, planes, i / d->sp_m) : named >> 1;
      }
      uint32_t value = 0;
      if ((named & 1) != 0) {
        value = element_value(d, &group, element_at(&decoder, cursor));
        ++cursor;
      }
      bits[lines.position + c * step] = value;
    }
    grit_walk_next(&lines);
  }
}
