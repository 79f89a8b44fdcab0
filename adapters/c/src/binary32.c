#include "binary32.h"

enum { kFractionBits = 23, kMinExponent = -149, kMaxTopExponent = 127 };

int grit_top_bit(uint64_t value) {
  int top = 0;
  for (int step = 32; step > 0; step /= 2) {
    if (value >> step != 0) {
      value >>= step;
      top += step;
    }
  }
  return top;
}

uint64_t grit_shift_toward_zero(uint64_t value, int64_t shift) {
  if (shift <= 0) {
    return value << -shift;
  }
  return shift < 64 ? value >> shift : 0;
}

uint64_t grit_shift_nearest(uint64_t value, int64_t shift) {
  if (shift <= 0) {
    return value << -shift;
  }
  if (shift > 64) {  // below one half
    return 0;
  }
  const uint64_t half = UINT64_C(1) << (shift - 1);
  const uint64_t quotient = grit_shift_toward_zero(value, shift);
  const uint64_t rest = shift == 64 ? value : value & (half * 2 - 1);
  const bool up = rest > half || (rest == half && (quotient & 1) != 0);
  return quotient + (up ? 1 : 0);
}

struct grit_magnitude grit_binary32_split(uint32_t bits) {
  const int field = (int)(bits >> kFractionBits & 0xFF);
  const uint32_t fraction = bits & 0x7FFFFF;
  if (field == 0) {
    return (struct grit_magnitude){fraction, kMinExponent};
  }
  return (struct grit_magnitude){fraction | 0x800000, field + kMinExponent - 1};
}

uint32_t grit_binary32_round(bool negative, uint64_t significand, int64_t exponent) {
  const uint32_t sign = negative ? GRIT_BINARY32_SIGN : 0;
  if (significand == 0) {
    return sign;
  }
  const int64_t top = grit_top_bit(significand) + exponent;
  if (top > kMaxTopExponent) {
    return sign | GRIT_BINARY32_INFINITY;
  }
  const int64_t unit = top - kFractionBits > kMinExponent ? top - kFractionBits : kMinExponent;
  const uint64_t rounded = grit_shift_nearest(significand, unit - exponent);
  // A normal significand brings its leading bit, 1 << 23, along: it counts up the exponent field,
  // as a carry out of the rounding does. So the sum is right for subnormals and infinity alike.
  return sign | (uint32_t)(((uint64_t)(unit - kMinExponent) << kFractionBits) + rounded);
}

uint32_t grit_binary32_multiply(uint32_t a, uint32_t b) {
  const uint32_t sign = (a ^ b) & GRIT_BINARY32_SIGN;
  if (grit_binary32_is_nan(a) || grit_binary32_is_nan(b)) {
    return GRIT_BINARY32_NAN;
  }
  if (grit_binary32_is_infinite(a) || grit_binary32_is_infinite(b)) {
    const bool by_zero = grit_binary32_is_zero(a) || grit_binary32_is_zero(b);
    return by_zero ? GRIT_BINARY32_NAN : sign | GRIT_BINARY32_INFINITY;
  }
  const struct grit_magnitude x = grit_binary32_split(a);
  const struct grit_magnitude y = grit_binary32_split(b);
  return grit_binary32_round(sign != 0, (uint64_t)x.significand * y.significand,
                             x.exponent + y.exponent);
}

uint32_t grit_binary32_divide(uint32_t a, uint32_t b) {
  const uint32_t sign = (a ^ b) & GRIT_BINARY32_SIGN;
  if (grit_binary32_is_nan(a) || grit_binary32_is_nan(b)) {
    return GRIT_BINARY32_NAN;
  }
  if (grit_binary32_is_infinite(a)) {
    return grit_binary32_is_infinite(b) ? GRIT_BINARY32_NAN : sign | GRIT_BINARY32_INFINITY;
  }
  if (grit_binary32_is_zero(b)) {
    return grit_binary32_is_zero(a) ? GRIT_BINARY32_NAN : sign | GRIT_BINARY32_INFINITY;
  }
  if (grit_binary32_is_infinite(b) || grit_binary32_is_zero(a)) {
    return sign;
  }
  const struct grit_magnitude x = grit_binary32_split(a);
  const struct grit_magnitude y = grit_binary32_split(b);
  const int scale_x = 63 - grit_top_bit(x.significand);
  const int scale_y = kFractionBits - grit_top_bit(y.significand);
  const uint64_t dividend = (uint64_t)x.significand << scale_x;
  const uint64_t divisor = (uint64_t)y.significand << scale_y;
  // The quotient has at least 39 bits, far more than the 25 that decide the rounding; its lowest
  // bit may therefore stand for everything behind it.
  const uint64_t sticky = dividend % divisor != 0 ? 1 : 0;
  return grit_binary32_round(sign != 0, (dividend / divisor) | sticky,
                             (x.exponent - scale_x) - (y.exponent - scale_y));
}

uint32_t grit_binary32_add(uint32_t a, uint32_t b) {
  if (grit_binary32_is_nan(a) || grit_binary32_is_nan(b)) {
    return GRIT_BINARY32_NAN;
  }
  if (grit_binary32_is_infinite(a)) {
    return grit_binary32_is_infinite(b) && a != b ? GRIT_BINARY32_NAN : a;
  }
  if (grit_binary32_magnitude(a) < grit_binary32_magnitude(b)) {
    return grit_binary32_add(b, a);
  }
  if (grit_binary32_is_zero(b)) {
    return grit_binary32_is_zero(a) ? a & b : a;  // −0 only as the sum of two −0
  }
  const struct grit_magnitude x = grit_binary32_split(a);
  const struct grit_magnitude y = grit_binary32_split(b);
  const int distance = x.exponent - y.exponent;
  if (distance > 39) {  // b is below a quarter of the last place of a
    return a;
  }
  const uint64_t larger = (uint64_t)x.significand << distance;
  const bool negative = (a & GRIT_BINARY32_SIGN) != 0;
  if (((a ^ b) & GRIT_BINARY32_SIGN) == 0) {
    return grit_binary32_round(negative, larger + y.significand, y.exponent);
  }
  const uint64_t difference = larger - y.significand;
  return grit_binary32_round(negative && difference != 0, difference, y.exponent);
}

uint32_t grit_binary32_subtract(uint32_t a, uint32_t b) {
  return grit_binary32_is_nan(b) ? GRIT_BINARY32_NAN
                                 : grit_binary32_add(a, grit_binary32_negate(b));
}

bool grit_binary32_less(uint32_t a, uint32_t b) {
  if (grit_binary32_is_zero(a) && grit_binary32_is_zero(b)) {
    return false;
  }
  const bool negative_a = (a & GRIT_BINARY32_SIGN) != 0;
  const bool negative_b = (b & GRIT_BINARY32_SIGN) != 0;
  if (negative_a != negative_b) {
    return negative_a;
  }
  return negative_a ? b < a : a < b;
}
