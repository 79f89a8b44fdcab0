// The plan, against tables and counts worked out by hand from docs/SPEC.md.
#include "fuzz/enumerate/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "fuzz/enumerate/expectation.h"
#include "harness/reference/bytes.h"

namespace grit::enumerate {
namespace {

using reference::Field;
using reference::GradeName;

// The table of spec §2.1.1, copied by hand.
TEST(Plan, TheFieldsAreThoseOfTheSpecification) {
  struct Row {
    std::size_t offset;
    std::size_t size;
    std::string_view name;
  };
  constexpr std::array<Row, 23> kRows{{
      {0, 4, "magic"},
      {4, 1, "hdr_bytes"},
      {5, 1, "version"},
      {6, 1, "n_levels"},
      {7, 1, "flags"},
      {8, 2, "elem"},
      {10, 2, "scale0"},
      {12, 2, "scale1"},
      {14, 2, "zp_fmt"},
      {16, 2, "group_axis"},
      {18, 2, "k0"},
      {20, 2, "k1"},
      {22, 1, "sp_n"},
      {23, 1, "sp_m"},
      {24, 1, "sp_meta_fmt"},
      {25, 1, "sp_order"},
      {26, 1, "container"},
      {27, 1, "frame_rsvd"},
      {28, 4, "note"},
      {32, 8, "placement_data"},
      {40, 8, "placement_scale"},
      {48, 8, "placement_meta"},
      {56, 8, "grade_id"},
  }};
  const auto fields = reference::descriptor_fields();
  ASSERT_EQ(fields.size(), kRows.size());
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    EXPECT_EQ(fields[i].name, kRows[i].name);
    EXPECT_EQ(fields[i].offset, kRows[i].offset) << kRows[i].name;
    EXPECT_EQ(fields[i].size, kRows[i].size) << kRows[i].name;
  }
}

const Unit& unit_called(const std::vector<Unit>& units, std::string_view name) {
  return *std::ranges::find(units, name, &Unit::name);
}

// Of spec §2.1.1's fields 10 have 8 bits, 7 have 16, 2 have 32 and 4 have 64. So a grade has 23
// single fields; 23*22/2 = 253 pairs; and the 7*6/2 = 21 pairs of 16-bit fields a second time.
TEST(Plan, HowManyUnits) {
  const std::vector<Unit> units = make_units();
  ASSERT_EQ(units.size(), 6U * (23 + 253 + 21));
  std::set<std::string> names;
  for (const Unit& unit : units) names.insert(unit.name);
  EXPECT_EQ(names.size(), units.size());
}

// 45 pairs of 8 by 8 bits, 70 of 8 by 16, from six grades: 6 * (45 * 2^16 + 70 * 2^24).
TEST(Plan, PairsInFullAreAboutSevenThousandMillion) {
  std::uint64_t full = 0;
  std::map<std::uint64_t, int> sizes;
  for (const Unit& unit : make_units()) {
    if (!unit.second || !unit.first.full() || !unit.second->full()) continue;
    full += unit.size();
    ++sizes[unit.size()];
  }
  EXPECT_EQ(sizes, (std::map<std::uint64_t, int>{{1 << 16, 6 * 45}, {1 << 24, 6 * 70}}));
  EXPECT_EQ(full, 7064125440U);
}

TEST(Plan, SingleFieldsOfUpTo16BitsTakeAllTheirValues) {
  const std::vector<Unit> units = make_units();
  EXPECT_EQ(unit_called(units, "Q4KS/flags").size(), 256U);
  EXPECT_EQ(unit_called(units, "NVF4/group_axis").size(), 65536U);
}

TEST(Plan, OfTwo16BitFieldsOneIsInFull) {
  const std::vector<Unit> units = make_units();
  const Unit& ab = unit_called(units, "I8S24/elem+k0");
  const Unit& ba = unit_called(units, "I8S24/k0+elem");
  EXPECT_TRUE(ab.first.full());
  EXPECT_FALSE(ab.second->full());
  EXPECT_TRUE(ba.first.full());
  // k0 is 32 = 0x0020. Boundaries: 0, 1, 2^15 - 1, 2^15, 2^15 + 1, 2^16 - 2, 2^16 - 1; beside it 31
  // and 33; its sign bit flipped 0x8020, its bytes reversed 0x2000; and itself.
  EXPECT_EQ(ab.second->list, (std::vector<std::uint64_t>{0, 1, 31, 32, 33, 0x2000, 0x7FFF, 0x8000,
                                                         0x8001, 0x8020, 0xFFFE, 0xFFFF}));
}

bool has(const std::vector<std::uint64_t>& list, std::uint64_t value) {
  return std::ranges::binary_search(list, value);
}

// The words of spec §4.
TEST(Plan, ListsOfPlacementsHaveEveryWordThatSection4Names) {
  const std::vector<Unit> units = make_units();
  for (const char* name : {"MXFP4/placement_meta", "MXFP4/flags+placement_meta"}) {
    const Unit& unit = unit_called(units, name);
    const auto& list = unit.second ? unit.second->list : unit.first.list;
    for (const std::uint64_t low : {0x01u, 0x02u, 0x03u, 0x04u, 0x05u, 0x11u, 0x12u, 0x20u}) {
      EXPECT_TRUE(has(list, 0x1000000000000000 | low)) << name << " " << low;
    }
    for (std::uint64_t word_class = 0; word_class < 16; ++word_class) {
      EXPECT_TRUE(has(list, word_class << 60 | 1)) << name << " " << word_class;
    }
    EXPECT_TRUE(has(list, 0));
    EXPECT_TRUE(has(list, UINT64_MAX));
  }
}

// The ids of spec §3.9.1.
TEST(Plan, ListsOfGradeIdsHaveAllRegisteredOnes) {
  const std::vector<Unit> units = make_units();
  for (const char* name : {"I8S24/grade_id", "I8S24/version+grade_id"}) {
    const Unit& unit = unit_called(units, name);
    const auto& list = unit.second ? unit.second->list : unit.first.list;
    for (const std::uint64_t id : {0x2370ee9ee454a183U, 0x1c600de02594fb55U, 0x00ff6f4c2870831eU,
                                   0xbbbb283a2539ebe8U, 0x254285e10d6068c8U, 0x006c3850a3f42deaU}) {
      EXPECT_TRUE(has(list, id)) << name << " " << std::hex << id;
    }
  }
}

// Alone, a wide field has also each of its bytes in full and each of its bits flipped.
TEST(Plan, ListsOfSingleWideFields) {
  const std::vector<Unit> units = make_units();
  const auto& list = unit_called(units, "MXFP4/magic").first.list;
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    EXPECT_TRUE(has(list, 0x31545200 | byte));
    EXPECT_TRUE(has(list, 0x00545247 | byte << 24));
  }
  EXPECT_TRUE(has(list, 0x31545247));
  EXPECT_FALSE(has(list, 0x12345678));
}

