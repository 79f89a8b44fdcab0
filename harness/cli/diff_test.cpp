#include "harness/cli/diff.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace grit::cli {
namespace {

using Json = nlohmann::json;

// spec §3: the canonical descriptor of MXFP4.
const std::string kMxfp4 =
    "4752543140010100432007480000000000002000000000000000000000000000"
    "01000000000000100100000000000010000000000000000083a154e49eee7023";

std::string with_bytes(std::size_t offset, const std::string& digits) {
  return std::string(kMxfp4).replace(2 * offset, digits.size(), digits);
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Diff, EqualDescriptors) {
  const CommandResult result = diff(kMxfp4, kMxfp4, {});
  EXPECT_EQ(result.exit_code, kExitClean);
  EXPECT_EQ(result.out, "The descriptors are equal.\n");
}

TEST(Diff, ShowsFieldsInDescriptorOrder) {
  // k0 with its bytes swapped, and COL_MAJOR data.
  std::string other = with_bytes(18, "0020");
  other.replace(2 * 32, 2, "02");
  const CommandResult result = diff(kMxfp4, other, {});
  EXPECT_EQ(result.exit_code, kExitDifferent);
  EXPECT_TRUE(has(result.out, "    18  k0              32                              8192 "))
      << result.out;
  EXPECT_TRUE(has(result.out,
                  "    32  placement_data  0x1000000000000001 (ROW_MAJOR)  0x1000000000000002 "
                  "(COL_MAJOR)"))
      << result.out;
  EXPECT_TRUE(has(result.out, "spec §4\n"));
  EXPECT_FALSE(has(result.out, "\x1b"));
}

TEST(Diff, SaysThatNoteIsInNoFingerprint) {
  EXPECT_TRUE(has(diff(kMxfp4, with_bytes(28, "01"), {}).out, "the gids are equal"));
  EXPECT_FALSE(has(diff(kMxfp4, with_bytes(18, "10"), {}).out, "the gids are equal"));
}

TEST(Diff, JsonHoldsTheSame) {
  const CommandResult result = diff(kMxfp4, with_bytes(18, "1000"), {.json = true});
  EXPECT_EQ(result.exit_code, kExitDifferent);
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["schema"], "grit-diff");
  EXPECT_EQ(json["a"], kMxfp4);
  EXPECT_EQ(json["equal"], false);
  ASSERT_EQ(json["differences"].size(), 1u);
  EXPECT_EQ(json["differences"][0]["field"], "k0");
  EXPECT_EQ(json["differences"][0]["a"], "32");
  EXPECT_EQ(json["differences"][0]["b"], "16");
  EXPECT_EQ(Json::parse(diff(kMxfp4, kMxfp4, {.json = true}).out)["equal"], true);
}

TEST(Diff, UsageErrorsSayWhichArgument) {
  const CommandResult result = diff(kMxfp4, "00", {});
  EXPECT_EQ(result.exit_code, kExitUsage);
  EXPECT_TRUE(has(result.err, "grit diff: B: 1 byte is given")) << result.err;
  EXPECT_TRUE(has(diff("", kMxfp4, {}).err, "grit diff: A: 0 bytes are given"));
}

}  // namespace
}  // namespace grit::cli
