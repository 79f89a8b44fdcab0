// The oracle of the random tests is the hardware: IEEE-754 binary32 on the machine that runs them.
#include "harness/reference/binary32.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <random>

namespace grit::reference {
namespace {

static_assert(std::numeric_limits<float>::is_iec559);

std::uint32_t canonical_bits(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return is_nan32(bits) ? kNan32 : bits;
}

float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// volatile keeps the operation in the hardware and out of the optimiser.
std::uint32_t hardware(char operation, std::uint32_t a, std::uint32_t b) {
  const volatile float x = as_float(a);
  const volatile float y = as_float(b);
  switch (operation) {
    case '+':
      return canonical_bits(x + y);
    case '-':
      return canonical_bits(x - y);
    case '*':
      return canonical_bits(x * y);
    default:
      return canonical_bits(x / y);
  }
}

void expect_as_hardware(std::uint32_t a, std::uint32_t b) {
  ASSERT_EQ(add32(a, b), hardware('+', a, b)) << std::hex << a << " + " << b;
  ASSERT_EQ(subtract32(a, b), hardware('-', a, b)) << std::hex << a << " - " << b;
  ASSERT_EQ(multiply32(a, b), hardware('*', a, b)) << std::hex << a << " * " << b;
  ASSERT_EQ(divide32(a, b), hardware('/', a, b)) << std::hex << a << " / " << b;
  if (!is_nan32(a) && !is_nan32(b)) {
    ASSERT_EQ(less32(a, b), as_float(a) < as_float(b)) << std::hex << a << " < " << b;
  }
}

TEST(Binary32, AgreesWithHardwareOnSpecialValues) {
  const std::uint32_t magnitudes[] = {0,          1,          2,          0x007FFFFF, 0x00800000,
                                      0x00800001, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x34000000,
                                      0x33FFFFFF, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC00000,
                                      0x7FFFFFFF, 0x4B000000, 0x4B800000, 0x5F000000, 0x20000000};
  for (const std::uint32_t a : magnitudes) {
    for (const std::uint32_t b : magnitudes) {
      for (const std::uint32_t signs : {0u, 1u, 2u, 3u}) {
        expect_as_hardware(a | (signs & 1) << 31, b | (signs & 2) << 30);
      }
    }
  }
}

TEST(Binary32, AgreesWithHardwareOnRandomPatterns) {
  std::mt19937 random(20240501);
  for (int i = 0; i < 1000000; ++i) {
    const auto a = static_cast<std::uint32_t>(random());
    const auto b = static_cast<std::uint32_t>(random());
    expect_as_hardware(a, b);
    // The same mantissas with exponents up to 63 apart, where rounding and cancellation happen.
    const std::uint32_t near = (a & 0x7F800000) - (static_cast<std::uint32_t>(random() & 63) << 23);
    expect_as_hardware(a, (b & 0x807FFFFF) | (near & 0x7F800000));
    // Few significant bits: exact results and ties.
    expect_as_hardware(a & 0xFFF80000, b & 0xFFF00000);
    // Subnormal operands.
    expect_as_hardware(a & 0x80FFFFFF, b & 0x80FFFFFF);
  }
}

TEST(Binary32, RoundsToNearestEvenOnce) {
  // By hand: 2^24 + 1 and 2^24 + 3 are ties at the 24th bit.
  EXPECT_EQ(round_to_binary32(false, (1u << 24) + 1, 0), 0x4B800000u);
  EXPECT_EQ(round_to_binary32(false, (1u << 24) + 3, 0), 0x4B800002u);
  EXPECT_EQ(round_to_binary32(false, 0xFFFFFFFFFFFFFFFF, 0), 0x5F800000u);  // 2^64
  EXPECT_EQ(round_to_binary32(false, 1, -149), 1u);
  EXPECT_EQ(round_to_binary32(false, 1, -150), 0u);  // tie to even
  EXPECT_EQ(round_to_binary32(false, 3, -151), 1u);
  EXPECT_EQ(round_to_binary32(true, 1, -2000000000), 0x80000000u);
  EXPECT_EQ(round_to_binary32(true, 1, 128), 0xFF800000u);
  EXPECT_EQ(round_to_binary32(false, 0x1FFFFFF, 103), 0x7F800000u);  // rounds up to 2^128
  EXPECT_EQ(round_to_binary32(false, 0, 4000000000), 0u);
  EXPECT_EQ(round_to_binary32(false, std::uint64_t{1} << 63, -213), 0u);  // 2^-150, a tie
  EXPECT_EQ(round_to_binary32(false, std::uint64_t{1} << 63, -213, true), 1u);
}

TEST(Binary32, EveryNanResultIsCanonical) {
  // The cases where x86 would give 0xFFC00000, or where an optimiser may flip a sign.
  EXPECT_EQ(multiply32(0x7F800000, 0x80000000), kNan32);
  EXPECT_EQ(multiply32(0xFFC00001, 0xBF800000), kNan32);
  EXPECT_EQ(subtract32(0x7F800000, 0x7F800000), kNan32);
  EXPECT_EQ(divide32(0, 0x80000000), kNan32);
}

}  // namespace
}  // namespace grit::reference
