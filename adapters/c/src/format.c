#include "grit_c/format.h"

#include <stddef.h>

#include "binary32.h"
#include "format_rounding.h"

// Bits of a format word.
enum {
  kInteger = 31,  // value of the precision field
  kHasInfinity = 1 << 10,
  kNanAllOnes = 1,  // values of the nan_enc field
  kNanBinade = 2,
  kNanReserved = 3,
  kUnsigned = 1 << 14
};

static unsigned precision_of(uint16_t word) { return word >> 5 & 31u; }
static unsigned nan_encoding_of(uint16_t word) { return word >> 11 & 3u; }

// Exponent bits of a float; 0 or less where there is no room for one.
static int exponent_bits_of(uint16_t word) {
  const int sign_bits = (word & kUnsigned) != 0 ? 0 : 1;
  return (int)grit_format_width(word) - sign_bits - ((int)precision_of(word) - 1);
}

// The lowest `count` bits set; count is 0 to 32.
static uint32_t ones(unsigned count) {
  return count < 32 ? (UINT32_C(1) << count) - 1 : UINT32_MAX;
}

unsigned grit_format_width(uint16_t word) { return (word & 31u) + 1; }

static const struct {
  uint16_t word;
  const char* token;
} kTokens[] = {
    {GRIT_FORMAT_E2M1, "e2m1"},
    {GRIT_FORMAT_E4M3, "e4m3"},
    {GRIT_FORMAT_E8M0, "e8m0"},
    {GRIT_FORMAT_BINARY16, "binary16"},
    {GRIT_FORMAT_BINARY32, "binary32"},
    {GRIT_FORMAT_U2, "u2"},
    {GRIT_FORMAT_U4, "u4"},
    {GRIT_FORMAT_U6, "u6"},
    {GRIT_FORMAT_U8, "u8"},
    {GRIT_FORMAT_S4, "s4"},
    {GRIT_FORMAT_S8, "s8"},
};

const char* grit_format_token(uint16_t word) {
  for (size_t i = 0; i < sizeof kTokens / sizeof kTokens[0]; ++i) {
    if (kTokens[i].word == word) {
      return kTokens[i].token;
    }
  }
  return NULL;
}

bool grit_format_decodable(uint16_t word) {
  if (word == GRIT_FORMAT_ABSENT || nan_encoding_of(word) == kNanReserved) {
    return false;
  }
  const unsigned precision = precision_of(word);
  return precision == 0 || precision == kInteger || exponent_bits_of(word) > 0;
}

static uint32_t decode_integer(uint16_t word, uint32_t code) {
  const unsigned width = grit_format_width(word);
  if ((word & kUnsigned) == 0 && code >> (width - 1) != 0) {
    return grit_binary32_round(true, (UINT64_C(1) << width) - code, 0);
  }
  return grit_binary32_round(false, code, 0);
}

static uint32_t decode_exponent_only(uint16_t word, uint32_t code) {
  const unsigned width = grit_format_width(word);
  if (code == ones(width) && nan_encoding_of(word) != 0) {
    return GRIT_BINARY32_NAN;
  }
  return grit_binary32_round(false, 1, (int64_t)code - ones(width - 1));
}

static uint32_t decode_float(uint16_t word, uint32_t code) {
  const unsigned mantissa_bits = precision_of(word) - 1;
  const unsigned exponent_bits = (unsigned)exponent_bits_of(word);
  const uint32_t mantissa = code & ones(mantissa_bits);
  // The field may be 32 bits wide, and the sign stands above it: shift as 64 bits.
  const uint32_t field = (uint32_t)((uint64_t)code >> mantissa_bits) & ones(exponent_bits);
  const bool negative = (word & kUnsigned) == 0 && code >> (grit_format_width(word) - 1) != 0;

  if (field == ones(exponent_bits)) {
    if ((word & kHasInfinity) != 0) {
      return mantissa != 0 ? GRIT_BINARY32_NAN
                           : GRIT_BINARY32_INFINITY | (negative ? GRIT_BINARY32_SIGN : 0);
    }
    if (nan_encoding_of(word) == kNanAllOnes && mantissa == ones(mantissa_bits)) {
      return GRIT_BINARY32_NAN;
    }
    if (nan_encoding_of(word) == kNanBinade && mantissa != 0) {
      return GRIT_BINARY32_NAN;
    }
  }
  const int64_t bias = ones(exponent_bits - 1);
  const uint64_t hidden = field == 0 ? 0 : UINT64_C(1) << mantissa_bits;
  const int64_t exponent = (field == 0 ? 1 : (int64_t)field) - bias - (int64_t)mantissa_bits;
  return grit_binary32_round(negative, hidden | mantissa, exponent);
}

bool grit_format_decode(uint16_t word, uint32_t code, uint32_t* bits) {
  if (!grit_format_decodable(word)) {
    return false;
  }
  const uint32_t masked = code & ones(grit_format_width(word));
  switch (precision_of(word)) {
    case kInteger:
      *bits = decode_integer(word, masked);
      break;
    case 0:
      *bits = decode_exponent_only(word, masked);
      break;
    default:
      *bits = decode_float(word, masked);
      break;
  }
  return true;
}

bool grit_format_encodable(uint16_t word) { return grit_format_token(word) != NULL; }

