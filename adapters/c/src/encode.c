#include <string.h>

#include "binary32.h"
#include "bytes.h"
#include "codec_blocks.h"
#include "format_rounding.h"
#include "grit_c/codec.h"
#include "grit_c/format.h"

// Integers as binary32, exact.
static uint32_t number(uint32_t value) { return grit_binary32_round(false, value, 0); }

// 2^exponent as binary32; exponent is -149 to 127.
static uint32_t power_of_two(int exponent) { return grit_binary32_round(false, 1, exponent); }

// The code of a value that is not NaN.
static uint32_t code_of(enum grit_format format, uint32_t bits) {
  uint32_t code = 0;
  (void)grit_format_encode((uint16_t)format, bits, &code);
  return code;
}

static bool all_finite(const uint32_t* values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!grit_binary32_is_finite(values[i])) {
      return false;
    }
  }
  return true;
}

// The largest magnitude among the finite values; +0 where there is none.
static uint32_t finite_amax(const uint32_t* values, size_t count) {
  uint32_t amax = 0;
  for (size_t i = 0; i < count; ++i) {
    const uint32_t magnitude = grit_binary32_magnitude(values[i]);
    if (grit_binary32_is_finite(magnitude) && magnitude > amax) {
      amax = magnitude;
    }
  }
  return amax;
}

static uint32_t e2m1_zero(uint32_t bits) { return (bits & GRIT_BINARY32_SIGN) != 0 ? 0x8 : 0x0; }

// MXFP4 and MXFP4_RNE (spec §9).
static void encode_mxfp4(enum grit_exponent_rule rule, const uint32_t* values, size_t count,
                         const struct grit_buffer* planes) {
  enum { kNanScale = 0xFF, kBias = 127, kElementExponent = 2, kMaxExponent = 127 };
  uint8_t* data = planes[GRIT_PLANE_DATA].data;
  for (size_t block = 0; block < count / GRIT_MXFP4_BLOCK; ++block) {
    const size_t first = block * GRIT_MXFP4_BLOCK;
    const size_t end = first + GRIT_MXFP4_BLOCK;
    uint8_t* scale = planes[GRIT_PLANE_SCALE0].data + block;
    if (!all_finite(values + first, GRIT_MXFP4_BLOCK)) {
      *scale = kNanScale;
      memset(data + first / 2, 0, GRIT_MXFP4_BLOCK / 2);
      continue;
    }
    int32_t exponent = kElementExponent;  // what a block of zeros gives: scale 2^0
    (void)grit_exponent(rule, finite_amax(values + first, GRIT_MXFP4_BLOCK), &exponent);
    exponent -= kElementExponent;
    exponent = exponent < -kMaxExponent ? -kMaxExponent : exponent;
    exponent = exponent > kMaxExponent ? kMaxExponent : exponent;
    *scale = (uint8_t)(exponent + kBias);
    const uint32_t divisor = power_of_two(exponent);
    for (size_t i = first; i < end; ++i) {
      grit_put_nibble(data, i, code_of(GRIT_FORMAT_E2M1, grit_binary32_divide(values[i], divisor)));
    }
  }
}

// The scale of the whole tensor: (amax / 6) / 448, never 0.
static uint32_t nvf4_tensor_scale(const uint32_t* values, size_t count) {
  const uint32_t amax = finite_amax(values, count);
  if (grit_binary32_is_zero(amax)) {
    return GRIT_BINARY32_ONE;
  }
  const uint32_t scale = grit_binary32_divide(grit_binary32_divide(amax, number(6)), number(448));
  return grit_binary32_is_zero(scale) ? power_of_two(-149) : scale;
}

// NVF4 and NVF4_RTZ (spec §9).
static void encode_nvf4(bool toward_zero, const uint32_t* values, size_t count,
                        const struct grit_buffer* planes) {
  enum { kNanScale = 0x7F };
  uint8_t* data = planes[GRIT_PLANE_DATA].data;
  const uint32_t tensor_scale = nvf4_tensor_scale(values, count);
  grit_store32(planes[GRIT_PLANE_SCALE1].data, tensor_scale);
  for (size_t block = 0; block < count / GRIT_NVF4_BLOCK; ++block) {
    const size_t first = block * GRIT_NVF4_BLOCK;
    const size_t end = first + GRIT_NVF4_BLOCK;
    uint8_t* scale_code = planes[GRIT_PLANE_SCALE0].data + block;
    if (!all_finite(values + first, GRIT_NVF4_BLOCK)) {
      *scale_code = kNanScale;
      memset(data + first / 2, 0, GRIT_NVF4_BLOCK / 2);
      continue;
    }
    const uint32_t amax = finite_amax(values + first, GRIT_NVF4_BLOCK);
    const uint32_t ratio =
        grit_binary32_is_zero(amax)
            ? GRIT_BINARY32_ONE
            : grit_binary32_divide(grit_binary32_divide(amax, number(6)), tensor_scale);
    const uint32_t code = code_of(GRIT_FORMAT_E4M3, ratio);
    *scale_code = (uint8_t)code;
    const uint32_t scale =
        grit_binary32_multiply(tensor_scale, grit_value_of(GRIT_FORMAT_E4M3, code));
    for (size_t i = first; i < end; ++i) {
      uint32_t element = e2m1_zero(values[i]);
      if (!grit_binary32_is_zero(scale)) {
        const uint32_t quotient = grit_binary32_divide(values[i], scale);
        if (toward_zero) {
          (void)grit_e2m1_encode_toward_zero(quotient, &element);
        } else {
          element = code_of(GRIT_FORMAT_E2M1, quotient);
        }
      }
      grit_put_nibble(data, i, element);
    }
  }
}

