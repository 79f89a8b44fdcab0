// binary32 arithmetic on bit patterns, in integers.
//
// The specification fixes every bit of decode and encode. Done in integers, the result depends
// neither on the rounding mode, flush-to-zero or excess precision of the host, nor on a compiler
// that may fuse or rewrite floating-point expressions. Every NaN produced is 0x7fc00000.
#ifndef GRIT_C_SRC_BINARY32_H_
#define GRIT_C_SRC_BINARY32_H_

#include <stdbool.h>
#include <stdint.h>

#define GRIT_BINARY32_NAN UINT32_C(0x7FC00000)
#define GRIT_BINARY32_INFINITY UINT32_C(0x7F800000)
#define GRIT_BINARY32_SIGN UINT32_C(0x80000000)
#define GRIT_BINARY32_ONE UINT32_C(0x3F800000)

// The magnitude of a finite value: significand × 2^exponent, significand below 2^24.
struct grit_magnitude {
  uint32_t significand;
  int exponent;
};

static inline bool grit_binary32_is_nan(uint32_t bits) {
  return (bits & ~GRIT_BINARY32_SIGN) > GRIT_BINARY32_INFINITY;
}

static inline bool grit_binary32_is_infinite(uint32_t bits) {
  return (bits & ~GRIT_BINARY32_SIGN) == GRIT_BINARY32_INFINITY;
}

static inline bool grit_binary32_is_finite(uint32_t bits) {
  return (bits & ~GRIT_BINARY32_SIGN) < GRIT_BINARY32_INFINITY;
}

static inline bool grit_binary32_is_zero(uint32_t bits) {
  return (bits & ~GRIT_BINARY32_SIGN) == 0;
}

static inline uint32_t grit_binary32_magnitude(uint32_t bits) { return bits & ~GRIT_BINARY32_SIGN; }

static inline uint32_t grit_binary32_negate(uint32_t bits) { return bits ^ GRIT_BINARY32_SIGN; }

// Position of the highest set bit; value must not be 0.
int grit_top_bit(uint64_t value);

// value / 2^shift, rounded half to even, or toward zero. A negative shift multiplies; the product
// must fit.
uint64_t grit_shift_nearest(uint64_t value, int64_t shift);
uint64_t grit_shift_toward_zero(uint64_t value, int64_t shift);

// `bits` must be finite.
struct grit_magnitude grit_binary32_split(uint32_t bits);

// ±significand × 2^exponent rounded once to binary32; beyond its range, infinity.
uint32_t grit_binary32_round(bool negative, uint64_t significand, int64_t exponent);

uint32_t grit_binary32_multiply(uint32_t a, uint32_t b);
uint32_t grit_binary32_divide(uint32_t a, uint32_t b);
uint32_t grit_binary32_add(uint32_t a, uint32_t b);
uint32_t grit_binary32_subtract(uint32_t a, uint32_t b);

// a < b as numbers; neither may be NaN.
bool grit_binary32_less(uint32_t a, uint32_t b);

#endif  // GRIT_C_SRC_BINARY32_H_