// The code of |bits|, finite, before clamping. Consecutive codes are consecutive values, so a carry
// out of the mantissa is the next binade, and a code above the largest one says "beyond it".
static uint64_t float_magnitude_code(uint16_t word, uint32_t bits, bool toward_zero) {
  const struct grit_magnitude value = grit_binary32_split(bits);
  if (value.significand == 0) {
    return 0;
  }
  const int mantissa_bits = (int)precision_of(word) - 1;
  const int bias = (int)ones((unsigned)exponent_bits_of(word) - 1);
  const int lowest_unit = 1 - bias - mantissa_bits;
  const int top = grit_top_bit(value.significand) + value.exponent;
  const int unit = top - mantissa_bits > lowest_unit ? top - mantissa_bits : lowest_unit;
  const int shift = unit - value.exponent;
  const uint64_t rounded = toward_zero ? grit_shift_toward_zero(value.significand, shift)
                                       : grit_shift_nearest(value.significand, shift);
  return ((uint64_t)(unit - lowest_unit) << mantissa_bits) + rounded;
}

// Codes of the largest finite magnitude, of NaN, and of infinity; 0, which no format uses for
// either, where there is none.
struct float_limits {
  uint32_t largest;
  uint32_t nan;
  uint32_t infinity;
};

static bool encode_float(uint16_t word, struct float_limits limits, uint32_t bits, bool toward_zero,
                         uint32_t* code) {
  if (grit_binary32_is_nan(bits)) {
    if (limits.nan == 0) {
      return false;
    }
    *code = limits.nan;
    return true;
  }
  uint32_t magnitude = limits.largest;
  if (grit_binary32_is_finite(bits)) {
    const uint64_t rounded = float_magnitude_code(word, bits, toward_zero);
    magnitude = rounded < limits.largest ? (uint32_t)rounded : limits.largest;
  } else if (limits.infinity != 0) {
    magnitude = limits.infinity;
  }
  const uint32_t sign = bits >> 31;
  *code = magnitude | sign << (grit_format_width(word) - 1);
  return true;
}

static uint32_t encode_e8m0(uint32_t bits) {
  enum { kBias = 127, kLargest = 0xFE, kNan = 0xFF };
  if (grit_binary32_is_nan(bits)) {
    return kNan;
  }
  if (grit_binary32_is_infinite(bits)) {
    return kLargest;
  }
  const struct grit_magnitude value = grit_binary32_split(bits);
  if (value.significand == 0) {
    return 0;
  }
  const int top = grit_top_bit(value.significand);
  const int code = top + value.exponent + kBias;
  if (code < 0) {
    return 0;
  }
  if (code >= kLargest) {
    return kLargest;
  }
  // Between 2^k and 2^(k+1) the middle is 1.5 × 2^k; a tie goes to the even code, not the even
  // value.
  const uint32_t twice = value.significand * 2;
  const uint32_t middle = UINT32_C(3) << top;
  const bool up = twice > middle || (twice == middle && code % 2 != 0);
  return (uint32_t)code + (up ? 1 : 0);
}

static bool encode_integer(uint16_t word, uint32_t bits, uint32_t* code) {
  if (grit_binary32_is_nan(bits)) {
    return false;
  }
  const unsigned width = grit_format_width(word);
  const bool is_unsigned = (word & kUnsigned) != 0;
  const uint32_t largest = ones(is_unsigned ? width : width - 1);
  uint32_t magnitude = largest;
  if (grit_binary32_is_finite(bits)) {
    const struct grit_magnitude value = grit_binary32_split(bits);
    if (value.exponent < 0) {  // otherwise a significand of 24 bits is beyond 8 bits
      const uint64_t rounded = grit_shift_nearest(value.significand, -value.exponent);
      magnitude = rounded < largest ? (uint32_t)rounded : largest;
    }
  }
  if ((bits & GRIT_BINARY32_SIGN) == 0) {
    *code = magnitude;
  } else {
    *code = is_unsigned ? 0 : (0 - magnitude) & ones(width);
  }
  return true;
}

bool grit_format_encode(uint16_t word, uint32_t bits, uint32_t* code) {
  static const struct float_limits e2m1 = {0x7, 0, 0};
  static const struct float_limits e4m3 = {0x7E, 0x7F, 0};
  static const struct float_limits binary16 = {0x7BFF, 0x7E00, 0x7C00};
  static const struct float_limits binary32 = {0x7F7FFFFF, 0x7FC00000, 0x7F800000};
  switch (word) {
    case GRIT_FORMAT_E2M1:
      return encode_float(word, e2m1, bits, false, code);
    case GRIT_FORMAT_E4M3:
      return encode_float(word, e4m3, bits, false, code);
    case GRIT_FORMAT_BINARY16:
      return encode_float(word, binary16, bits, false, code);
    case GRIT_FORMAT_BINARY32:
      return encode_float(word, binary32, bits, false, code);
    case GRIT_FORMAT_E8M0:
      *code = encode_e8m0(bits);
      return true;
    default:
      return grit_format_encodable(word) && encode_integer(word, bits, code);
  }
}

bool grit_e2m1_encode_toward_zero(uint32_t bits, uint32_t* code) {
  static const struct float_limits limits = {0x7, 0, 0};
  return encode_float(GRIT_FORMAT_E2M1, limits, bits, true, code);
}
