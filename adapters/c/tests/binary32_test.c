// The integer arithmetic against the host's: IEEE 754 defines both, and the host's default
// environment is round to nearest even with gradual underflow. Nothing else here uses float.
#include "src/binary32.h"

#include <string.h>

#include "expect.h"

static float to_float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// Bits of a result, every NaN as the canonical one.
static uint32_t to_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return grit_binary32_is_nan(bits) ? GRIT_BINARY32_NAN : bits;
}

static void compare(struct test* test, uint32_t a, uint32_t b) {
  const float x = to_float(a);
  const float y = to_float(b);
  // volatile: a compiler may not merge two of these into one rounding or rewrite their signs. Where
  // the host computes in a wider format (x87; double on s390x), storing rounds once more, which
  // changes no result of one operation: 53 bits and more are enough for the two operands' 24 each.
  volatile float product = x * y;
  volatile float quotient = x / y;
  volatile float sum = x + y;
  volatile float difference = x - y;
  EXPECT_EQ(test, grit_binary32_multiply(a, b), to_bits(product));
  EXPECT_EQ(test, grit_binary32_divide(a, b), to_bits(quotient));
  EXPECT_EQ(test, grit_binary32_add(a, b), to_bits(sum));
  EXPECT_EQ(test, grit_binary32_subtract(a, b), to_bits(difference));
  if (!grit_binary32_is_nan(a) && !grit_binary32_is_nan(b)) {
    EXPECT_EQ(test, grit_binary32_less(a, b), x < y);
  }
}

// Numbers at the edges of the format, each with both signs.
static void compare_edges(struct test* test) {
  static const uint32_t edges[] = {0,          1,          2,          0x007FFFFF, 0x00800000,
                                   0x00800001, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x3FC00000,
                                   0x4B000001, 0x33800000, 0x7EFFFFFF, 0x7F7FFFFF, 0x7F800000,
                                   0x7F800001, 0x7FC00000, 0x7FFFFFFF, 0x0B400000, 0x34000000};
  enum { kCount = sizeof edges / sizeof edges[0] };
  for (unsigned i = 0; i < 2 * kCount; ++i) {
    for (unsigned j = 0; j < 2 * kCount; ++j) {
      compare(test, edges[i / 2] | (i % 2 != 0 ? GRIT_BINARY32_SIGN : 0),
              edges[j / 2] | (j % 2 != 0 ? GRIT_BINARY32_SIGN : 0));
    }
  }
}

void test_binary32(struct test* test) {
  uint64_t state = 1;
  compare_edges(test);
  for (unsigned i = 0; i < 300000; ++i) {
    const uint64_t r = next_random(&state);
    const uint32_t a = (uint32_t)(r >> 32);
    uint32_t b = (uint32_t)(r & UINT32_MAX);
    if (i % 3 == 1) {  // a neighbouring exponent, where sums cancel and carry
      b = (b & 0x807FFFFF) | ((a & 0x7F800000) ^ (b & 0x03000000));
    } else if (i % 3 == 2) {  // an exponent whose product or quotient is near the subnormals
      b = (b & 0x807FFFFF) | (0x7F000000 - (a & 0x7F800000) + (b & 0x01800000)) % 0x7F800000;
    }
    compare(test, a, b);
  }
  // 2^-150 is a tie between 0 and 2^-149; anything more is not.
  EXPECT_EQ(test, grit_binary32_round(false, 1, -150), 0);
  EXPECT_EQ(test, grit_binary32_round(true, 3, -151), 0x80000001);
  EXPECT_EQ(test, grit_binary32_round(false, 3, -150), 2);  // 1.5 × 2^-149, tie to even
  EXPECT_EQ(test, grit_binary32_round(false, 1, -INT64_C(2147483647)), 0);
  EXPECT_EQ(test, grit_binary32_round(false, 1, INT64_C(2147483648)), 0x7F800000);
  EXPECT_EQ(test, grit_binary32_round(false, UINT64_MAX, 0), 0x5F800000);   // 2^64
  EXPECT_EQ(test, grit_binary32_round(false, 0x1FFFFFF, 103), 0x7F800000);  // rounds up to 2^128
}
