// Addresses by hand from spec §12.2.2, with more than 128 lines and a width that is no multiple
// of 4.
#include "harness/reference/swizzle.h"

#include <gtest/gtest.h>

#include "harness/reference/test_views.h"

namespace grit::reference {
namespace {

TEST(Swizzle, Addresses) {
  // 130 lines of 5 bytes, padded to 256 by 8.
  EXPECT_EQ(swizzled_offset(0, 0, 5), 0u);
  EXPECT_EQ(swizzled_offset(33, 2, 5), 22u);     // 1 * 16 + 1 * 4 + 2
  EXPECT_EQ(swizzled_offset(127, 3, 5), 511u);   // 31 * 16 + 3 * 4 + 3
  EXPECT_EQ(swizzled_offset(0, 4, 5), 512u);     // the next tile to the right
  EXPECT_EQ(swizzled_offset(128, 0, 5), 1024u);  // the next row of tiles: two tiles on
  EXPECT_EQ(swizzled_offset(129, 4, 5), 1552u);  // 3 * 512 + 16
}

TEST(Swizzle, LengthsAreExact) {
  EXPECT_EQ(swizzled_bytes(130, 5), Uint128{2048});
  EXPECT_EQ(swizzled_bytes(1, 1), Uint128{512});
  EXPECT_EQ(swizzled_bytes(128, 4), Uint128{512});
  EXPECT_EQ(swizzled_bytes(0, 1), Uint128{0});
  // 2^63 - 1 lines of one byte: 2^56 tiles of 512 bytes are 2^65.
  EXPECT_EQ(swizzled_bytes((std::uint64_t{1} << 63) - 1, 1), (Uint128{2, 0}));
  EXPECT_EQ(swizzled_bytes(1, (std::uint64_t{1} << 63) - 1), (Uint128{1024 / 16, 0}));
}

TEST(Swizzle, PaddingIsWrittenAsZeroAndNotRead) {
  const std::vector<std::byte> plane = counting(130 * 5, 1);
  std::vector<std::byte> stored = swizzle(plane, 130, 5);
  ASSERT_EQ(stored.size(), 2048u);
  EXPECT_EQ(stored[22], plane[33 * 5 + 2]);
  EXPECT_EQ(stored[1552], plane[129 * 5 + 4]);
  EXPECT_EQ(stored[513], std::byte{0});   // (0, 5)
  EXPECT_EQ(stored[1056], std::byte{0});  // (130, 0)
  stored[513] = stored[1056] = std::byte{0xEE};
  EXPECT_EQ(unswizzle(stored, 130, 5), plane);
}

}  // namespace
}  // namespace grit::reference
