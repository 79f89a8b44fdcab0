// Planes by hand from spec §12.8 and §9.
#include "harness/reference/requantize.h"

#include <gtest/gtest.h>

#include <optional>

#include "harness/reference/decode_view.h"
#include "harness/reference/test_views.h"

namespace grit::reference {
namespace {

using Axes = std::vector<std::size_t>;

std::optional<Refusal> refusal_of(const GradedArray& array, const Axes& perm,
                                  std::size_t group_axis) {
  const auto result = requantize(array.view(), perm, group_axis);
  if (result) return std::nullopt;
  return result.error();
}

TEST(Requantize, EncodesAnewAlsoWhereNothingMoves) {
  // 2 * 0.5 = 1 everywhere; encode takes scale 2^-2 and code 6 (4).
  const GradedArray array =
      graded(kMxfp4Grade, {32}, 0, PlaneBuffers{filled(16, 0x11), from_hex("80"), {}, {}});
  const auto result = requantize(array.view(), Axes{0}, 0);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->planes, (PlaneBuffers{filled(16, 0x66), from_hex("7d"), {}, {}}));
  EXPECT_EQ(result->descriptor, array.array.descriptor);
}

// [32, 64] axis 1, scales 1; row r holds code r mod 8 everywhere.
GradedArray rows() {
  GradedArray array = graded(kMxfp4Grade, {32, 64}, 1, PlaneText{});
  for (unsigned row = 0; row < 32; ++row) {
    const auto codes = filled(32, row % 8 * 0x11);
    array.planes()[0].insert(array.planes()[0].end(), codes.begin(), codes.end());
  }
  array.planes()[1] = filled(64, 0x7F);
  return array;
}

TEST(Requantize, GroupsRunAlongTheNewAxis) {
  // Axis 0: every line is 0 .5 1 1.5 2 3 4 6 four times: amax 6, exponent 2 - 2 = 0, scale 0x7f.
  const auto result = requantize(rows().view(), Axes{0, 1}, 0);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->shape, (std::vector<std::int64_t>{32, 64}));
  EXPECT_EQ(result->descriptor.group_axis, 0);
  ASSERT_EQ(result->planes[0].size(), 1024u);
  EXPECT_EQ(to_hex(std::span(result->planes[0]).first(8)), "1032547610325476");
  EXPECT_EQ(result->planes[1], filled(64, 0x7F));
  EXPECT_EQ(*decode_view(view_of(*result, kMxfp4Grade)), *decode_view(rows().view()));
}

TEST(Requantize, PermutesFirst) {
  const auto result = requantize(rows().view(), Axes{1, 0}, 1);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->shape, (std::vector<std::int64_t>{64, 32}));
  EXPECT_EQ(to_hex(std::span(result->planes[0]).first(8)), "1032547610325476");
  // perm (1, 0) with groups along axis 0 of the result is the old axis 1: rows as they were, and a
  // row of one code c is encoded with code 6 or 7 (or 0).
  const auto same_lines = requantize(rows().view(), Axes{1, 0}, 0);
  ASSERT_TRUE(same_lines.has_value());
  EXPECT_EQ(same_lines->planes[1][0], std::byte{0x7F});  // all zero
  EXPECT_EQ(same_lines->planes[1][2], std::byte{0x7C});  // 0.5 = 4 * 2^-3
  EXPECT_EQ(same_lines->planes[0][32], std::byte{0x66});
}

TEST(Requantize, RefusalsInTheirOrder) {
  const GradedArray array = rows();
  EXPECT_EQ(refusal_of(array, {0, 0}, 9), Refusal::kBadPermutation);
  EXPECT_EQ(refusal_of(array, {0, 1}, 2), Refusal::kSizeMismatch);
  GradedArray thin =
      graded(kMxfp4Grade, {2, 32}, 1, PlaneBuffers{filled(32, 0), filled(2, 0), {}, {}});
  EXPECT_EQ(refusal_of(thin, {0, 1}, 0), Refusal::kSizeMismatch);  // 2 mod 32
  GradedArray general =
      graded("grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)", {1}, 0, {.data = "01", .scale0 = "01"});
  EXPECT_EQ(refusal_of(general, {0}, 0), Refusal::kGradeUnsupported);
  general.descriptor().placement_data = kUnspecified;
  EXPECT_EQ(refusal_of(general, {7}, 0), Refusal::kGradeUnsupported);
}

TEST(Requantize, SparseMetadataIsDecodedWhateverItNames) {
  // Every quad names position 1 twice: 16 stored ones make 8 values at positions 1, 5, …
  const GradedArray array = graded(
      kI8s24Grade, {32}, 0, PlaneBuffers{filled(16, 1), from_hex("003c"), {}, filled(4, 0x55)});
  const auto result = requantize(array.view(), Axes{0}, 0);
  ASSERT_TRUE(result.has_value());
  // The survivors of each quad: position 1, then 0 (ties to the lower): stored ascending.
  EXPECT_EQ(result->planes[3], filled(4, 0x44));
  EXPECT_EQ(result->planes[0][0], std::byte{0});
  EXPECT_EQ(result->planes[0][1], std::byte{127});
}

TEST(Requantize, AnEmptyArrayGetsAScaleOfOne) {
  const GradedArray array = graded(kNvf4Grade, {0, 5}, 0, {.scale1 = "00000041"});
  const auto result = requantize(array.view(), Axes{1, 0}, 1);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->planes, planes_of({.scale1 = "0000803f"}));
  EXPECT_EQ(refusal_of(array, {1, 0}, 0), Refusal::kSizeMismatch);  // 5 mod 16
}

TEST(Requantize, AnswersInThePlacementsOfItsInput) {
  GradedArray array = graded(kMxfp4Grade, {32}, 0, PlaneBuffers{from_hex("80"), {}, {}, {}});
  const auto codes = filled(16, 0x11);
  array.planes()[0].insert(array.planes()[0].end(), codes.begin(), codes.end());
  array.descriptor().placement_data = kBlockAos;
  const auto result = requantize(array.view(), Axes{0}, 0);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(to_hex(result->planes[0]), "7d66666666666666666666666666666666");
}

}  // namespace
}  // namespace grit::reference
