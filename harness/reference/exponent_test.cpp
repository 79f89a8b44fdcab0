// Values by hand from spec §9; the oracle of the sweep is exact binary64 arithmetic.
#include "harness/reference/exponent.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace grit::reference {
namespace {

TEST(Exponent, PowersOfTwoAgreeUnderEveryRule) {
  for (int e = -149; e <= 127; ++e) {
    const auto bits = std::bit_cast<std::uint32_t>(std::ldexp(1.0f, e));
    EXPECT_EQ(shared_exponent(ExponentRule::kFloor, bits), e);
    EXPECT_EQ(shared_exponent(ExponentRule::kCeil, bits), e);
    EXPECT_EQ(shared_exponent(ExponentRule::kRne, bits), e);
  }
}

TEST(Exponent, SquareRootOfTwoIsTheCutOfRne) {
  // 0x3FB504F3 is the largest binary32 below sqrt(2).
  EXPECT_EQ(shared_exponent(ExponentRule::kRne, 0x3FB504F3), 0);
  EXPECT_EQ(shared_exponent(ExponentRule::kRne, 0x3FB504F4), 1);
  EXPECT_EQ(shared_exponent(ExponentRule::kCeil, 0x3F800001), 1);
  EXPECT_EQ(shared_exponent(ExponentRule::kFloor, 0x3FFFFFFF), 0);
  EXPECT_EQ(shared_exponent(ExponentRule::kCeil, 0x7F7FFFFF), 128);
  // Subnormals: 3 * 2^-149 has f = 1.5, f*f = 2.25.
  EXPECT_EQ(shared_exponent(ExponentRule::kFloor, 3), -148);
  EXPECT_EQ(shared_exponent(ExponentRule::kCeil, 3), -147);
  EXPECT_EQ(shared_exponent(ExponentRule::kRne, 3), -147);
  EXPECT_EQ(shared_exponent(ExponentRule::kRne, 5), -147);  // f = 1.25
}

TEST(Exponent, AgreesWithBinary64OnRandomMagnitudes) {
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random() & 0x7FFFFFFF);
    if (bits == 0 || bits >= 0x7F800000) continue;
    int e = 0;
    const double f = 2 * std::frexp(static_cast<double>(std::bit_cast<float>(bits)), &e);
    ASSERT_EQ(shared_exponent(ExponentRule::kFloor, bits), e - 1);
    ASSERT_EQ(shared_exponent(ExponentRule::kCeil, bits), e - 1 + (f > 1));
    ASSERT_EQ(shared_exponent(ExponentRule::kRne, bits), e - 1 + (f * f > 2));
  }
}

TEST(Exponent, RefusesWhatHasNoLogarithm) {
  for (const std::uint32_t bits :
       {0u, 0x80000000u, 0xBF800000u, 0x7F800000u, 0xFF800000u, 0x7FC00000u, 0x7F800001u}) {
    EXPECT_EQ(shared_exponent(ExponentRule::kFloor, bits), std::nullopt);
  }
  EXPECT_EQ(exponent_rule_from_code(2), ExponentRule::kRne);
  EXPECT_EQ(exponent_rule_from_code(3), std::nullopt);
}

}  // namespace
}  // namespace grit::reference