// A binary16 scale of Q4KS: value / 63, an infinite quotient as the largest finite number.
static uint16_t q4ks_level1(uint32_t value) {
  const uint32_t quotient = grit_binary32_divide(value, number(63));
  if (grit_binary32_is_infinite(quotient)) {
    return 0x7BFF;
  }
  return (uint16_t)code_of(GRIT_FORMAT_BINARY16, quotient);
}

// A u6 factor: value / unit to the nearest integer, 0 where the unit is 0.
static uint32_t q4ks_level0(uint32_t value, uint32_t unit) {
  if (grit_binary32_is_zero(unit)) {
    return 0;
  }
  return code_of(GRIT_FORMAT_U6, grit_binary32_divide(value, unit));
}

static void encode_q4ks_superblock(const uint32_t* values, uint8_t* data, uint8_t* scales,
                                   uint8_t* pair, uint8_t* zeros) {
  enum { kBlocks = GRIT_Q4KS_SUPERBLOCK / GRIT_Q4KS_BLOCK, kNanScale = 0x7E00 };
  if (!all_finite(values, GRIT_Q4KS_SUPERBLOCK)) {
    memset(data, 0, GRIT_Q4KS_SUPERBLOCK / 2);
    memset(scales, 0, kBlocks);
    memset(zeros, 0, kBlocks);
    grit_store16(pair, kNanScale);
    grit_store16(pair + 2, 0);
    return;
  }
  uint32_t step[kBlocks];
  uint32_t offset[kBlocks];
  uint32_t max_step = 0;
  uint32_t max_offset = GRIT_BINARY32_SIGN;  // −0: what every block without negative values has
  for (size_t block = 0; block < kBlocks; ++block) {
    uint32_t low = 0;
    uint32_t high = 0;
    for (size_t i = block * GRIT_Q4KS_BLOCK; i < (block + 1) * GRIT_Q4KS_BLOCK; ++i) {
      low = grit_binary32_less(values[i], low) ? values[i] : low;
      high = grit_binary32_less(high, values[i]) ? values[i] : high;
    }
    step[block] = grit_binary32_divide(grit_binary32_subtract(high, low), number(15));
    offset[block] = grit_binary32_negate(low);
    max_step = grit_binary32_less(max_step, step[block]) ? step[block] : max_step;
    max_offset = grit_binary32_less(max_offset, offset[block]) ? offset[block] : max_offset;
  }
  const uint16_t d_code = q4ks_level1(max_step);
  const uint16_t dmin_code = q4ks_level1(max_offset);
  grit_store16(pair, d_code);
  grit_store16(pair + 2, dmin_code);
  const uint32_t d = grit_value_of(GRIT_FORMAT_BINARY16, d_code);
  const uint32_t dmin = grit_value_of(GRIT_FORMAT_BINARY16, dmin_code);
  for (size_t block = 0; block < kBlocks; ++block) {
    const uint32_t factor = q4ks_level0(step[block], d);
    const uint32_t zero_factor = q4ks_level0(offset[block], dmin);
    scales[block] = (uint8_t)factor;
    zeros[block] = (uint8_t)zero_factor;
    const uint32_t scale = grit_binary32_multiply(d, number(factor));
    const uint32_t zero = grit_binary32_multiply(dmin, number(zero_factor));
    for (size_t i = block * GRIT_Q4KS_BLOCK; i < (block + 1) * GRIT_Q4KS_BLOCK; ++i) {
      uint32_t code = 0;
      if (!grit_binary32_is_zero(scale)) {
        code = code_of(GRIT_FORMAT_U4,
                       grit_binary32_divide(grit_binary32_add(values[i], zero), scale));
      }
      grit_put_nibble(data, i, code);
    }
  }
}

// Q4KS (spec §9).
static void encode_q4ks(const uint32_t* values, size_t count, const struct grit_buffer* planes) {
  const size_t blocks = GRIT_Q4KS_SUPERBLOCK / GRIT_Q4KS_BLOCK;
  for (size_t super = 0; super < count / GRIT_Q4KS_SUPERBLOCK; ++super) {
    encode_q4ks_superblock(values + super * GRIT_Q4KS_SUPERBLOCK,
                           planes[GRIT_PLANE_DATA].data + super * GRIT_Q4KS_SUPERBLOCK / 2,
                           planes[GRIT_PLANE_SCALE0].data + super * blocks,
                           planes[GRIT_PLANE_SCALE1].data + super * 4,
                           planes[GRIT_PLANE_AUX].data + super * blocks);
  }
}

