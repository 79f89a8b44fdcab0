#include "harness/cli/grade.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace grit::cli {
namespace {

using Json = nlohmann::json;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Canonical strings, ids and edges: spec §3, the registry.
TEST(DescribeGrade, RegisteredGradeInAnotherSpelling) {
  const CommandResult result =
      describe_grade("GRIT1( s0=ue8m0, k0=032, e=FP4,\n esr=rne_shared_exp )", {});
  EXPECT_EQ(result.exit_code, kExitClean);
  EXPECT_TRUE(has(result.out, "canonical   grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)\n"))
      << result.out;
  EXPECT_TRUE(has(result.out, "grade_id    0x254285e10d6068c8\n"));
  EXPECT_TRUE(has(result.out,
                  "projection  gritdec1(e=e2m1,k0=32,s0=e8m0,ct=dense,po=lsb,dr=rne,"
                  "ds=satfinite,dt=binary32)\n"));
  EXPECT_TRUE(has(result.out, "registered  GRADE_MXFP4_RNE\n"));
  EXPECT_TRUE(has(result.out, "supersedes  GRADE_MXFP4_RNE -> GRADE_MXFP4 (scope decode)\n"));
  EXPECT_TRUE(has(result.out, "       8     2  elem         4320 "));
  EXPECT_FALSE(has(result.out, "group_axis"));
  EXPECT_FALSE(has(result.out, "\x1b"));
}

TEST(DescribeGrade, UnregisteredGrade) {
  const CommandResult result = describe_grade("grit1(e=u4,k0=64,s0=binary16,esr=ratiomaxabs)", {});
  EXPECT_EQ(result.exit_code, kExitClean);
  EXPECT_TRUE(has(result.out, "registered  no\n"));
  EXPECT_TRUE(has(result.out, "supersedes  no edge\n"));
}

TEST(DescribeGrade, GradeWithoutDescriptor) {
  const std::string text = "grit1(e=e2m1,k0=65536,s0=e8m0,esr=exp2floormaxabs)";
  const CommandResult result = describe_grade(text, {});
  EXPECT_EQ(result.exit_code, kExitClean);
  EXPECT_TRUE(has(result.out, "The grade has no descriptor: k0 is above 65535 (spec §3).\n"));
  const Json json = Json::parse(describe_grade(text, {.json = true}).out);
  EXPECT_TRUE(json["frame"].is_null());
  EXPECT_EQ(json["no_descriptor"], "k0 is above 65535");
}

TEST(DescribeGrade, JsonHoldsTheSame) {
  const Json json = Json::parse(
      describe_grade("grit1(e=s8,k0=32,s0=f16,sp=2:4:u2:sorted,esr=ratio)", {.json = true}).out);
  EXPECT_EQ(json["schema"], "grit-grade");
  EXPECT_EQ(json["refused"], false);
  EXPECT_EQ(json["canonical"], "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)");
  EXPECT_EQ(json["grade_id"], "0xbbbb283a2539ebe8");
  EXPECT_EQ(json["name"], "GRADE_I8S24");
  EXPECT_EQ(json["frame"].size(), 14u);
  EXPECT_EQ(json["frame"][8]["field"], "sp_n");
  EXPECT_EQ(json["frame"][8]["value"], "2");
  EXPECT_TRUE(json["supersedes"].empty());
}

TEST(DescribeGrade, RefusalPointsAtThePlace) {
  const CommandResult result = describe_grade("grit1(e=e2m1,k0=3x,s0=e8m0,esr=floor)", {});
  EXPECT_EQ(result.exit_code, kExitDifferent);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(has(result.err,
                  "  grit1(e=e2m1,k0=3x,s0=e8m0,esr=floor)\n"
                  "               ^\n"
                  "hint: write digits 0 to 9 without a sign"))
      << result.err;
}

TEST(DescribeGrade, RefusalShowsTheLineOfALongText) {
  const CommandResult result =
      describe_grade("grit1(e=e2m1,\nk0=32," + std::string(100, ' ') + "q=1,\ns0=e8m0)", {});
  EXPECT_TRUE(has(result.err, "\n  ..." + std::string(48, ' ') + "q=1,\n" + std::string(53, ' ') +
                                  "^\nhint: the keys are e k0 "))
      << result.err;
}

TEST(DescribeGrade, RefusalOfHostileBytesIsPrintable) {
  using namespace std::string_literals;
  for (const std::string& text : {"grit1(e=\x1b[31m)"s, "\xff"s, "grit1(\0"s, ""s, "\xe2\x82"s}) {
    const CommandResult result = describe_grade(text, {});
    EXPECT_EQ(result.exit_code, kExitDifferent);
    for (const char c : result.err) {
      EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << result.err;
    }
    const Json json = Json::parse(describe_grade(text, {.json = true}).out);
    EXPECT_EQ(json["refused"], true);
  }
}

// One text for each kind of refusal in spec §3; each is told what to do.
TEST(DescribeGrade, EveryRefusalHasAHint) {
  const char* const texts[] = {
      "grit1(e=\x80)",
      "grit2(e=e2m1)",
      "grit1(e=e2m1",
      "grit1(e=e2m1,,k0=32,s0=e8m0,esr=floor)",
      "grit1(e,k0=32,s0=e8m0,esr=floor)",
      "grit1(q=1,e=e2m1,k0=32,s0=e8m0,esr=floor)",
      "grit1(e=e2m1,e=e2m1,k0=32,s0=e8m0,esr=floor)",
      "grit1(e=e2m1,k0=32,s0=e8m0)",
      "grit1(e=int2,k0=32,s0=e8m0,esr=floor)",
      "grit1(e=e4m3fnuz,k0=32,s0=e8m0,esr=floor)",
      "grit1(e=e2m1,k0=-1,s0=e8m0,esr=floor)",
      "grit1(e=e2m1,k0=32,s0=e8m0,esr=floor,er=up2)",
      "grit1(e=e2m1,k0=32,s0=e8m0,esr=floor,sp=4:4:u2:asclsb)",
      "grit1(e=e2m1,k0=32,s0=e8m0,esr=floor,k1=2)",
      "grit1(e=e2m1,k0=32,s0=e8m0,esr=floor,zpc=asis)",
      "grit1(e=e2m1,k0=32,s0=e8m0,esr=floor,zp=u4,zps=l1)",
  };
  for (const char* text : texts) {
    const CommandResult result = describe_grade(text, {});
    EXPECT_EQ(result.exit_code, kExitDifferent) << text;
    EXPECT_TRUE(has(result.err, "\nhint: ")) << text;
    EXPECT_FALSE(has(result.err, "\nhint: \n")) << text;
  }
}

}  // namespace
}  // namespace grit::cli
