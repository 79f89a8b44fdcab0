// Planes by hand from spec §12.6; L3 of §11.8.
#include "harness/reference/slice.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "harness/reference/decode_view.h"
#include "harness/reference/relayout.h"
#include "harness/reference/test_views.h"

namespace grit::reference {
namespace {

std::optional<Refusal> refusal_of(const GradedArray& array, std::size_t axis, std::int64_t begin,
                                  std::int64_t end) {
  const auto result = slice(array.view(), axis, begin, end);
  if (result) return std::nullopt;
  return result.error();
}

GradedArray q4ks(std::vector<std::int64_t> shape) {
  GradedArray array = graded(kQ4ksGrade, std::move(shape), 1, PlaneText{});
  std::size_t elements = 1;
  for (const std::int64_t extent : array.array.shape) elements *= static_cast<std::size_t>(extent);
  array.planes() = {counting(elements / 2), counting(elements / 32), counting(elements / 64),
                    counting(elements / 32, 100)};
  return array;
}

TEST(Slice, AlongLinesTakesAPartOfEach) {
  // [2, 512]: 16 groups and 2 level-1 groups a line; the second half of each line.
  const GradedArray array = q4ks({2, 512});
  const auto result = slice(array.view(), 1, 256, 512);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->shape, (std::vector<std::int64_t>{2, 256}));
  EXPECT_EQ(result->descriptor, array.array.descriptor);
  // Line l has data 256 l … 256 l + 255 and groups 16 l … 16 l + 15; u6 codes lose their high bits.
  EXPECT_EQ(result->planes[0][0], std::byte{128});
  EXPECT_EQ(result->planes[0][128], std::byte{128});  // 384 mod 256
  EXPECT_EQ(to_hex(result->planes[1]),
            "08090a0b0c0d0e0f"
            "18191a1b1c1d1e1f");
  EXPECT_EQ(to_hex(result->planes[2]),
            "04050607"
            "0c0d0e0f");  // level-1 groups 1 and 3
  EXPECT_EQ(result->planes[3][0], static_cast<std::byte>(108 & 63));
}

TEST(Slice, AcrossLinesTakesWholeOnes) {
  const GradedArray array = q4ks({8, 64});  // 2 groups a line, 4 lines a level-1 group
  const auto result = slice(array.view(), 0, 4, 8);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(to_hex(result->planes[1]), "08090a0b0c0d0e0f");
  EXPECT_EQ(to_hex(result->planes[2]), "04050607");
}

TEST(Slice, Range) {
  const GradedArray array = q4ks({4, 64});
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(refusal_of(array, 2, 0, 0), Refusal::kSliceRange);
  EXPECT_EQ(refusal_of(array, 0, 3, 2), Refusal::kSliceRange);
  EXPECT_EQ(refusal_of(array, 0, 0, 5), Refusal::kSliceRange);
  EXPECT_EQ(refusal_of(array, 0, -1, 0), Refusal::kSliceRange);
  EXPECT_EQ(refusal_of(array, 1, 33, kMax), Refusal::kSliceRange);  // before SliceSplitsGroup
  EXPECT_EQ(refusal_of(array, 0, std::numeric_limits<std::int64_t>::min(), 0),
            Refusal::kSliceRange);
  // A refusal of the view comes first.
  GradedArray broken = array;
  broken.planes()[0].clear();
  EXPECT_EQ(refusal_of(broken, 9, 0, 0), Refusal::kSizeMismatch);
}

TEST(Slice, SplitsNoLevel0Group) {
  const GradedArray array = q4ks({2, 512});
  EXPECT_EQ(refusal_of(array, 1, 16, 512), Refusal::kSliceSplitsGroup);
  EXPECT_EQ(refusal_of(array, 1, 0, 257), Refusal::kSliceSplitsGroup);
  EXPECT_EQ(refusal_of(array, 1, 33, 33), Refusal::kSliceSplitsGroup);  // empty, no exception
  EXPECT_EQ(refusal_of(array, 1, 32, 32), std::nullopt);
}

TEST(Slice, SplitsNoCell) {
  // k0 = 2 and M = 3 do not divide each other: cuts at multiples of 6.
  GradedArray array = graded("grit1(e=u8,k0=2,s0=u8,sp=2:3:u2:asclsb,esr=ratiomaxabs)", {12}, 0,
                             {.data = "0102030405060708", .scale0 = "010203040506", .aux = "8888"});
  for (const std::int64_t cut : {2, 3, 4, 8, 9}) {
    EXPECT_EQ(refusal_of(array, 0, cut, 12), Refusal::kSliceSplitsGroup) << cut;
  }
  const auto result = slice(array.view(), 0, 6, 12);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->planes, planes_of({.data = "05060708", .scale0 = "040506", .aux = "88"}));
  // A cell that names a position twice would shift what is cut off.
  array.planes()[3] = from_hex("8880");
  EXPECT_EQ(refusal_of(array, 0, 6, 12), Refusal::kDigestMismatch);
  EXPECT_EQ(refusal_of(array, 7, 6, 12), Refusal::kDigestMismatch);  // before SliceRange
}

