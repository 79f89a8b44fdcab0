// Blocks packed by hand from spec §12.3.
#include "harness/reference/ggml_blocks.h"

#include <gtest/gtest.h>

#include "harness/reference/test_views.h"

namespace grit::reference {
namespace {

TEST(GgmlBlocks, Mxfp4) {
  // Codes 0 … 15, then 15 … 0.
  const PlaneBuffers planes =
      planes_of({.data = "1032547698badcfe efcdab8967452301", .scale0 = "80"});
  const auto blocks = from_hex("80 f0e1d2c3b4a59687 78695a4b3c2d1e0f");
  EXPECT_EQ(pack_blocks(BlockKind::kMxfp4, borrow(planes), 32), blocks);
  EXPECT_EQ(unpack_blocks(BlockKind::kMxfp4, blocks, 32), planes);
}

TEST(GgmlBlocks, Q8_0) {
  PlaneBuffers planes;
  planes[0] = counting(64, 1);
  planes[1] = from_hex("003c 0040");
  const auto blocks = pack_blocks(BlockKind::kQ8_0, borrow(planes), 64);
  ASSERT_EQ(blocks.size(), 68u);
  EXPECT_EQ(to_hex(std::span(blocks).first(4)), "003c0102");
  EXPECT_EQ(to_hex(std::span(blocks).subspan(34, 4)), "00402122");
  EXPECT_EQ(unpack_blocks(BlockKind::kQ8_0, blocks, 64), planes);
}

TEST(GgmlBlocks, Q4kScalesInTwelveBytes) {
  const Q4kScales scales{{1, 2, 3, 4, 33, 50, 63, 16}, {5, 6, 7, 8, 10, 27, 44, 61}};
  const auto q = array_from_hex<12>("81c2c344 054687c8 a1b2cfd0");
  EXPECT_EQ(pack_q4k_scales(scales), q);
  EXPECT_EQ(unpack_q4k_scales(q), scales);
}

TEST(GgmlBlocks, Q4k) {
  // Element i has the code i / 32 mod 16 (so group j has the code j), but elements 0 and 255.
  PlaneBuffers planes;
  for (unsigned group = 0; group < 8; ++group) {
    const auto codes = filled(16, group * 0x11);
    planes[0].insert(planes[0].end(), codes.begin(), codes.end());
  }
  planes[0][0] = std::byte{0x0F};                   // element 0 is 15, element 1 is 0
  planes[0][127] = std::byte{0x97};                 // element 254 is 7, element 255 is 9
  planes[1] = from_hex("c1 02 03 04 21 32 3f 10");  // the two high bits have no place in a block
  planes[2] = from_hex("0034 0030");
  planes[3] = from_hex("05 06 07 08 0a 1b 2c fd");
  const auto blocks = pack_blocks(BlockKind::kQ4_K, borrow(planes), 256);
  ASSERT_EQ(blocks.size(), 144u);
  EXPECT_EQ(to_hex(std::span(blocks).first(16)),
            "00340030"
            "81c2c344"
            "054687c8"
            "a1b2cfd0");
  const auto codes = std::span(blocks).subspan(16);
  EXPECT_EQ(codes[0], std::byte{0x1F});  // element 32 (group 1) high, element 0 low
  EXPECT_EQ(codes[1], std::byte{0x10});
  EXPECT_EQ(codes[31], std::byte{0x10});
  EXPECT_EQ(codes[32], std::byte{0x32});   // elements 64 and 96
  EXPECT_EQ(codes[127], std::byte{0x96});  // elements 223 (group 6) and 255
  PlaneBuffers clean = planes;
  clean[1][0] = std::byte{0x01};
  clean[3][7] = std::byte{0x3D};
  EXPECT_EQ(unpack_blocks(BlockKind::kQ4_K, blocks, 256), clean);
}

}  // namespace
}  // namespace grit::reference
