#include "harness/reference/uint128.h"

#include <gtest/gtest.h>

namespace grit::reference {
namespace {

TEST(Uint128, CarriesAcrossTheMiddle) {
  EXPECT_EQ(add(Uint128{UINT64_MAX}, Uint128{1}), Uint128(1, 0));
  EXPECT_EQ(multiply(Uint128{UINT64_MAX}, 255), Uint128(254, UINT64_MAX - 254));
  EXPECT_EQ(multiply(Uint128(1, 0), 3), Uint128(3, 0));
  EXPECT_EQ(multiply(Uint128{0xFFFFFFFFFFFFFFFF}, 0xFFFFFFFF),
            Uint128(0xFFFFFFFE, 0xFFFFFFFF00000001));
}

TEST(Uint128, RoundsBitsUpToBytes) {
  EXPECT_EQ(ceil_div8(Uint128{}), Uint128{});
  EXPECT_EQ(ceil_div8(Uint128{1}), Uint128{1});
  EXPECT_EQ(ceil_div8(Uint128{8}), Uint128{1});
  EXPECT_EQ(ceil_div8(Uint128{9}), Uint128{2});
  EXPECT_EQ(ceil_div8(Uint128(1, 0)), Uint128{std::uint64_t{1} << 61});
  EXPECT_EQ(ceil_div8(Uint128(15, UINT64_MAX)), Uint128(2, 0));
}

TEST(Uint128, ComparesByValue) { EXPECT_LT(Uint128{UINT64_MAX}, Uint128(1, 0)); }

}  // namespace
}  // namespace grit::reference