TEST(Slice, SplitsNoLevel1Group) {
  EXPECT_EQ(refusal_of(q4ks({2, 512}), 1, 32, 288), Refusal::kSliceSplitsGroup);  // 8 of two
  EXPECT_EQ(refusal_of(q4ks({4, 64}), 0, 0, 2), Refusal::kSliceSplitsGroup);      // 4 of 8
  EXPECT_EQ(refusal_of(q4ks({4, 64}), 1, 0, 32), Refusal::kSliceSplitsGroup);
  EXPECT_EQ(refusal_of(q4ks({8, 64}), 0, 2, 6), Refusal::kSliceSplitsGroup);
  EXPECT_EQ(refusal_of(q4ks({8, 64}), 0, 0, 4), std::nullopt);
}

TEST(Slice, EmptyResultsKeepTheTensorScale) {
  GradedArray array = graded(kNvf4Grade, {4, 64}, 1,
                             PlaneBuffers{filled(128, 1), filled(16, 2), from_hex("0000803f"), {}});
  for (const std::size_t axis : {0u, 1u}) {
    const auto result = slice(array.view(), axis, 0, 0);
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(result->planes, planes_of({.scale1 = "0000803f"}));
  }
  const auto result = slice(q4ks({4, 64}).view(), 1, 32, 32);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->shape, (std::vector<std::int64_t>{4, 0}));
  EXPECT_EQ(result->planes, PlaneBuffers{});
  // Of an empty array of huge extents.
  array = graded(kNvf4Grade, {std::int64_t{1} << 62, 0, std::int64_t{1} << 62}, 1,
                 {.scale1 = "0000803f"});
  const auto part = slice(array.view(), 0, 5, std::int64_t{1} << 61);
  ASSERT_TRUE(part.has_value());
  EXPECT_EQ(part->planes, array.planes());
}

TEST(Slice, RebuildsIgnoredBitsAsZero) {
  // u4 elements with a tail nibble, u6 scales and zero points in bytes, a 12-bit pair of the
  // tensor.
  const GradedArray array =
      graded("grit1(e=u4,k0=1,s0=u6,k1=0,s1=u6,zp=u6,zps=l1,esr=affineminmax)", {3}, 0,
             {.data = "21f3", .scale0 = "c1c2c3", .scale1 = "45f2", .aux = "818283"});
  const auto whole = slice(array.view(), 0, 0, 3);
  ASSERT_TRUE(whole.has_value());
  EXPECT_EQ(whole->planes,
            planes_of({.data = "2103", .scale0 = "010203", .scale1 = "4502", .aux = "010203"}));
  const auto last = slice(array.view(), 0, 1, 3);
  EXPECT_EQ(last->planes,
            planes_of({.data = "32", .scale0 = "0203", .scale1 = "4502", .aux = "0203"}));
}

TEST(Slice, AnswersInThePlacementsOfItsInput) {
  // COL_MAJOR u6 codes 1 2 3 / 4 5 6 with msb; axis 1, the last two columns: 2 3 / 5 6, column by
  // column 2 5 3 6 = 000010 00|0101 0000|11 000110.
  GradedArray array = graded("grit1(e=u6,k0=1,s0=u8,po=msb,esr=ratiomaxabs)", {2, 3}, 1,
                             {.data = "0440850c60", .scale0 = "010203040506"});
  array.descriptor().placement_data = kColMajor;
  const auto result = slice(array.view(), 1, 1, 3);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(to_hex(result->planes[0]), "0850c6");
  EXPECT_EQ(to_hex(result->planes[1]), "02030506");
  EXPECT_EQ(result->descriptor.placement_data, kColMajor);
}

TEST(Slice, L3AndL7) {
  // decode(slice(v)) is the same cut of decode(v), in every stored form.
  GradedArray rows = q4ks({8, 64});
  rows.planes()[2] = from_hex("00340030 00380028");
  const auto all = decode_view(rows.view());
  for (const Placement data : {kRowMajor, kColMajor, kPackK4_12B}) {
    const auto laid_out = relayout(rows.view(), Role::kData, data);
    ASSERT_TRUE(laid_out.has_value());
    const auto part = slice(view_of(*laid_out, kQ4ksGrade), 0, 4, 8);
    ASSERT_TRUE(part.has_value());
    const auto values = decode_view(view_of(*part, kQ4ksGrade));
    ASSERT_TRUE(values.has_value());
    EXPECT_EQ(*values, std::vector<std::uint32_t>(all->begin() + 256, all->end()));
  }
}

}  // namespace
}  // namespace grit::reference
