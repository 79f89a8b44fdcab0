#include "harness/vectors/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace grit::vectors {
namespace {

TEST(Random, IsSplitMix64) {
  // The published test sequence of SplitMix64 for the seed 1234567 (Vigna's splitmix64.c).
  Random random(1234567);
  const std::array<std::uint64_t, 5> expected = {6457827717110365317u, 3203168211198807973u,
                                                 9817491932198370423u, 4593380528125082431u,
                                                 16408922859458223821u};
  for (const std::uint64_t value : expected) EXPECT_EQ(random.next(), value);
}

TEST(Random, BelowReachesEveryValueAndNoOther) {
  Random random(7);
  std::array<int, 6> seen{};
  for (int i = 0; i < 600; ++i) {
    const std::uint64_t value = random.below(seen.size());
    ASSERT_LT(value, seen.size());
    ++seen[value];
  }
  for (const int count : seen) EXPECT_GT(count, 50);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, BetweenIncludesBothEnds) {
  Random random(7);
  bool low = false;
  bool high = false;
  for (int i = 0; i < 200; ++i) {
    const std::int64_t value = random.between(-2, 2);
    ASSERT_GE(value, -2);
    ASSERT_LE(value, 2);
    low |= value == -2;
    high |= value == 2;
  }
  EXPECT_TRUE(low && high);
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(random.between(kMin, kMin), kMin);
  random.between(kMin, kMax);  // the whole range has no width that fits 64 bits
}

TEST(Random, StreamsAreUnrelated) {
  EXPECT_EQ(Random::stream(1, 2, 3).next(), Random::stream(1, 2, 3).next());
  std::vector<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (std::uint64_t number = 0; number < 64; ++number) {
      for (std::uint64_t attempt = 0; attempt < 4; ++attempt) {
        firsts.push_back(Random::stream(seed, number, attempt).next());
      }
    }
  }
  std::ranges::sort(firsts);
  EXPECT_EQ(std::ranges::adjacent_find(firsts), firsts.end());
}

TEST(Random, ShuffleKeepsTheElements) {
  Random random(3);
  std::vector<int> values = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<int> before = values;
  random.shuffle(values);
  EXPECT_NE(values, before);
  std::ranges::sort(values);
  EXPECT_EQ(values, before);
}

}  // namespace
}  // namespace grit::vectors
