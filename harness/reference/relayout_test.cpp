// Bytes by hand from spec §12.1 to §12.3 and §12.9; L7 of §11.8.
#include "harness/reference/relayout.h"

#include <gtest/gtest.h>

#include <optional>

#include "harness/reference/decode_view.h"
#include "harness/reference/test_views.h"

namespace grit::reference {
namespace {

Array laid_out(const GradedArray& array, Role role, Placement placement) {
  const auto result = relayout(array.view(), role, placement);
  EXPECT_TRUE(result.has_value()) << refusal_name(result.error());
  return result.value_or(Array{});
}

std::optional<Refusal> refusal_of(const GradedArray& array, Role role, Placement placement) {
  const auto result = relayout(array.view(), role, placement);
  if (result) return std::nullopt;
  return result.error();
}

GradedArray with(const GradedArray& source, const Array& array) { return {source.grade, array}; }

TEST(Relayout, ColMajorTurnsTheCodes) {
  // 1 2 3 / 4 5 6 becomes 1 4 2 5 3 6.
  const GradedArray u4 = graded("grit1(e=u4,k0=1,s0=u8,esr=ratiomaxabs)", {2, 3}, 1,
                                {.data = "214365", .scale0 = "010203040506"});
  const Array columns = laid_out(u4, Role::kData, kColMajor);
  EXPECT_EQ(to_hex(columns.planes[0]), "415263");
  EXPECT_EQ(to_hex(columns.planes[1]), "010203040506");
  EXPECT_EQ(columns.descriptor.placement_data, kColMajor);
  EXPECT_EQ(laid_out(with(u4, columns), Role::kData, kRowMajor), u4.array);
  // Codes of 6 bits cross bytes, in both orders.
  EXPECT_EQ(to_hex(laid_out(graded("grit1(e=u6,k0=1,s0=u8,esr=ratiomaxabs)", {2, 3}, 1,
                                   {.data = "8130108501", .scale0 = "010203040506"}),
                            Role::kData, kColMajor)
                       .planes[0]),
            "0121148301");
  EXPECT_EQ(to_hex(laid_out(graded("grit1(e=u6,k0=1,s0=u8,po=msb,esr=ratiomaxabs)", {2, 3}, 1,
                                   {.data = "0420c41460", .scale0 = "010203040506"}),
                            Role::kData, kColMajor)
                       .planes[0]),
            "0440850c60");
  // Axis 0: the lines are the three columns, 1 2, 3 4, 5 6; column by column of that is 1 3 5 2
  // 4 6.
  EXPECT_EQ(to_hex(laid_out(graded("grit1(e=u4,k0=1,s0=u8,esr=ratiomaxabs)", {2, 3}, 0,
                                   {.data = "214365", .scale0 = "010203040506"}),
                            Role::kData, kColMajor)
                       .planes[0]),
            "312564");
}

TEST(Relayout, ColMajorOfSparseTurnsTheStoredElements) {
  // [2, 4] axis 1, 2 of 4: a matrix of 2 lines by 2 codes.
  const GradedArray array = graded("grit1(e=u8,k0=4,s0=u8,sp=2:4:u2:asclsb,esr=ratiomaxabs)",
                                   {2, 4}, 1, {.data = "01020304", .scale0 = "0101", .aux = "e4"});
  const Array columns = laid_out(array, Role::kData, kColMajor);
  EXPECT_EQ(to_hex(columns.planes[0]), "01030204");
  EXPECT_EQ(*decode_view(view_of(columns, array.grade)), *decode_view(array.view()));
}

TEST(Relayout, SwizzleOfManyLines) {
  // MXFP4 [130, 160]: 130 lines of 5 groups. Byte (129, 4) goes to 1552, (33, 2) to 22.
  const GradedArray rows =
      graded(kMxfp4Grade, {130, 160}, 1, PlaneBuffers{counting(10400), counting(650), {}, {}});
  Array swizzled = laid_out(rows, Role::kScale, kSwizzle128x4B);
  ASSERT_EQ(swizzled.planes[1].size(), 2048u);
  EXPECT_EQ(swizzled.planes[1][1552], static_cast<std::byte>(649 & 0xFF));
  EXPECT_EQ(swizzled.planes[1][22], static_cast<std::byte>(167));
  EXPECT_EQ(swizzled.planes[0], rows.array.planes[0]);
  EXPECT_EQ(*decode_view(view_of(swizzled, rows.grade)), *decode_view(rows.view()));
  EXPECT_EQ(laid_out(with(rows, swizzled), Role::kScale, kRowMajor), rows.array);
  // To the same word even padding stays; back to plane order it is not read.
  swizzled.planes[1][513] = std::byte{0xEE};
  EXPECT_EQ(laid_out(with(rows, swizzled), Role::kScale, kSwizzle128x4B), swizzled);
  EXPECT_EQ(laid_out(with(rows, swizzled), Role::kScale, kRowMajor), rows.array);
}

TEST(Relayout, SwizzleOfAnyRankAndOfNarrowScales) {
  // [2, 2, 3] axis 1, k0 = 1: 6 lines of 2 groups; u6 scales lose their high bits in the rebuild.
  GradedArray array = graded("grit1(e=u8,k0=1,s0=u6,k1=0,s1=u6,esr=ratiomaxabs)", {2, 2, 3}, 1,
                             PlaneBuffers{counting(12), counting(12, 0xC0), from_hex("c5"), {}});
  const Array swizzled = laid_out(array, Role::kScale, kSwizzle128x4B);
  ASSERT_EQ(swizzled.planes[1].size(), 512u);
  EXPECT_EQ(to_hex(std::span(swizzled.planes[1]).first(4)), "00010000");
  EXPECT_EQ(to_hex(std::span(swizzled.planes[1]).subspan(80, 4)), "0a0b0000");  // line 5
  EXPECT_EQ(to_hex(swizzled.planes[2]), "c5");  // passed on, ignored bits too
}

TEST(Relayout, BlocksAndBack) {
  GradedArray rows = graded(kMxfp4Grade, {1, 32}, 1,
                            {.data = "1032547698badcfe efcdab8967452301", .scale0 = "80"});
  const Array blocks = laid_out(rows, Role::kData, kBlockAos);
  EXPECT_EQ(blocks.planes, planes_of({.data = "80 f0e1d2c3b4a59687 78695a4b3c2d1e0f"}));
  EXPECT_EQ(laid_out(with(rows, blocks), Role::kData, kRowMajor), rows.array);
  // Straight to COL_MAJOR: one line, so the same order.
  const Array columns = laid_out(with(rows, blocks), Role::kData, kColMajor);
  EXPECT_EQ(columns.planes, rows.planes());
  // The scale and meta words stay what they are.
  rows.descriptor().placement_scale = kLinearMeta;
  EXPECT_EQ(laid_out(rows, Role::kData, kBlockAos).descriptor.placement_scale, kLinearMeta);
}

TEST(Relayout, Q4kBlocksRunAcrossLinesAndDropIgnoredBits) {
  GradedArray array = graded(kQ4ksGrade, {2, 128}, 1, PlaneText{});
  array.planes() = {counting(128), from_hex("c102030421323f10"), from_hex("00340030"),
                    from_hex("050607080a1b2cfd")};
  const Array blocks = laid_out(array, Role::kData, kPackK4_12B);
  ASSERT_EQ(blocks.planes[0].size(), 144u);
  EXPECT_EQ(to_hex(std::span(blocks.planes[0]).first(16)), "0034003081c2c344054687c8a1b2cfd0");
  EXPECT_EQ(blocks.planes[1].size() + blocks.planes[2].size() + blocks.planes[3].size(), 0u);
  EXPECT_EQ(*decode_view(view_of(blocks, array.grade)), *decode_view(array.view()));
  const Array back = laid_out(with(array, blocks), Role::kData, kRowMajor);
  EXPECT_EQ(back.planes[0], array.planes()[0]);
  EXPECT_EQ(to_hex(back.planes[1]), "0102030421323f10");
  EXPECT_EQ(to_hex(back.planes[3]), "050607080a1b2c3d");
}

TEST(Relayout, Q8_0) {
  const GradedArray array =
      graded(kQ8_0Grade, {32}, 0, PlaneBuffers{counting(32, 0xF0), from_hex("003c"), {}, {}});
  EXPECT_EQ(array.array.descriptor.grade_id, 0x400f52478a1c6577u);
  const Array blocks = laid_out(array, Role::kData, kBlockAos);
  EXPECT_EQ(to_hex(std::span(blocks.planes[0]).first(4)), "003cf0f1");
  EXPECT_EQ(laid_out(with(array, blocks), Role::kData, kRowMajor), array.array);
}

TEST(Relayout, AnotherWordForTheSameFormKeepsEveryByte) {
  const GradedArray array = graded("grit1(e=u4,k0=1,s0=u6,zp=u6,esr=affineminmax)", {1, 3}, 1,
                                   {.data = "21f3", .scale0 = "c1c2c3", .aux = "818283"});
  for (const Role role : {Role::kData, Role::kScale, Role::kMeta}) {
    for (const Placement placement : {kRowMajor, kLinearMeta}) {
      const Array result = laid_out(array, role, placement);
      EXPECT_EQ(result.planes, array.array.planes);
      EXPECT_EQ(placement_word(result.descriptor, role), placement);
    }
  }
  // One line lies the same way column by column, but it is rebuilt; nothing else is.
  const Array columns = laid_out(array, Role::kData, kColMajor);
  EXPECT_EQ(columns.planes, planes_of({.data = "2103", .scale0 = "c1c2c3", .aux = "818283"}));
}

TEST(Relayout, Refusals) {
  const GradedArray array =
      graded(kMxfp4Grade, {2, 64}, 1, PlaneBuffers{filled(64, 0), filled(4, 0x7F), {}, {}});
  for (const Placement placement : {kUnspecified, kTile16x16, kMetaM16N8K32, kPackK4_12B,
                                    kSwizzle128x4B, Placement{0x8000000000000001},
                                    Placement{0xF000000000000001}, Placement{0x2000000000000000}}) {
    EXPECT_EQ(refusal_of(array, Role::kData, placement), Refusal::kRelayoutUnsupported);
  }
  EXPECT_EQ(refusal_of(array, Role::kScale, kColMajor), Refusal::kRelayoutUnsupported);
  EXPECT_EQ(refusal_of(array, Role::kScale, kBlockAos), Refusal::kRelayoutUnsupported);
  // No aux plane: not even from 0 to 0.
  EXPECT_EQ(refusal_of(array, Role::kMeta, kRowMajor), Refusal::kRelayoutUnsupported);
  EXPECT_EQ(refusal_of(array, Role::kMeta, kUnspecified), Refusal::kRelayoutUnsupported);
  // Blocks and swizzle exclude each other, whichever comes first.
  const GradedArray blocks = with(array, laid_out(array, Role::kData, kBlockAos));
  EXPECT_EQ(refusal_of(blocks, Role::kScale, kSwizzle128x4B), Refusal::kRelayoutUnsupported);
  EXPECT_EQ(refusal_of(blocks, Role::kScale, kLinearMeta), std::nullopt);
  const GradedArray swizzled = with(array, laid_out(array, Role::kScale, kSwizzle128x4B));
  EXPECT_EQ(refusal_of(swizzled, Role::kData, kBlockAos), Refusal::kRelayoutUnsupported);
  EXPECT_EQ(refusal_of(swizzled, Role::kData, kColMajor), std::nullopt);
  // The view's own lengths come before the target.
  GradedArray broken = array;
  broken.planes()[0].pop_back();
  EXPECT_EQ(refusal_of(broken, Role::kData, kTile16x16), Refusal::kSizeMismatch);
}

TEST(Relayout, NoteAndIdStay) {
  GradedArray array =
      graded(kMxfp4Grade, {2, 64}, 1, PlaneBuffers{filled(64, 0), filled(4, 0x7F), {}, {}});
  array.descriptor().note = 0xABCD1201;
  Descriptor expected = array.descriptor();
  expected.placement_data = kColMajor;
  EXPECT_EQ(laid_out(array, Role::kData, kColMajor).descriptor, expected);
}

}  // namespace
}  // namespace grit::reference
