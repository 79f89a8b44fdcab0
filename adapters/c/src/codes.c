#include "codes.h"

#include <string.h>

#include "bit_string.h"
#include "blocks.h"
#include "grit_c/format.h"

// Where the bits of one code are. Only the scales and minima of a Q4_K block are in two parts: the
// upper part then holds the bits above the lower one's.
struct place {
  enum grit_plane plane;
  bool msb_first;
  unsigned width;  // of the code, or of its lower part
  uint64_t bit;
  unsigned upper_width;  // 0 where the code is in one part
  uint64_t upper_bit;
};

static struct place bits_at(enum grit_plane plane, uint64_t bit, unsigned width) {
  return (struct place){plane, false, width, bit, 0, 0};
}

// A code of plane order that has a byte of its own where it is narrow, and else as many as it
// needs.
static struct place padded_at(enum grit_plane plane, uint64_t index, uint16_t format) {
  const unsigned width = grit_format_width(format);
  return bits_at(plane, index * (width <= 8 ? 8 : width), width);
}

// Byte `byte` of block number `block`.
static uint64_t block_bit(uint64_t block, unsigned block_bytes, uint64_t byte) {
  return 8 * (block * block_bytes + byte);
}

static struct place element_in_plane(const struct grit_array* array, uint64_t index) {
  const struct grit_descriptor* d = &array->descriptor;
  if (array->layout.data == GRIT_FORM_COL_MAJOR) {
    index = index % array->line_codes * array->lines + index / array->line_codes;
  }
  const unsigned width = grit_format_width(d->elem);
  if (d->container == 1 && width <= 8) {
    return bits_at(GRIT_PLANE_DATA, index * 8, width);
  }
  struct place place = bits_at(GRIT_PLANE_DATA, index * width, width);
  place.msb_first = (d->flags & GRIT_FLAG_MSB_FIRST) != 0;
  return place;
}

static struct place element_place(const struct grit_array* array, uint64_t index) {
  enum { kScaleByte = 1, kScaleHalf = 2, kHead = 16, kHalf = 16, kPart = 64, kNibble = 4 };
  switch (array->layout.data) {
    case GRIT_FORM_MXFP4_BLOCKS: {
      const uint64_t j = index % GRIT_GGML_BLOCK;
      const uint64_t byte =
          block_bit(index / GRIT_GGML_BLOCK, GRIT_MXFP4_BLOCK_BYTES, kScaleByte + j % kHalf);
      return bits_at(GRIT_PLANE_DATA, byte + kNibble * (j / kHalf), kNibble);
    }
    case GRIT_FORM_Q8_0_BLOCKS:
      return bits_at(GRIT_PLANE_DATA,
                     block_bit(index / GRIT_GGML_BLOCK, GRIT_Q8_0_BLOCK_BYTES,
                               kScaleHalf + index % GRIT_GGML_BLOCK),
                     8);
    case GRIT_FORM_Q4_K_BLOCKS: {
      const uint64_t j = index % GRIT_Q4_K_BLOCK;
      const uint64_t byte = block_bit(index / GRIT_Q4_K_BLOCK, GRIT_Q4_K_BLOCK_BYTES,
                                      kHead + kPart / 2 * (j / kPart) + j % (kPart / 2));
      return bits_at(GRIT_PLANE_DATA, byte + kNibble * (j % kPart / (kPart / 2)), kNibble);
    }
    case GRIT_FORM_PLANE_ORDER:
    case GRIT_FORM_COL_MAJOR:
    case GRIT_FORM_SWIZZLE:
      break;
  }
  return element_in_plane(array, index);
}

// The six bits of group `group` in the twelve bytes q of its block (spec §12.3.5).
static struct place q4_k_place(uint64_t group, bool is_minimum) {
  enum { kQ = 4, kHalf = GRIT_Q4_K_GROUPS / 2 };
  const unsigned j = (unsigned)(group % GRIT_Q4_K_GROUPS);
  const uint64_t q = block_bit(group / GRIT_Q4_K_GROUPS, GRIT_Q4_K_BLOCK_BYTES, kQ);
  if (j < kHalf) {
    return bits_at(GRIT_PLANE_DATA, q + 8 * (is_minimum ? j + kHalf : j), 6);
  }
  struct place place = bits_at(GRIT_PLANE_DATA, q + 8 * (j + kHalf) + (is_minimum ? 4 : 0), 4);
  place.upper_width = 2;
  place.upper_bit = q + 8 * (is_minimum ? j : j - kHalf) + 6;
  return place;
}

// Byte of group `index` of plane order in a swizzled plane (spec §12.2.2).
static uint64_t swizzled_byte(const struct grit_array* array, uint64_t index) {
  enum { kTileBytes = 512, kRows = 32, kRowBytes = 16 };
  const uint64_t line = index / array->line_groups;
  const uint64_t group = index % array->line_groups;
  const uint64_t tiles = (array->line_groups + GRIT_SWIZZLE_GROUPS - 1) / GRIT_SWIZZLE_GROUPS;
  const uint64_t tile = line / GRIT_SWIZZLE_LINES * tiles + group / GRIT_SWIZZLE_GROUPS;
  return tile * kTileBytes + line % kRows * kRowBytes +
         line % GRIT_SWIZZLE_LINES / kRows * GRIT_SWIZZLE_GROUPS + group % GRIT_SWIZZLE_GROUPS;
}

