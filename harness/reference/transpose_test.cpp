// Planes by hand from spec §12.7; L4 of §11.8.
#include "harness/reference/transpose.h"

#include <gtest/gtest.h>

#include <optional>

#include "harness/reference/decode_view.h"
#include "harness/reference/test_views.h"

namespace grit::reference {
namespace {

using Axes = std::vector<std::size_t>;
constexpr std::string_view kU8Grade = "grit1(e=u8,k0=2,s0=u8,esr=ratiomaxabs)";

std::optional<Refusal> refusal_of(const GradedArray& array, const Axes& perm,
                                  std::size_t group_axis) {
  const auto result = transpose(array.view(), perm, group_axis);
  if (result) return std::nullopt;
  return result.error();
}

// [2, 3, 2], axis 2: six lines of one group; element i is i, the scale of line l is l + 1.
GradedArray six_lines() {
  return graded(kU8Grade, {2, 3, 2}, 2, PlaneBuffers{counting(12), counting(6, 1), {}, {}});
}

TEST(Transpose, MovesWholeLines) {
  const auto result = transpose(six_lines().view(), Axes{1, 0, 2}, 2);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->shape, (std::vector<std::int64_t>{3, 2, 2}));
  EXPECT_EQ(result->descriptor.group_axis, 2);
  // Lines 0 3 1 4 2 5 of the source.
  EXPECT_EQ(to_hex(result->planes[0]),
            "0001"
            "0607"
            "0203"
            "0809"
            "0405"
            "0a0b");
  EXPECT_EQ(to_hex(result->planes[1]), "010402050306");
}

TEST(Transpose, L4PermutesTheValues) {
  const GradedArray array = six_lines();
  const auto result = transpose(array.view(), Axes{1, 2, 0}, 1);
  ASSERT_TRUE(result.has_value());
  const auto source = decode_view(array.view());
  const auto values = decode_view(view_of(*result, kU8Grade));
  ASSERT_TRUE(values.has_value());
  for (std::size_t a = 0; a < 2; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      for (std::size_t c = 0; c < 2; ++c) {
        EXPECT_EQ((*values)[(b * 2 + c) * 2 + a], (*source)[(a * 3 + b) * 2 + c]);
      }
    }
  }
}

TEST(Transpose, RelabellingKeepsEveryByte) {
  // u4 with a set tail nibble and scales with set high bits.
  GradedArray array = graded("grit1(e=u4,k0=1,s0=u6,esr=affineminmax)", {1, 3}, 1,
                             {.data = "21f3", .scale0 = "c1c2c3"});
  for (const Axes& perm : {Axes{0, 1}, Axes{1, 0}}) {
    const auto result = transpose(array.view(), perm, perm[0] == 0 ? 1 : 0);
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(result->planes, array.planes());
    EXPECT_EQ(result->descriptor.group_axis, perm[0] == 0 ? 1 : 0);
  }
  // Swizzle padding too.
  array.descriptor().placement_scale = kSwizzle128x4B;
  array.planes()[1] = filled(512, 0xEE);
  const auto result = transpose(array.view(), Axes{1, 0}, 0);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->planes, array.planes());
}

TEST(Transpose, RebuildsWhereTheOtherAxesDescendThoughNothingMoves) {
  const GradedArray array = graded("grit1(e=u4,k0=1,s0=u6,esr=affineminmax)", {1, 1, 3}, 2,
                                   {.data = "21f3", .scale0 = "c1c2c3"});
  const auto result = transpose(array.view(), Axes{1, 0, 2}, 2);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->planes, planes_of({.data = "2103", .scale0 = "010203"}));
}

TEST(Transpose, RefusalsInTheirOrder) {
  const GradedArray array = six_lines();
  EXPECT_EQ(refusal_of(array, {0, 0, 2}, 9), Refusal::kBadPermutation);
  EXPECT_EQ(refusal_of(array, {0, 1, 3}, 2), Refusal::kBadPermutation);
  EXPECT_EQ(refusal_of(array, {0, 1}, 1), Refusal::kBadPermutation);
  EXPECT_EQ(refusal_of(array, {0, 1, 2, 3}, 2), Refusal::kBadPermutation);
  EXPECT_EQ(refusal_of(array, {1, 0, 2}, 0), Refusal::kGroupAxisMoved);
  EXPECT_EQ(refusal_of(array, {1, 0, 2}, 3), Refusal::kGroupAxisMoved);
  GradedArray broken = array;
  broken.planes()[1].clear();
  EXPECT_EQ(refusal_of(broken, {0, 0, 2}, 9), Refusal::kSizeMismatch);
  // Also of a pure relabelling.
  const GradedArray twice = graded("grit1(e=s8,k0=2,s0=u8,sp=1:2:u4:unord,esr=ratiomaxabs)", {2}, 0,
                                   {.data = "01", .scale0 = "01", .aux = "02"});
  EXPECT_EQ(refusal_of(twice, {0}, 0), Refusal::kDigestMismatch);
}

TEST(Transpose, KeepsLevel1GroupsInWhateverOrder) {
  const auto q4ks = [](std::vector<std::int64_t> shape, std::size_t elements) {
    GradedArray array = graded(kQ4ksGrade, std::move(shape), 2, PlaneText{});
    array.planes() = {filled(elements / 2, 0), counting(elements / 32), counting(elements / 64, 1),
                      counting(elements / 32)};
    return array;
  };
  // [2, 2, 64]: four lines of two groups are one level-1 group.
  const GradedArray one = q4ks({2, 2, 64}, 256);
  const auto result = transpose(one.view(), Axes{1, 0, 2}, 2);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(to_hex(result->planes[1]), "0001040502030607");
  EXPECT_EQ(to_hex(result->planes[2]), "01020304");
  // [2, 2, 128]: two lines each; the result's first would be lines 0 and 2.
  EXPECT_EQ(refusal_of(q4ks({2, 2, 128}, 512), {1, 0, 2}, 2), Refusal::kSliceSplitsGroup);
  EXPECT_EQ(refusal_of(q4ks({2, 2, 128}, 512), {0, 2, 1}, 1), std::nullopt);
  // [2, 2, 256]: a line is a level-1 group, and takes its pair with it.
  const auto moved = transpose(q4ks({2, 2, 256}, 1024).view(), Axes{1, 0, 2}, 2);
  ASSERT_TRUE(moved.has_value());
  EXPECT_EQ(to_hex(moved->planes[2]),
            "01020304"
            "090a0b0c"
            "05060708"
            "0d0e0f10");
}

TEST(Transpose, EmptyArraysOfHugeExtents) {
  constexpr std::int64_t kHuge = std::int64_t{1} << 62;
  const GradedArray array = graded(kNvf4Grade, {kHuge, kHuge, 0}, 2, {.scale1 = "0000803f"});
  const auto result = transpose(array.view(), Axes{1, 0, 2}, 2);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->planes, array.planes());
}

}  // namespace
}  // namespace grit::reference