TEST(Plan, DescriptorsOfAUnit) {
  const std::vector<Unit> units = make_units();
  const Unit& pair = unit_called(units, "MXFP4/flags+k0");
  // Index a * 65536 + b: flags is byte 7, k0 bytes 18 and 19, least significant first.
  const DescriptorBytes bytes = descriptor_at(pair, 0xAB * 65536 + 0xCDEF);
  DescriptorBytes expected =
      reference::to_bytes(reference::canonical_descriptor(GradeName::kMxfp4));
  EXPECT_NE(bytes, expected);
  expected[7] = std::byte{0xAB};
  expected[18] = std::byte{0xEF};
  expected[19] = std::byte{0xCD};
  EXPECT_EQ(bytes, expected);
}

TEST(Plan, NoDescriptorOfAUnitComesTwice) {
  const std::vector<Unit> units = make_units();
  for (const char* name :
       {"MXFP4/version+flags", "Q4KS/grade_id", "Q4KS/magic+note", "NVF4/note"}) {
    const Unit& unit = unit_called(units, name);
    std::set<DescriptorBytes> seen;
    for (std::uint64_t i = 0; i < unit.size(); ++i) seen.insert(descriptor_at(unit, i));
    EXPECT_EQ(seen.size(), unit.size()) << name;
  }
}

TEST(Plan, UnitsAreChosenByNumberAndName) {
  const std::vector<Unit> units = make_units();
  const auto chosen = [&](std::vector<std::string> words) {
    return select_units(units, words).value();
  };
  EXPECT_EQ(chosen({}).size(), units.size());
  EXPECT_EQ(chosen({"1", "3-4"}), (std::vector<std::size_t>{0, 2, 3}));
  EXPECT_EQ(chosen({"2-3", "3"}), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(chosen({"MXFP4/magic"}), (std::vector<std::size_t>{0}));
  EXPECT_EQ(chosen({"Q4KS"}).size(), 297U);
  EXPECT_EQ(chosen({"flags"}).size(), 6U);
  EXPECT_EQ(chosen({"flags+k0"}).size(), 6U);
  EXPECT_EQ(chosen({"1782"}), (std::vector<std::size_t>{1781}));
}

TEST(Plan, UnitsThatAreNotThere) {
  const std::vector<Unit> units = make_units();
  const auto error = [&](const std::string& word) {
    const std::vector<std::string> words(1, word);
    const auto chosen = select_units(units, words);
    return chosen ? std::string("taken") : chosen.error();
  };
  EXPECT_NE(error("0").find("numbered from 1 to 1782"), std::string::npos);
  EXPECT_NE(error("1783").find("no units 1783"), std::string::npos);
  EXPECT_NE(error("5-4").find("no units 5-4"), std::string::npos);
  EXPECT_NE(error("MXFP5").find("no unit is called MXFP5"), std::string::npos);
  EXPECT_NE(error("1-").find("no unit is called 1-"), std::string::npos);
  EXPECT_NE(error("").find("no unit is called"), std::string::npos);
}

TEST(Plan, ShardsAreAPartitionOfAboutEqualParts) {
  const std::vector<Unit> units = make_units();
  const auto all = select_units(units, {}).value();
  std::uint64_t whole = 0;
  for (const std::size_t unit : all) whole += units[unit].size();
  for (const std::uint64_t shards : {1U, 2U, 7U, 14U}) {
    std::set<std::size_t> seen;
    std::size_t count = 0;
    for (std::uint64_t shard = 1; shard <= shards; ++shard) {
      std::uint64_t size = 0;
      for (const std::size_t unit : shard_of(all, shard, shards)) {
        seen.insert(unit);
        ++count;
        size += units[unit].size();
      }
      EXPECT_LT(size, whole / shards * 3 / 2) << shard << "/" << shards;
    }
    EXPECT_EQ(seen.size(), all.size());
    EXPECT_EQ(count, all.size());
  }
}

TEST(Plan, HexadecimalDigits) {
  EXPECT_FALSE(bytes_from_hex(""));
  EXPECT_FALSE(bytes_from_hex(std::string(127, '0')));
  EXPECT_FALSE(bytes_from_hex(std::string(127, '0') + "g"));
  const std::string digits = std::string(126, '0') + "aF";
  EXPECT_EQ(bytes_from_hex(digits)->back(), std::byte{0xAF});
  EXPECT_EQ(to_hex(*bytes_from_hex(digits)), std::string(126, '0') + "af");
}

}  // namespace
}  // namespace grit::enumerate
