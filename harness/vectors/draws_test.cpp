// What the draws promise in their headers.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "harness/reference/decode.h"
#include "harness/reference/placement.h"
#include "harness/vectors/binary32_draws.h"
#include "harness/vectors/field_draws.h"
#include "harness/vectors/grade_draws.h"
#include "harness/vectors/placement_draws.h"
#include "harness/vectors/plane_draws.h"
#include "harness/vectors/shape_draws.h"
#include "harness/vectors/unicode.h"

namespace grit::vectors {
namespace {

constexpr std::int64_t k62 = std::int64_t{1} << 62;

TEST(FieldDraws, BoundariesAreThoseOfTheWidthAndOfTheValue) {
  EXPECT_EQ(boundary_values(0x40, 8), (std::vector<std::uint64_t>{0x00, 0x01, 0x3F, 0x41, 0x7F,
                                                                  0x80, 0x81, 0xC0, 0xFE, 0xFF}));
  // Neither the value itself, which is one of its own boundaries, nor anything twice.
  EXPECT_EQ(boundary_values(0, 8),
            (std::vector<std::uint64_t>{0x01, 0x7F, 0x80, 0x81, 0xFE, 0xFF}));
  EXPECT_EQ(boundary_values(0x2043, 16),
            (std::vector<std::uint64_t>{0x0000, 0x0001, 0x2042, 0x2044, 0x4320, 0x7FFF, 0x8000,
                                        0x8001, 0xA043, 0xFFFE, 0xFFFF}));
  EXPECT_EQ(boundary_values(UINT64_MAX, 64).back(), UINT64_MAX - 1);
}

TEST(FieldDraws, AnotherValueIsAnotherAndFits) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const auto bits = static_cast<unsigned>(random.between(1, 64));
    const std::uint64_t mask = bits == 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1;
    const std::uint64_t right = random.next() & mask;
    const std::uint64_t other = other_value(random, right, bits);
    EXPECT_NE(other, right);
    EXPECT_EQ(other & ~mask, 0u);
  }
}

TEST(ShapeDraws, ProductsAreExact) {
  EXPECT_EQ(product_of(protocol::Shape{}), Product::kFits);
  EXPECT_EQ(product_of(protocol::Shape{k62, 1}), Product::kFits);
  EXPECT_EQ(product_of(protocol::Shape{k62, 2}), Product::kTooLarge);
  EXPECT_EQ(product_of(protocol::Shape{std::numeric_limits<std::int64_t>::max()}), Product::kFits);
  EXPECT_EQ(product_of(protocol::Shape{k62, k62, 0}), Product::kZero);
  EXPECT_EQ(product_of(protocol::Shape{-1, -1}), Product::kNegative);
  EXPECT_EQ(product_of(protocol::Shape{0, -1}), Product::kNegative);
}

TEST(ShapeDraws, ShapesInEveryOrder) {
  const std::array<std::int64_t, 3> extents = {0, 2, k62};
  EXPECT_EQ(shapes_in_every_order(extents, 2, Product::kZero),
            (std::vector<protocol::Shape>{{0}, {0, 0}, {0, 2}, {0, k62}, {2, 0}, {k62, 0}}));
  EXPECT_EQ(shapes_in_every_order(extents, 2, Product::kTooLarge),
            (std::vector<protocol::Shape>{{2, k62}, {k62, 2}, {k62, k62}}));
  EXPECT_TRUE(shapes_in_every_order(extents, 3, Product::kNegative).empty());
}

TEST(ShapeDraws, HostileShapesHaveEveryExtentAndSmallAndLargeRanks) {
  Random random(1);
  std::set<std::int64_t> extents;
  std::set<std::size_t> ranks;
  for (int i = 0; i < 2000; ++i) {
    const protocol::Shape shape = hostile_shape(random);
    EXPECT_LE(shape.size(), 255u);
    ranks.insert(shape.size());
    extents.insert(shape.begin(), shape.end());
  }
  EXPECT_EQ(extents.size(), kHostileExtents.size());
  for (std::size_t rank = 0; rank <= 6; ++rank) EXPECT_TRUE(ranks.contains(rank)) << rank;
  EXPECT_GT(*ranks.rbegin(), 200u);
}