static struct place scale_place(const struct grit_array* array, uint64_t index) {
  const uint16_t format = array->descriptor.scale0;
  switch (array->layout.data) {
    case GRIT_FORM_MXFP4_BLOCKS:
      return bits_at(GRIT_PLANE_DATA, block_bit(index, GRIT_MXFP4_BLOCK_BYTES, 0), 8);
    case GRIT_FORM_Q8_0_BLOCKS:
      return bits_at(GRIT_PLANE_DATA, block_bit(index, GRIT_Q8_0_BLOCK_BYTES, 0), 16);
    case GRIT_FORM_Q4_K_BLOCKS:
      return q4_k_place(index, false);
    case GRIT_FORM_PLANE_ORDER:
    case GRIT_FORM_COL_MAJOR:
    case GRIT_FORM_SWIZZLE:
      break;
  }
  if (array->layout.scale == GRIT_FORM_SWIZZLE) {
    return bits_at(GRIT_PLANE_SCALE0, 8 * swizzled_byte(array, index), grit_format_width(format));
  }
  return padded_at(GRIT_PLANE_SCALE0, index, format);
}

static struct place level1_place(const struct grit_array* array, uint64_t index) {
  if (array->layout.data == GRIT_FORM_Q4_K_BLOCKS) {  // d and dmin of a block
    return bits_at(GRIT_PLANE_DATA, block_bit(index / 2, GRIT_Q4_K_BLOCK_BYTES, index % 2 * 2), 16);
  }
  const unsigned width = grit_format_width(array->descriptor.scale1);
  return bits_at(GRIT_PLANE_SCALE1, index * width, width);
}

static struct place aux_place(const struct grit_array* array, uint64_t index) {
  if (grit_is_sparse(&array->descriptor)) {
    const unsigned width = array->descriptor.sp_meta_fmt == 1 ? 2 : 4;
    return bits_at(GRIT_PLANE_AUX, index * width, width);
  }
  if (array->layout.data == GRIT_FORM_Q4_K_BLOCKS) {
    return q4_k_place(index, true);
  }
  return padded_at(GRIT_PLANE_AUX, index, array->descriptor.zp_fmt);
}

static struct place place_of(const struct grit_array* array, enum grit_plane kind, uint64_t index) {
  switch (kind) {
    case GRIT_PLANE_SCALE0:
      return scale_place(array, index);
    case GRIT_PLANE_SCALE1:
      return level1_place(array, index);
    case GRIT_PLANE_AUX:
      return aux_place(array, index);
    case GRIT_PLANE_DATA:
    case GRIT_PLANE_COUNT:
    case GRIT_PLANE_NONE:
      break;
  }
  return element_place(array, index);
}

uint64_t grit_code_count(const struct grit_array* array, enum grit_plane kind) {
  switch (kind) {
    case GRIT_PLANE_DATA:
      return array->sizes.nnz;
    case GRIT_PLANE_SCALE0:
      return array->sizes.groups0;
    case GRIT_PLANE_SCALE1:
      return array->sizes.groups1 * grit_level1_codes(&array->descriptor);
    case GRIT_PLANE_AUX:
      if (!grit_has_aux(&array->descriptor)) {
        return 0;
      }
      return grit_is_sparse(&array->descriptor) ? array->sizes.nnz : array->sizes.groups0;
    case GRIT_PLANE_COUNT:
    case GRIT_PLANE_NONE:
      break;
  }
  return 0;
}

uint32_t grit_code_get(const struct grit_array* array,
                       const struct grit_bytes planes[GRIT_PLANE_COUNT], enum grit_plane kind,
                       uint64_t index) {
  const struct place place = place_of(array, kind, index);
  const uint8_t* bytes = planes[place.plane].data;
  uint32_t code = grit_bits_get(bytes, place.bit, place.width, place.msb_first);
  if (place.upper_width != 0) {
    code |= grit_bits_get(bytes, place.upper_bit, place.upper_width, false) << place.width;
  }
  return code;
}

void grit_code_put(const struct grit_array* array,
                   const struct grit_buffer planes[GRIT_PLANE_COUNT], enum grit_plane kind,
                   uint64_t index, uint32_t code) {
  const struct place place = place_of(array, kind, index);
  uint8_t* bytes = planes[place.plane].data;
  grit_bits_put(bytes, place.bit, place.width, place.msb_first, code);
  if (place.upper_width != 0) {
    grit_bits_put(bytes, place.upper_bit, place.upper_width, false, code >> place.width);
  }
}

void grit_codes_copy(const struct grit_array* from,
                     const struct grit_bytes source[GRIT_PLANE_COUNT], const struct grit_array* to,
                     const struct grit_buffer result[GRIT_PLANE_COUNT], enum grit_plane kind) {
  const uint64_t count = grit_code_count(from, kind);
  for (uint64_t i = 0; i < count; ++i) {
    grit_code_put(to, result, kind, i, grit_code_get(from, source, kind, i));
  }
}

void grit_plane_clear(const struct grit_buffer* plane) {
  if (plane->size != 0) {
    memset(plane->data, 0, plane->size);
  }
}
