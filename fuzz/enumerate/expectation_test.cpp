// The expectation, against examples and counts worked out by hand from docs/SPEC.md. None of them
// comes from the reference; that both agree is what an enumeration shows.
#include "fuzz/enumerate/expectation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "harness/reference/bytes.h"

namespace grit::enumerate {
namespace {

using reference::GradeName;
using reference::Plane;
using reference::Status;

constexpr DescriptorBytes kMxfp4 =
    bytes_from_hex(
        "4752543140010100432007480000000000002000000000000000000000000000"
        "01000000000000100100000000000010000000000000000083a154e49eee7023")
        .value();

DescriptorBytes changed(std::size_t offset, std::size_t size, std::uint64_t value) {
  DescriptorBytes bytes = kMxfp4;
  reference::store_le(value, std::span(bytes).subspan(offset, size));
  return bytes;
}

Answer answer(const DescriptorBytes& bytes) {
  return expected_answer(bytes, plane_bytes_of(GradeName::kMxfp4));
}

constexpr std::uint64_t kRowMajorWord = 0x1000000000000001;

// The table of spec §5.6 that starts from this descriptor.
TEST(Expectation, ExamplesOfSection5) {
  const Answer ok{Status::kOk, std::nullopt};
  const Answer grade_unknown{Status::kGradeUnknown, std::nullopt};
  EXPECT_EQ(answer(kMxfp4), ok);
  EXPECT_EQ(answer(changed(7, 1, 0x40)), grade_unknown);
  EXPECT_EQ(answer(changed(7, 1, 0x10)), grade_unknown);
  EXPECT_EQ(answer(changed(18, 2, 16)), grade_unknown);
  EXPECT_EQ(answer(changed(40, 8, 0x2000000000000000)),
            (Answer{Status::kPlacementUnknown, std::nullopt}));
  EXPECT_EQ(answer(changed(48, 8, kRowMajorWord)),
            (Answer{Status::kPlacementUnknown, Plane::kAux}));
  // Here axis 1 has 3 elements and axis 2 has 64; axis 3 is none.
  EXPECT_EQ(answer(changed(16, 2, 1)), (Answer{Status::kSizeMismatch, std::nullopt}));
  EXPECT_EQ(answer(changed(16, 2, 2)), ok);
  EXPECT_EQ(answer(changed(16, 2, 3)), (Answer{Status::kSizeMismatch, std::nullopt}));
  EXPECT_EQ(answer(changed(16, 2, 0xFFFF)), (Answer{Status::kSizeMismatch, std::nullopt}));
  EXPECT_EQ(answer(changed(28, 4, 0xFFFFFFFF)), ok);
  EXPECT_EQ(expected_answer(kMxfp4, {3071, 193, 0, 0}),
            (Answer{Status::kSizeMismatch, Plane::kData}));
  EXPECT_EQ(expected_answer(kMxfp4, {3072, 193, 0, 0}),
            (Answer{Status::kSizeMismatch, Plane::kScale0}));
}

// MXFP4_RNE demands the same frame (spec §3.9), NVF4 another one.
TEST(Expectation, IdsOfOtherGrades) {
  EXPECT_EQ(answer(changed(56, 8, 0x254285e10d6068c8)), Answer{});
  EXPECT_EQ(answer(changed(56, 8, 0x00ff6f4c2870831e)).status, Status::kGradeUnknown);
  EXPECT_EQ(answer(changed(56, 8, 0x2370ee9ee454a182)).status, Status::kGradeUnknown);
}

TEST(Expectation, PlacementsOfSection4) {
  constexpr std::uint64_t kKnown[] = {
      0,
      0x1000000000000005,
      0x1000000000000011,
      0x1000000000000012,
      0x1000000000000020,
      0x8000000000000000,
      0x8123456789abcdef,
      0xF000000000000000,
  };
  constexpr std::uint64_t kUnknown[] = {
      0x0000000000000001, 0x1000000000000000, 0x1000000000000006, 0x1000000000000010,
      0x1000000000000013, 0x1000000000000021, 0x1000000100000001, 0x7fffffffffffffff,
      0x9000000000000000, 0xE000000000000001,
  };
  for (const std::uint64_t word : kKnown) {
    EXPECT_EQ(answer(changed(32, 8, word)).status, Status::kOk) << std::hex << word;
  }
  for (const std::uint64_t word : kUnknown) {
    EXPECT_EQ(answer(changed(32, 8, word)).status, Status::kPlacementUnknown) << std::hex << word;
  }
}

StatusCounts counts_of(std::string_view name) {
  static const std::vector<Unit> kUnits = make_units();
  return expected_counts(*std::ranges::find(kUnits, name, &Unit::name));
}

// Ok, SizeMismatch, GradeUnknown, PlacementUnknown, DigestMismatch.
TEST(Expectation, CountsOfSingleFields) {
  EXPECT_EQ(counts_of("MXFP4/version"), (StatusCounts{1, 0, 255, 0, 0}));      // §5.1.4
  EXPECT_EQ(counts_of("Q4KS/n_levels"), (StatusCounts{1, 0, 255, 0, 0}));      // §5.2.2
  EXPECT_EQ(counts_of("I8S24/flags"), (StatusCounts{1, 0, 255, 0, 0}));        // §5.2.2
  EXPECT_EQ(counts_of("NVF4/k0"), (StatusCounts{1, 0, 65535, 0, 0}));          // §5.2.2
  EXPECT_EQ(counts_of("NVF4/group_axis"), (StatusCounts{2, 65534, 0, 0, 0}));  // §6.2.3, §6.2.4
  // 256 of its lowest byte, and 255, 255, 255 more of the others: the bits and the neighbours are
  // among them. Boundaries that are not: 0, 1, 2^31 - 1, 2^31, 2^31 + 1, 2^32 - 2, 2^32 - 1, and
  // 0x47525431, its bytes reversed. One value is right.
  EXPECT_EQ(counts_of("MXFP4/magic"), (StatusCounts{1, 0, 1028, 0, 0}));
  // Its right value is 0, so 0 and 1 are among the 1021 of its bytes, and so is 2^31; 2^31 - 1,
  // 2^31 + 1, 2^32 - 2 and 2^32 - 1 are not.
  EXPECT_EQ(counts_of("MXFP4/note"), (StatusCounts{1025, 0, 0, 0, 0}));  // §2.3.3
}

TEST(Expectation, CountsOfPairs) {
  constexpr std::uint64_t k24 = std::uint64_t{1} << 24;
  EXPECT_EQ(counts_of("MXFP4/version+flags"), (StatusCounts{1, 0, 65535, 0, 0}));
  EXPECT_EQ(counts_of("MXFP4/flags+k0"), (StatusCounts{1, 0, k24 - 1, 0, 0}));
  // Step 2 comes before step 4.
  EXPECT_EQ(counts_of("Q4KS/version+group_axis"), (StatusCounts{2, 65534, 255 * 65536, 0, 0}));
  // The list of a placement word whose right value is ROW_MAJOR: 48 of class 1, one of each of the
  // 15 others, and 0, 2^64 - 1, 2^64 - 2, 2^63 - 1, 2^63, 0x0100000000000010. Known: 0, the eight
  // well-known, two of class 8, three of class 15.
  EXPECT_EQ(counts_of("MXFP4/version+placement_data"), (StatusCounts{14, 0, 255 * 69, 55, 0}));
  // Step 3 comes before step 4: a known word and one of two axes; an unknown word and any axis.
  EXPECT_EQ(counts_of("MXFP4/group_axis+placement_data"),
            (StatusCounts{14 * 2, 14 * 65534, 0, 55 * 65536, 0}));
  // Whose right value is 0: the same but for the last of the six. Without an aux plane 0 alone is
  // right (§5.3.3).
  EXPECT_EQ(counts_of("MXFP4/version+placement_meta"), (StatusCounts{1, 0, 255 * 68, 67, 0}));
  // With one, 0 is wrong too (§5.3.2); the right value is ROW_MAJOR.
  EXPECT_EQ(counts_of("Q4KS/version+placement_meta"), (StatusCounts{13, 0, 255 * 69, 56, 0}));
}

// A registered grade of the same frame is right, too: MXFP4 and MXFP4_RNE, NVF4 and NVF4_RTZ.
TEST(Expectation, CountsOfGradeIds) {
  EXPECT_EQ(counts_of("MXFP4/grade_id")[0], 2U);
  EXPECT_EQ(counts_of("NVF4_RTZ/grade_id")[0], 2U);
  EXPECT_EQ(counts_of("Q4KS/grade_id")[0], 1U);
  EXPECT_EQ(counts_of("I8S24/grade_id")[0], 1U);
}

// Of each grade: 45 pairs of 8 by 8 bits and 60 of 8 by 16 have one right value, 10 pairs with
// group_axis have two, and 65534 that fail at step 4.
TEST(Expectation, CountsOfAllPairsInFull) {
  StatusCounts sum{};
  for (const Unit& unit : make_units()) {
    if (!unit.second || !unit.first.full() || !unit.second->full()) continue;
    const StatusCounts counts = expected_counts(unit);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += counts[i];
  }
  constexpr std::uint64_t kOk = 6 * (45 + 60 + 2 * 10);
  constexpr std::uint64_t kSizeMismatch = 6 * 10 * 65534;
  EXPECT_EQ(sum, (StatusCounts{kOk, kSizeMismatch, 7064125440 - kOk - kSizeMismatch, 0, 0}));
}

}  // namespace
}  // namespace grit::enumerate
