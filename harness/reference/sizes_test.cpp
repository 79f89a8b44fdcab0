// Numbers by hand from spec §6.
#include "harness/reference/sizes.h"

#include <gtest/gtest.h>

#include <vector>

#include "harness/reference/registry.h"

namespace grit::reference {
namespace {

using Eight = std::array<std::int64_t, 8>;

std::optional<Eight> eight(const Descriptor& descriptor, const std::vector<std::int64_t>& shape) {
  const auto result = sizes(descriptor, shape);
  return result ? to_i64(*result) : std::nullopt;
}

SizesError error(const Descriptor& descriptor, const std::vector<std::int64_t>& shape) {
  const auto result = sizes(descriptor, shape);
  EXPECT_FALSE(result.has_value());
  return result ? SizesError::kNegativeExtent : result.error();
}

constexpr std::int64_t kMax = INT64_MAX;

TEST(Sizes, RegisteredGrades) {
  EXPECT_EQ(eight(canonical_descriptor(GradeName::kMxfp4), {64, 3}),
            (Eight{192, 192, 6, 0, 96, 6, 0, 0}));
  EXPECT_EQ(eight(canonical_descriptor(GradeName::kQ4ks), {512}),
            (Eight{512, 512, 16, 2, 256, 16, 8, 16}));
  EXPECT_EQ(eight(canonical_descriptor(GradeName::kNvf4), {16, 1, 2}),
            (Eight{32, 32, 2, 1, 16, 2, 4, 0}));
  EXPECT_EQ(eight(canonical_descriptor(GradeName::kI8s24), {64}),
            (Eight{64, 32, 2, 0, 32, 4, 0, 8}));
}

TEST(Sizes, NothingWraps) {
  constexpr std::int64_t kTwo62 = std::int64_t{1} << 62;
  EXPECT_EQ(eight(canonical_descriptor(GradeName::kMxfp4), {kTwo62}),
            (Eight{kTwo62, kTwo62, kTwo62 / 32, 0, kTwo62 / 2, kTwo62 / 32, 0, 0}));
  EXPECT_EQ(error(canonical_descriptor(GradeName::kMxfp4), {kTwo62, 2}),
            SizesError::kTooManyElements);
  EXPECT_EQ(error(canonical_descriptor(GradeName::kMxfp4), {32, kMax}),
            SizesError::kTooManyElements);
  // 2^63 - 1 elements of 32 bits: exact, and too long for i64.
  Descriptor d;
  d.elem = kBinary32;
  d.scale0 = kU8;
  d.k0 = 1;
  const std::vector<std::int64_t> most{kMax};
  const auto exact = sizes(d, most);
  ASSERT_TRUE(exact.has_value());
  EXPECT_EQ(exact->plane_bytes[0], Uint128(1, 0xFFFFFFFFFFFFFFFC));  // (2^63 - 1) * 4
  EXPECT_EQ(exact->plane_bytes[1], Uint128{static_cast<std::uint64_t>(kMax)});
  EXPECT_EQ(to_i64(*exact), std::nullopt);
  // sp_n above sp_m is nonsense that must still be exact: nnz = N * 255.
  d.flags = kFlagSparse;
  d.elem = kU4;
  d.sp_n = 255;
  d.sp_m = 1;
  d.sp_meta_fmt = 2;
  const auto sparse = sizes(d, most);
  ASSERT_TRUE(sparse.has_value());
  EXPECT_EQ(sparse->nnz, Uint128(127, 0x7FFFFFFFFFFFFF01));  // (2^63 - 1) * 255
  EXPECT_EQ(sparse->plane_bytes[0], Uint128(63, 0xBFFFFFFFFFFFFF81));
  EXPECT_EQ(sparse->plane_bytes[3], sparse->plane_bytes[0]);
}

TEST(Sizes, AZeroExtentMakesItEmptyInAnyOrder) {
  const Descriptor d = canonical_descriptor(GradeName::kMxfp4);
  for (const auto& shape : std::vector<std::vector<std::int64_t>>{
           {0, kMax, kMax}, {32, kMax, kMax, 0}, {kMax - 31, 0, kMax}}) {
    EXPECT_EQ(eight(d, shape), (Eight{0, 0, 0, 0, 0, 0, 0, 0}));
  }
  // The one scale of the tensor stays.
  EXPECT_EQ(eight(canonical_descriptor(GradeName::kNvf4), {0}), (Eight{0, 0, 0, 1, 0, 0, 4, 0}));
}

TEST(Sizes, NoAnswer) {
  Descriptor d = canonical_descriptor(GradeName::kQ4ks);
  EXPECT_EQ(error(d, {256, -1}), SizesError::kNegativeExtent);
  EXPECT_EQ(error(d, {0, INT64_MIN}), SizesError::kNegativeExtent);
  EXPECT_EQ(error(d, {}), SizesError::kGroupAxis);
  EXPECT_EQ(error(d, {33}), SizesError::kK0DoesNotDivide);
  EXPECT_EQ(error(d, {32}), SizesError::kK1DoesNotDivide);
  EXPECT_EQ(eight(d, {32, 8}), (Eight{256, 256, 8, 1, 128, 8, 4, 8}));  // level 1 spans lines
  d.group_axis = 1;
  EXPECT_EQ(error(d, {256}), SizesError::kGroupAxis);
  d.group_axis = -1;
  EXPECT_EQ(error(d, {256}), SizesError::kGroupAxis);
  d.group_axis = 0;
  d.k0 = 0;
  EXPECT_EQ(error(d, {256}), SizesError::kK0Zero);
  EXPECT_EQ(error(d, {0}), SizesError::kK0Zero);

  Descriptor sparse = canonical_descriptor(GradeName::kI8s24);
  sparse.k0 = 1;
  EXPECT_EQ(error(sparse, {6}), SizesError::kSpMDoesNotDivide);
  sparse.sp_m = 0;
  EXPECT_EQ(error(sparse, {8}), SizesError::kSpMZero);
  sparse.sp_m = 4;
  sparse.sp_meta_fmt = 3;
  EXPECT_EQ(error(sparse, {8}), SizesError::kMetaFormat);
  sparse.sp_meta_fmt = 0;
  EXPECT_EQ(eight(sparse, {8})->back(), 0);
}

TEST(Sizes, WidthsAndContainers) {
  Descriptor d;
  d.k0 = 1;
  // Absent words count as width 1; a sub-byte scale takes a byte.
  EXPECT_EQ(eight(d, {9}), (Eight{9, 9, 9, 0, 2, 9, 0, 0}));
  d.container = 1;
  EXPECT_EQ(eight(d, {9}), (Eight{9, 9, 9, 0, 9, 9, 0, 0}));
  d.elem = {8};  // width 9: padding is for widths up to 8
  EXPECT_EQ(eight(d, {9}), (Eight{9, 9, 9, 0, 11, 9, 0, 0}));
  d.scale0 = {9};  // width 10
  d.flags = kFlagHasZp;
  d.zp_fmt = kU6;
  EXPECT_EQ(eight(d, {9}), (Eight{9, 9, 9, 0, 11, 12, 0, 9}));
  d.n_levels = 2;
  d.scale1 = kU6;  // scale1 is never padded: 9 * 6 bits
  d.k1 = 1;
  EXPECT_EQ(eight(d, {9}), (Eight{9, 9, 9, 9, 11, 12, 7, 9}));
  d.flags |= kFlagZpL1Scaled;
  EXPECT_EQ(eight(d, {9}), (Eight{9, 9, 9, 9, 11, 12, 14, 9}));
  d.n_levels = 3;  // not two levels
  EXPECT_EQ(eight(d, {9}), (Eight{9, 9, 9, 0, 11, 12, 0, 9}));
}

}  // namespace
}  // namespace grit::reference
