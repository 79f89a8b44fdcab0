#include "harness/cli/inspect.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace grit::cli {
namespace {

using Json = nlohmann::json;

// spec §3: the canonical descriptor of MXFP4.
const std::string kMxfp4 =
    "47525431400101004320074800000000 00002000000000000000000000000000 "
    "01000000000000100100000000000010 000000000000000083a154e49eee7023";

std::string with_bytes(std::size_t offset, const std::string& digits) {
  std::string text;
  for (const char c : kMxfp4) {
    if (c != ' ') text += c;
  }
  return text.replace(2 * offset, digits.size(), digits);
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Inspect, KnownDescriptor) {
  const CommandResult result = inspect(kMxfp4, {});
  EXPECT_EQ(result.exit_code, kExitClean);
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(has(result.out, "     8     2  elem             4320              0x2043 (e2m1) "));
  EXPECT_TRUE(has(result.out, "    18     2  k0               2000              32 "));
  EXPECT_TRUE(
      has(result.out, "grade: GRADE_MXFP4 = grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)\n"));
  EXPECT_TRUE(has(result.out, "check: frame, grade and placement are known"));
  EXPECT_FALSE(has(result.out, "\x1b"));
}

TEST(Inspect, RefusedDescriptorNamesTheDecidingRuleFirst) {
  // k0 = 16 and placement_data = 0x2000000000000000, a reserved class.
  std::string digits = with_bytes(18, "1000");
  digits.replace(2 * 32, 16, "0000000000000020");
  const CommandResult result = inspect(digits, {});
  EXPECT_EQ(result.exit_code, kExitDifferent);
  EXPECT_TRUE(has(result.out, "check: GradeUnknown, by the first of 2 broken rules\n"))
      << result.out;
  EXPECT_LT(result.out.find("1.  grade-k0"), result.out.find("2.  placement-data"));
}

TEST(Inspect, UnknownGrade) {
  const CommandResult result = inspect(with_bytes(56, "00"), {});
  EXPECT_EQ(result.exit_code, kExitDifferent);
  EXPECT_TRUE(has(result.out, "grade: no registered grade has this grade_id\n"));
  EXPECT_TRUE(has(result.out, "check: GradeUnknown\n"));
}

TEST(Inspect, JsonHoldsTheSame) {
  const CommandResult result = inspect(with_bytes(5, "02"), {.json = true, .colour = true});
  EXPECT_EQ(result.exit_code, kExitDifferent);
  const Json json = Json::parse(result.out);
  EXPECT_EQ(json["schema"], "grit-inspect");
  EXPECT_EQ(json["fields"].size(), 23u);
  EXPECT_EQ(json["fields"][5], (Json{{"offset", 8},
                                     {"size", 2},
                                     {"field", "elem"},
                                     {"bytes", "4320"},
                                     {"value", "0x2043 (e2m1)"},
                                     {"meaning", json["fields"][5]["meaning"]},
                                     {"clause", "§1"}}));
  EXPECT_EQ(json["grade"]["name"], "GRADE_MXFP4");
  EXPECT_EQ(json["grade"]["id"], "0x2370ee9ee454a183");
  EXPECT_EQ(json["status"], "GradeUnknown");
  EXPECT_EQ(json["decided_by"], "version");
  EXPECT_EQ(json["broken"][0]["found"], "version is 2");
}

TEST(Inspect, JsonOfAKnownDescriptor) {
  const Json json = Json::parse(inspect(kMxfp4, {.json = true}).out);
  EXPECT_EQ(json["known"], true);
  EXPECT_TRUE(json["status"].is_null());
  EXPECT_TRUE(json["broken"].empty());
}

TEST(Inspect, UsageErrors) {
  const CommandResult result = inspect("12 3g", {.json = true});
  EXPECT_EQ(result.exit_code, kExitUsage);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "grit inspect: 'g' at position 4 is no hexadecimal digit; and there is no file of that "
            "name\n");
}

TEST(Inspect, ColourMarksBrokenFields) {
  EXPECT_TRUE(has(inspect(with_bytes(18, "1000"), {.colour = true}).out, "\x1b[31mk0\x1b[0m"));
  EXPECT_FALSE(has(inspect(kMxfp4, {.colour = true}).out, "\x1b[31m"));
}

}  // namespace
}  // namespace grit::cli
