#include "harness/cli/descriptor_rules.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "harness/reference/registry.h"

namespace grit::cli {
namespace {

using reference::Rule;
using reference::Status;

std::vector<Rule> rules_of(const DescriptorBytes& bytes) {
  std::vector<Rule> rules;
  for (const BrokenRule& entry : broken_rules(bytes)) rules.push_back(entry.rule);
  return rules;
}

// check is the oracle: at level 1 with a negative extent, step 4 fails whenever steps 1 to 3 hold.
void expect_first_is_what_decides(const DescriptorBytes& bytes) {
  const std::int64_t extent = -1;
  const reference::CheckResult result = reference::check(
      reference::CheckRequest{bytes, reference::Shape(&extent, 1), 1, {}}, {0, 0, 0, 0});
  const std::vector<BrokenRule> broken = broken_rules(bytes);
  if (broken.empty()) {
    ASSERT_EQ(result.rule, Rule::kNegativeExtent);
  } else {
    ASSERT_EQ(reference::rule_name(broken[0].rule), reference::rule_name(result.rule));
    ASSERT_EQ(broken[0].status, result.status);
  }
  for (std::size_t i = 1; i < broken.size(); ++i) ASSERT_LT(broken[i - 1].rule, broken[i].rule);
}

TEST(BrokenRules, NoneInCanonicalDescriptors) {
  for (const reference::RegistryEntry& entry : reference::registry()) {
    EXPECT_TRUE(broken_rules(to_bytes(canonical_descriptor(entry.grade))).empty()) << entry.name;
  }
}

TEST(BrokenRules, FirstIsWhatDecidesForEveryValueOfEveryByte) {
  for (const reference::RegistryEntry& entry : reference::registry()) {
    const DescriptorBytes canonical = to_bytes(canonical_descriptor(entry.grade));
    for (std::size_t at = 0; at < canonical.size(); ++at) {
      DescriptorBytes bytes = canonical;
      for (unsigned value = 0; value < 256; ++value) {
        bytes[at] = static_cast<std::byte>(value);
        expect_first_is_what_decides(bytes);
      }
    }
  }
}

TEST(BrokenRules, FirstIsWhatDecidesForSeveralRandomBytes) {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    const auto entry = reference::registry()[random() % reference::registry().size()];
    DescriptorBytes bytes = to_bytes(canonical_descriptor(entry.grade));
    for (int i = 0; i < 4; ++i) bytes[random() % 64] = static_cast<std::byte>(random() & 0xFF);
    expect_first_is_what_decides(bytes);
  }
}

// By hand from spec §5: MXFP4 with a wrong version, elem with nan_enc 3, another k0 and a meta
// placement that no aux plane needs.
TEST(BrokenRules, ListsAllInOrder) {
  reference::Descriptor descriptor = canonical_descriptor(reference::GradeName::kMxfp4);
  descriptor.version = 2;
  descriptor.elem.bits = 0x3843;
  descriptor.k0 = 16;
  descriptor.placement_meta = reference::kRowMajor;
  EXPECT_EQ(rules_of(to_bytes(descriptor)),
            (std::vector<Rule>{Rule::kVersion, Rule::kElemNan, Rule::kGradeElem, Rule::kGradeK0,
                               Rule::kPlacementWithoutAux}));
  const std::vector<BrokenRule> broken = broken_rules(to_bytes(descriptor));
  EXPECT_EQ(broken[0].found, "version is 2");
  EXPECT_EQ(broken[3].found, "k0 is 16, GRADE_MXFP4 demands 32");
  EXPECT_EQ(broken[4].status, Status::kPlacementUnknown);
}

TEST(BrokenRules, UnknownGradeHasNothingToCompareWith) {
  reference::Descriptor descriptor = canonical_descriptor(reference::GradeName::kQ4ks);
  descriptor.grade_id = 1;
  descriptor.k0 = 16;
  EXPECT_EQ(rules_of(to_bytes(descriptor)), std::vector<Rule>{Rule::kGradeId});
}

}  // namespace
}  // namespace grit::cli
