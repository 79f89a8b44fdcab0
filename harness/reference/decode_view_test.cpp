// Values by hand from spec §11.5 to §11.7; the laws of §11.8 by their numbers.
#include "harness/reference/decode_view.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <vector>

#include "harness/reference/binary32.h"
#include "harness/reference/decode.h"
#include "harness/reference/registry.h"
#include "harness/reference/sizes.h"
#include "harness/reference/test_views.h"

namespace grit::reference {
namespace {

using Words = std::vector<std::uint32_t>;

Words floats(const std::vector<float>& values) {
  Words words;
  for (const float value : values) words.push_back(std::bit_cast<std::uint32_t>(value));
  return words;
}

Words decoded(const GradedArray& array) {
  const auto values = decode_view(array.view());
  EXPECT_TRUE(values.has_value()) << refusal_name(values.error());
  return values.value_or(Words{});
}

constexpr std::string_view kL6Grade =
    "grit1(e=u8,k0=1,s0=u8,k1=1,s1=binary16,zp=u8,zps=l1,esr=affineminmax)";

TEST(DecodeView, L6NothingIsFused) {
  // Spec §11.8: 45209714/1024 - 43030/1024 rounds twice; fused it would be 0x472c4c17.
  const GradedArray array =
      graded(kL6Grade, {1}, 0, {.data = "79", .scale0 = "7f", .scale1 = "bf41773e", .aux = "1a"});
  EXPECT_EQ(array.array.descriptor.grade_id, 0x8b855ee77b06c9ecu);
  EXPECT_EQ(decoded(array), Words{0x472C4C16});
}

TEST(DecodeView, L8NoRoundingModeReachesIt) {
  const GradedArray array =
      graded(kL6Grade, {1}, 0, {.data = "79", .scale0 = "7f", .scale1 = "bf41773e", .aux = "1a"});
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    const Words values = decoded(array);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(values, Words{0x472C4C16});
  }
}

TEST(DecodeView, L5OutermostScaleFirst) {
  // s1 = 2^-149, s0 = 2^-9: their product rounds to 0, and 0 * 448 is 0. s0 * e first would be 448
  // * 2^-9 = 0.875, and the result 2^-149.
  const GradedArray array = graded("grit1(e=e4m3,k0=1,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)",
                                   {1}, 0, {.data = "7e", .scale0 = "01", .scale1 = "01000000"});
  EXPECT_EQ(decoded(array), Words{0});
}

TEST(DecodeView, RegisteredGradesAreThoseOfDecode) {
  // Against decode (spec §8), which shares the arithmetic and the formats, and nothing of the way
  // from planes to codes.
  for (const RegistryEntry& entry : registry()) {
    const Descriptor d = canonical_descriptor(entry.grade);
    const std::vector<std::int64_t> shape{512};
    const auto sizes_of = sizes(d, shape);
    PlaneBuffers planes;
    for (std::size_t i = 0; i < kPlaneCount; ++i) {
      planes[i] = counting(static_cast<std::size_t>(sizes_of->plane_bytes[i].low),
                           static_cast<unsigned>(37 * i + 3));
    }
    const GradedArray array{std::string(entry.canonical), {d, shape, planes}};
    const auto expected = decode(entry.grade, 512, borrow(planes));
    ASSERT_TRUE(expected.has_value());
    EXPECT_EQ(decoded(array), *expected) << entry.name;
  }
}

TEST(DecodeView, SharedZeroPointMinusOneDoesNotWrap) {
  constexpr std::string_view kGrade =
      "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)";
  // Codes 0, 8, 15, 7; s0 = 0.5; zero point 7 (its high bits are ignored), so z = 8.
  GradedArray array = graded(kGrade, {4}, 0, {.data = "807f", .scale0 = "0038", .aux = "f7"});
  EXPECT_EQ(decoded(array), floats({-4, 0, 3.5f, -.5f}));
  array.planes()[3] = from_hex("0f");  // z = 16
  EXPECT_EQ(decoded(array), floats({-8, -4, -.5f, -4.5f}));
}

TEST(DecodeView, MinusOneIsOneAdditionForFloats) {
  // zp = binary32 2^24 + 1 rounds to 2^24 (ties to even); e = 2^24 as binary32 gives 0.
  const GradedArray array =
      graded("grit1(e=binary32,k0=1,s0=u8,zp=binary32,zpc=minus1,esr=ratiomaxabs)", {2}, 0,
             {.data = "0000804b 0000804b", .scale0 = "01 01", .aux = "0000804b 0000803f"});
  EXPECT_EQ(decoded(array), floats({0, 16777214}));
}

TEST(DecodeView, L1NanPoisonsFromEveryRole) {
  constexpr std::string_view kShared = "grit1(e=u8,k0=1,s0=e8m0,zp=e4m3,esr=ratiomaxabs)";
  EXPECT_EQ(
      decoded(graded(kShared, {3}, 0, {.data = "000102", .scale0 = "ff7f7f", .aux = "007f38"})),
      (Words{kNan32, kNan32, 0x3F800000}));
  // l1: a NaN in s1, z1 or z; and infinity times 0.
  constexpr std::string_view kL1 =
      "grit1(e=u8,k0=1,s0=u8,k1=1,s1=binary16,zp=e4m3,zps=l1,esr=ratiomaxabs)";
  EXPECT_EQ(decoded(graded(kL1, {5}, 0,
                           {.data = "0000000002",
                            .scale0 = "0101010001",
                            .scale1 = "017e003c 003c01fe 003c003c 007c003c 003c003c",
                            .aux = "38387f3838"})),
            (Words{kNan32, kNan32, kNan32, kNan32, 0x3F800000}));
}

TEST(DecodeView, AnOverflowIsInfinity) {
  const GradedArray array = graded("grit1(e=s8,k0=1,s0=binary32,esr=ratiomaxabs)", {3}, 0,
                                   {.data = "0280fe", .scale0 = "ffff7f7f ffff7f7f ffff7f7f"});
  EXPECT_EQ(decoded(array), (Words{kInfinity32, kInfinity32 | kSign32, kInfinity32 | kSign32}));
}

TEST(DecodeView, L1PairOfTheTensor) {
  // k1 = 0: one pair, 5 and 9 as u6 in a string of 12 bits; s0 = 2, 3, zero points 1, 2.
  GradedArray array =
      graded("grit1(e=u4,k0=2,s0=u4,k1=0,s1=u6,zp=u4,zps=l1,esr=affineminmax)", {4}, 0,
             {.data = "2143", .scale0 = "0203", .scale1 = "4502", .aux = "0102"});
  // (10 * 1, 10 * 2) - 9; (15 * 3, 15 * 4) - 18.
  EXPECT_EQ(decoded(array), floats({1, 11, 27, 42}));
  array.planes()[2] = from_hex("45f2");  // four ignored bits
  EXPECT_EQ(decoded(array), floats({1, 11, 27, 42}));
  // An empty array keeps the pair.
  array.array.shape = {0};
  array.planes() = planes_of({.scale1 = "4502"});
  EXPECT_EQ(decoded(array), Words{});
}

TEST(DecodeView, Level1GroupsSpanLines) {
  // [3, 2] axis 1, k0 = 1, k1 = 3: level-1 groups are elements 0-2 and 3-5 of plane order.
  const GradedArray array =
      graded("grit1(e=u8,k0=1,s0=u8,k1=3,s1=u8,esr=ratiomaxabs)", {3, 2}, 1,
             {.data = "010203040506", .scale0 = "010101010101", .scale1 = "0a64"});
  EXPECT_EQ(decoded(array), floats({10, 20, 30, 400, 500, 600}));
}

TEST(DecodeView, LogicalOrderWhateverTheGroupAxis) {
  constexpr std::string_view kGrade = "grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)";
  // [2, 3] axis 0: the plane holds (0,0) (1,0) (0,1) (1,1) (0,2) (1,2).
  EXPECT_EQ(decoded(graded(kGrade, {2, 3}, 0, {.data = "010203040506", .scale0 = "010101010101"})),
            floats({1, 3, 5, 2, 4, 6}));
  // [2, 3, 4] axis 1: (1, 2, 3) is element 23, (0, 1, 2) element 7 of plane order.
  GradedArray array = graded(kGrade, {2, 3, 4}, 1, PlaneText{});
  array.planes() = {counting(24), filled(24, 1), {}, {}};
  const Words values = decoded(array);
  EXPECT_EQ(values[23], std::bit_cast<std::uint32_t>(23.0f));
  EXPECT_EQ(values[6], std::bit_cast<std::uint32_t>(7.0f));
  EXPECT_EQ(values[1], std::bit_cast<std::uint32_t>(3.0f));  // (0, 0, 1): line 1
}

TEST(DecodeView, RanksAboveEight) {
  GradedArray array = graded("grit1(e=u8,k0=3,s0=u8,esr=ratiomaxabs)",
                             {1, 2, 1, 1, 1, 1, 1, 1, 3, 1, 2}, 8, PlaneText{});
  array.planes() = {counting(12), filled(4, 1), {}, {}};
  // Other axes: 2 and 2; line = 2a + b; row-major over (a, c, b).
  EXPECT_EQ(decoded(array), floats({0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11}));
}

TEST(DecodeView, MsbFirstCodesCrossBytes) {
  // u6 codes 1, 2, 3, 4: 000001 00|0010 0000|11 000100.
  const GradedArray array = graded("grit1(e=u6,k0=1,s0=u8,po=msb,esr=ratiomaxabs)", {4}, 0,
                                   {.data = "0420c4", .scale0 = "01010101"});
  EXPECT_EQ(decoded(array), floats({1, 2, 3, 4}));
}

TEST(DecodeView, SparseCellsAreSetsUnderOneCursor) {
  // 3 of 5 with u4 indices: cell 0 has the slots 4, 1, 4, cell 1 has 7, 0, 2.
  const GradedArray array = graded("grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:unord,esr=ratiomaxabs)", {10},
                                   0, {.data = "010203040506", .scale0 = "0203", .aux = "147420"});
  EXPECT_EQ(decoded(array), floats({0, 2, 0, 0, 4, 9, 0, 12, 0, 0}));
}

TEST(DecodeView, TheCursorRunsAcrossLines) {
  // [2, 2] axis 1, 1 of 2 with u2 indices: line 0 names 3 (nothing), line 1 names 1.
  const GradedArray array = graded("grit1(e=u8,k0=2,s0=u8,sp=1:2:u2:asclsb,esr=ratiomaxabs)",
                                   {2, 2}, 1, {.data = "0705", .scale0 = "0101", .aux = "07"});
  EXPECT_EQ(decoded(array), floats({0, 0, 0, 7}));
}

TEST(DecodeView, L2SparseWinsOverPoison) {
  // Both scales NaN: named positions are NaN, the others +0. M = 8 with u2 indices names 0 … 3
  // only.
  const GradedArray array = graded("grit1(e=s4,k0=8,s0=e8m0,sp=2:8:u2:asclsb,esr=ratiomaxabs)", {8},
                                   0, {.data = "11", .scale0 = "ff", .aux = "0c"});
  EXPECT_EQ(decoded(array), (Words{kNan32, 0, 0, kNan32, 0, 0, 0, 0}));
}

TEST(DecodeView, ScalesBelongToPositionsNotToCells) {
  // k0 = 2 and M = 3 in a line of 6: the scales change inside the cells. All cells name 0 and 2.
  const GradedArray array = graded("grit1(e=u8,k0=2,s0=u8,sp=2:3:u2:asclsb,esr=ratiomaxabs)", {6},
                                   0, {.data = "01010101", .scale0 = "020305", .aux = "88"});
  EXPECT_EQ(decoded(array), floats({2, 0, 3, 3, 0, 5}));
}

TEST(DecodeView, L9TheNoteIsNotLookedAt) {
  GradedArray array =
      graded(kL6Grade, {1}, 0, {.data = "79", .scale0 = "7f", .scale1 = "bf41773e", .aux = "1a"});
  array.descriptor().note = 0xFFFFFFFF;
  EXPECT_EQ(decoded(array), Words{0x472C4C16});
}

TEST(DecodeView, BlocksDecodeWhereTheyLie) {
  // MXFP4: scale 2, codes 0 … 15 and 15 … 0; ggml would say +0 for code 8.
  GradedArray array =
      graded(kMxfp4Grade, {32}, 0, {.data = "80 f0e1d2c3b4a59687 78695a4b3c2d1e0f"});
  array.descriptor().placement_data = kBlockAos;
  const Words values = decoded(array);
  ASSERT_EQ(values.size(), 32u);
  EXPECT_EQ(values[1], std::bit_cast<std::uint32_t>(1.0f));
  EXPECT_EQ(values[8], kSign32);
  EXPECT_EQ(values[15], std::bit_cast<std::uint32_t>(-12.0f));
  EXPECT_EQ(values[16], std::bit_cast<std::uint32_t>(-12.0f));
  EXPECT_EQ(values[30], std::bit_cast<std::uint32_t>(1.0f));
}

TEST(DecodeView, EmptyArraysOfHugeExtents) {
  constexpr std::int64_t kHuge = std::int64_t{1} << 62;
  GradedArray array = graded(kMxfp4Grade, {kHuge, kHuge, 0}, 2, PlaneText{});
  for (const Placement scale : {kRowMajor, kLinearMeta, kSwizzle128x4B}) {
    array.descriptor().placement_scale = scale;
    EXPECT_EQ(decoded(array), Words{});
  }
  array = graded(kMxfp4Grade, {std::int64_t{1} << 40, 0}, 1, PlaneText{});
  array.descriptor().placement_data = kColMajor;
  EXPECT_EQ(decoded(array), Words{});
}

}  // namespace
}  // namespace grit::reference
