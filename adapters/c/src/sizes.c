#include "grit_c/sizes.h"

#include "grit_c/format.h"

// A number of 128 bits.
struct wide {
  uint64_t high;
  uint64_t low;
};

// a × b, exactly, from 32-bit limbs: no intermediate exceeds 64 bits, whatever a and b are, and
// their ranges alone prove it (proof/).
static struct wide multiply(uint64_t a, uint64_t b) {
  const uint64_t a_low = a & UINT32_MAX;
  const uint64_t a_high = a >> 32;
  const uint64_t b_low = b & UINT32_MAX;
  const uint64_t b_high = b >> 32;
  const uint64_t lowest = a_low * b_low;
  const uint64_t inner = a_high * b_low + (lowest >> 32);
  const uint64_t outer = a_low * b_high + (inner & UINT32_MAX);
  return (struct wide){a_high * b_high + (inner >> 32) + (outer >> 32),
                       (outer & UINT32_MAX) << 32 | (lowest & UINT32_MAX)};
}

// a × b, or UINT64_MAX where that is larger.
static uint64_t times(uint64_t a, uint64_t b) {
  const struct wide product = multiply(a, b);
  return product.high != 0 ? UINT64_MAX : product.low;
}

// ceil(count × bits / 8), or UINT64_MAX where that is larger. bits is at most 2^16, so nothing
// wraps: the count is taken apart before it is multiplied.
static uint64_t bytes_of(uint64_t count, uint64_t bits) {
  const uint64_t whole = times(count / 8, bits);
  const uint64_t rest = (count % 8 * bits + 7) / 8;
  return whole > UINT64_MAX - rest ? UINT64_MAX : whole + rest;
}

// Bits that one code takes where narrow codes have a byte of their own.
static unsigned padded_width(uint16_t word) {
  const unsigned width = grit_format_width(word);
  return width <= 8 ? 8 : width;
}

// The product of the extents. A zero extent decides, however large the product of the others is.
static bool count_elements(struct grit_shape shape, uint64_t* count) {
  bool empty = false;
  bool fits = true;
  uint64_t product = 1;
  for (size_t i = 0; i < shape.rank; ++i) {
    const int64_t extent = shape.extent[i];
    if (extent < 0) {
      return false;
    }
    empty = empty || extent == 0;
    if (fits && !empty) {
      const struct wide next = multiply(product, (uint64_t)extent);
      fits = next.high == 0 && next.low <= INT64_MAX;
      product = next.low;
    }
  }
  *count = empty ? 0 : product;
  return empty || fits;
}

bool grit_sizes_of(const struct grit_descriptor* descriptor, struct grit_shape shape,
                   struct grit_sizes* sizes) {
  const bool two_levels = descriptor->n_levels == 2;
  const bool sparse = (descriptor->flags & GRIT_FLAG_SPARSE) != 0;
  struct grit_sizes result = {0, 0, 0, 0, {0, 0, 0, 0}};
  if (!count_elements(shape, &result.numel) || descriptor->group_axis < 0 ||
      (size_t)descriptor->group_axis >= shape.rank || descriptor->k0 == 0) {
    return false;
  }
  const int64_t extent = shape.extent[descriptor->group_axis];  // not negative
  if (extent % descriptor->k0 != 0) {
    return false;
  }
  result.groups0 = result.numel / descriptor->k0;
  if (two_levels && descriptor->k1 != 0 && result.groups0 % descriptor->k1 != 0) {
    return false;
  }
  if (two_levels) {
    result.groups1 = descriptor->k1 != 0 ? result.groups0 / descriptor->k1 : 1;
  }

  const bool pads_elements = descriptor->container == 1;
  const unsigned element_bits =
      pads_elements ? padded_width(descriptor->elem) : grit_format_width(descriptor->elem);
  if (sparse) {
    static const unsigned kIndexBits[] = {0, 2, 4};
    if (descriptor->sp_m == 0 || extent % descriptor->sp_m != 0 || descriptor->sp_meta_fmt > 2) {
      return false;
    }
    const uint64_t cells = result.numel / descriptor->sp_m;
    const unsigned index_bits = kIndexBits[descriptor->sp_meta_fmt];
    result.nnz = times(cells, descriptor->sp_n);
    result.plane[GRIT_PLANE_DATA] = bytes_of(cells, (uint64_t)descriptor->sp_n * element_bits);
    result.plane[GRIT_PLANE_AUX] = bytes_of(cells, (uint64_t)descriptor->sp_n * index_bits);
  } else {
    result.nnz = result.numel;
    result.plane[GRIT_PLANE_DATA] = bytes_of(result.numel, element_bits);
    if ((descriptor->flags & GRIT_FLAG_HAS_ZP) != 0) {
      result.plane[GRIT_PLANE_AUX] = bytes_of(result.groups0, padded_width(descriptor->zp_fmt));
    }
  }
  result.plane[GRIT_PLANE_SCALE0] = bytes_of(result.groups0, padded_width(descriptor->scale0));
  if (two_levels) {
    const unsigned values = (descriptor->flags & GRIT_FLAG_ZP_L1SCALED) != 0 ? 2 : 1;
    result.plane[GRIT_PLANE_SCALE1] =
        bytes_of(result.groups1, values * grit_format_width(descriptor->scale1));
  }
  *sizes = result;
  return true;
}