TEST(PlacementDraws, AreOfTheClassThatTheySay) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const reference::Placement known = known_placement(random);
    EXPECT_TRUE(known >> 60 == 0x1 || known >> 60 == 0x8 || known >> 60 == 0xF);
    EXPECT_TRUE(known >> 60 != 0x1 ||
                std::ranges::find(kWellKnownPlacements, known) != kWellKnownPlacements.end());
    const std::uint64_t reserved = reserved_class(random) >> 60;
    EXPECT_TRUE(reserved != 0x0 && reserved != 0x1 && reserved != 0x8 && reserved != 0xF);
    const reference::Placement unknown = unknown_well_known(random);
    EXPECT_EQ(unknown >> 60, 0x1u);
    EXPECT_EQ(std::ranges::find(kWellKnownPlacements, unknown), kWellKnownPlacements.end());
  }
}

TEST(PlaneDraws, PlainPlanesDecodeToFiniteValues) {
  Random random(1);
  for (const GradeName grade : kAllGrades) {
    for (int i = 0; i < 50; ++i) {
      const std::int64_t numel = 2 * block(grade);
      const protocol::Planes planes = plain_planes(random, grade, numel);
      const auto values =
          reference::decode(grade, numel, {planes[0], planes[1], planes[2], planes[3]});
      ASSERT_TRUE(values.has_value()) << short_name(grade);
      for (const std::uint32_t value : *values) {
        EXPECT_NE(value & kInfinity, kInfinity) << short_name(grade);
      }
    }
  }
}

TEST(PlaneDraws, HalvesAreOfTheKindThatTheySay) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const unsigned finite = finite_half(random, 30);
    EXPECT_TRUE((finite >> 10 & 31) >= 1 && (finite >> 10 & 31) <= 30);
    const unsigned nan = nan_half(random);
    EXPECT_TRUE((nan & 0x7C00) == 0x7C00 && (nan & 0x3FF) != 0);
    EXPECT_EQ(infinite_half(random) & 0x7FFF, 0x7C00);
    EXPECT_NE(plain_e4m3(random) & std::byte{0x7F}, std::byte{0x7F});
  }
}

TEST(Binary32Draws, StayInTheirRange) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    EXPECT_EQ(not_finite(random) & kInfinity, kInfinity);
    // Exponents -2 to 3: magnitudes from 0.25 to just below 16.
    for (const std::uint32_t value : values_between(random, 8, -2, 3)) {
      EXPECT_GE(value & ~kSign, 0x3E800000u);
      EXPECT_LT(value & ~kSign, 0x41800000u);
    }
  }
}

TEST(GradeDraws, FieldsWithAKeyHaveItAndAreAccepted) {
  Random random(1);
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    const Key key = static_cast<Key>(i);
    for (int n = 0; n < 20; ++n) {
      const GradeFields fields = fields_with(random, key);
      EXPECT_TRUE(fields.has(key)) << key_name(key);
      EXPECT_TRUE(fields_of_canonical(canonical_text(fields)).has_value()) << key_name(key);
    }
  }
}

TEST(Unicode, EncodesEachLength) {
  EXPECT_EQ(to_utf8('A'), "A");
  EXPECT_EQ(to_utf8(0xA0), "\xC2\xA0");
  EXPECT_EQ(to_utf8(0x7FF), "\xDF\xBF");
  EXPECT_EQ(to_utf8(0x800), "\xE0\xA0\x80");
  EXPECT_EQ(to_utf8(0x212A), "\xE2\x84\xAA");
  EXPECT_EQ(to_utf8(0xFFFD), "\xEF\xBF\xBD");
  EXPECT_EQ(to_utf8(0x1F600), "\xF0\x9F\x98\x80");
  EXPECT_EQ(to_utf8(0x10FFFF), "\xF4\x8F\xBF\xBF");
}

TEST(Unicode, PlainCharactersAreScalarValuesOfEveryLength) {
  Random random(1);
  std::set<std::size_t> lengths;
  for (int i = 0; i < 2000; ++i) {
    const char32_t character = plain_foreign(random);
    EXPECT_TRUE(is_plain_foreign(character));
    EXPECT_TRUE(character < 0xD800 || character > 0xDFFF);
    lengths.insert(to_utf8(character).size());
  }
  EXPECT_EQ(lengths, (std::set<std::size_t>{2, 3, 4}));
  for (const char32_t other :
       std::u32string_view(U"A\u0085\u00A0\u0131\u017F\u212A\u0669\uFF19\uFB01")) {
    EXPECT_FALSE(is_plain_foreign(other)) << static_cast<unsigned>(other);
  }
}

}  // namespace
}  // namespace grit::vectors
