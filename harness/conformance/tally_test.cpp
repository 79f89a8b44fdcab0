// What an adapter covers, by PROTOCOL.md's "Tiers".
#include "harness/conformance/tally.h"

#include <gtest/gtest.h>

namespace grit::conformance {
namespace {

using Ops = std::vector<std::uint8_t>;

const Ops kCore = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};

Ops with(Ops ops, const Ops& more) {
  ops.insert(ops.end(), more.begin(), more.end());
  return ops;
}

std::string text(const Ops& ops) { return tier_text(tier_coverage(ops)); }

TEST(Tiers, AreShownWholeOrAsParts) {
  EXPECT_EQ(text(kCore), "core");
  EXPECT_EQ(text({0, 1, 2}), "core 2 of 14");
  EXPECT_EQ(text({}), "core 0 of 14");
  EXPECT_EQ(text(with(kCore, {20, 21, 22, 23, 24, 25})), "core, general");
  EXPECT_EQ(text(with(kCore, {21, 25})), "core; general 2 of 6");
  EXPECT_EQ(text({1, 20, 21, 22, 23, 24, 25}), "core 1 of 14; general");
  EXPECT_EQ(text({1, 20}), "core 1 of 14; general 1 of 6");
  EXPECT_EQ(text(with(kCore, {19, 26, 200})), "core");  // no operations of a tier
}

TEST(Tiers, WhatIsNotOfferedIsCounted) {
  const std::vector<report::TierCoverage> expected = {{"core", 14, 14}, {"general", 0, 6}};
  EXPECT_EQ(tier_coverage(kCore), expected);
}

}  // namespace
}  // namespace grit::conformance
