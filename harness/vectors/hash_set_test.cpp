#include "harness/vectors/hash_set.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/vectors/random.h"

namespace grit::vectors {
namespace {

TEST(HashSet, AgreesWithAnOrderedSet) {
  // Few enough different values that half of them come twice, through several doublings.
  HashSet hashes;
  std::set<std::uint64_t> expected;
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t value = mix(random.below(10000));
    EXPECT_EQ(hashes.insert(value), expected.insert(value).second) << i;
  }
  EXPECT_EQ(hashes.size(), expected.size());
}

TEST(HashSet, HoldsZeroAndValuesThatMeetInOnePlace) {
  HashSet hashes;
  EXPECT_TRUE(hashes.insert(0));
  EXPECT_FALSE(hashes.insert(0));
  // The low bits are equal; the last place is the table's end, so that the search goes round it.
  for (const std::uint64_t low : {std::uint64_t{0}, std::uint64_t{0xFFFFFFFF}}) {
    for (std::uint64_t high = 1; high <= 300; ++high) {
      EXPECT_TRUE(hashes.insert(high << 32 | low));
    }
    for (std::uint64_t high = 1; high <= 300; ++high) {
      EXPECT_FALSE(hashes.insert(high << 32 | low));
    }
  }
  EXPECT_EQ(hashes.size(), 601u);
}

}  // namespace
}  // namespace grit::vectors