// The two positions of a quad that survive, ascending.
struct survivors {
  size_t first;
  size_t second;
};

static struct survivors surviving(const uint32_t* quad) {
  size_t largest = 0;
  size_t next = 0;
  uint32_t largest_magnitude = 0;
  uint32_t next_magnitude = 0;
  for (size_t i = 0; i < GRIT_QUAD; ++i) {
    const uint32_t magnitude =
        grit_binary32_is_nan(quad[i]) ? GRIT_BINARY32_INFINITY : grit_binary32_magnitude(quad[i]);
    // Ties keep the lower position, which came first.
    if (i == 0 || magnitude > largest_magnitude) {
      next = largest;
      next_magnitude = largest_magnitude;
      largest = i;
      largest_magnitude = magnitude;
    } else if (i == 1 || magnitude > next_magnitude) {
      next = i;
      next_magnitude = magnitude;
    }
  }
  return largest < next ? (struct survivors){largest, next} : (struct survivors){next, largest};
}

// The binary16 code of a block's scale from its surviving values.
static uint16_t i8s24_scale(const uint32_t* survivors, size_t count) {
  enum { kNanScale = 0x7E00, kSmallest = 0x0001 };
  if (!all_finite(survivors, count)) {
    return kNanScale;
  }
  const uint32_t amax = finite_amax(survivors, count);
  if (grit_binary32_is_zero(amax)) {
    return (uint16_t)code_of(GRIT_FORMAT_BINARY16, GRIT_BINARY32_ONE);
  }
  const uint32_t code = code_of(GRIT_FORMAT_BINARY16, grit_binary32_divide(amax, number(127)));
  return (uint16_t)(code != 0 ? code : kSmallest);
}

// I8S24 (spec §9).
static void encode_i8s24(const uint32_t* values, size_t count, const struct grit_buffer* planes) {
  enum { kSurvivors = GRIT_I8S24_BLOCK / 2 };
  for (size_t block = 0; block < count / GRIT_I8S24_BLOCK; ++block) {
    uint32_t kept[kSurvivors];
    for (size_t i = 0; i < GRIT_I8S24_BLOCK / GRIT_QUAD; ++i) {
      const size_t quad = block * (GRIT_I8S24_BLOCK / GRIT_QUAD) + i;
      const uint32_t* elements = values + quad * GRIT_QUAD;
      const struct survivors who = surviving(elements);
      kept[2 * i] = elements[who.first];
      kept[2 * i + 1] = elements[who.second];
      grit_put_nibble(planes[GRIT_PLANE_AUX].data, quad, (uint32_t)(who.first | who.second << 2));
    }
    const uint16_t scale_code = i8s24_scale(kept, kSurvivors);
    grit_store16(planes[GRIT_PLANE_SCALE0].data + block * 2, scale_code);
    uint8_t* codes = planes[GRIT_PLANE_DATA].data + block * kSurvivors;
    const uint32_t scale = grit_value_of(GRIT_FORMAT_BINARY16, scale_code);
    for (size_t i = 0; i < kSurvivors; ++i) {
      // A NaN scale makes every quotient NaN, which s8 refuses: the code stays 0.
      codes[i] = (uint8_t)code_of(GRIT_FORMAT_S8, grit_binary32_divide(kept[i], scale));
    }
  }
}

bool grit_encode(enum grit_registered_grade grade, const uint32_t* bits, int64_t count,
                 const struct grit_buffer planes[GRIT_PLANE_COUNT]) {
  uint64_t bytes[GRIT_PLANE_COUNT];
  if (!grit_codec_plane_bytes(grade, count, bytes)) {
    return false;
  }
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    if (planes[i].size != bytes[i]) {
      return false;
    }
  }
  const size_t n = (size_t)count;
  switch (grade) {
    case GRIT_GRADE_MXFP4:
      encode_mxfp4(GRIT_EXPONENT_FLOOR, bits, n, planes);
      return true;
    case GRIT_GRADE_MXFP4_RNE:
      encode_mxfp4(GRIT_EXPONENT_RNE, bits, n, planes);
      return true;
    case GRIT_GRADE_NVF4:
      encode_nvf4(false, bits, n, planes);
      return true;
    case GRIT_GRADE_NVF4_RTZ:
      encode_nvf4(true, bits, n, planes);
      return true;
    case GRIT_GRADE_Q4KS:
      encode_q4ks(bits, n, planes);
      return true;
    case GRIT_GRADE_I8S24:
      encode_i8s24(bits, n, planes);
      return true;
    case GRIT_GRADE_COUNT:
      break;
  }
  return false;
}
