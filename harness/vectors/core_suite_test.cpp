#include "harness/vectors/core_suite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "harness/vectors/case_checks.h"
#include "harness/vectors/test_directory.h"

namespace grit::vectors {
namespace {

std::vector<Case> shipped_cases() {
  auto cases = read_core_suite(std::filesystem::path(GRIT_VECTORS_DIR) / "core.json");
  EXPECT_TRUE(cases) << cases.error();
  return cases ? std::move(*cases) : std::vector<Case>();
}

const Case* find_case(const std::vector<Case>& cases, std::string_view id) {
  const auto it = std::ranges::find(cases, id, &Case::id);
  return it == cases.end() ? nullptr : &*it;
}

// What reading a changed core.json says.
std::string error_of(const std::string& text) {
  const TestDirectory directory;
  const auto cases = read_core_suite(directory.write("core.json", text));
  return cases ? std::string() : cases.error();
}

TEST(CoreSuite, HasOneCaseForEachQuestionOfTheFile) {
  const std::vector<Case> cases = shipped_cases();
  // Counted by hand in the file: 6 grades, 34 positives with 7 questions, 15 negatives, 5
  // canonicalizations with 15 spellings together, 3 distinct pairs, 4 rejections, 1 note split with
  // 3 questions, 2 pairs of gids with 4, 1 printed form with 3 aliases, 2 edges with 6 questions, 1
  // demonstration with 4.
  EXPECT_EQ(cases.size(), 6u + 34 * 7 + 15 + 15 + 3 * 2 + 4 + 3 + 2 * 4 + (1 + 3) + 2 * 6 + 4);
  std::map<protocol::Op, std::size_t> by_op;
  for (const Case& item : cases) ++by_op[item.op];
  EXPECT_EQ(by_op[protocol::Op::kCheck], 34u + 15);
  EXPECT_EQ(by_op[protocol::Op::kDecode], 34u + 2);
  EXPECT_EQ(by_op[protocol::Op::kEncode], 34u);
  EXPECT_EQ(by_op[protocol::Op::kDigest], 34u);
  EXPECT_EQ(by_op[protocol::Op::kDescriptor], 34u);
  EXPECT_EQ(by_op[protocol::Op::kGid], 34u + 2 + 4 + 2);
  EXPECT_EQ(by_op[protocol::Op::kGidParse], 34u + 1 + 4 + 4);
  EXPECT_EQ(by_op[protocol::Op::kGrade], 6u + 15 + 6 + 4 + 4);
  EXPECT_EQ(by_op[protocol::Op::kEquivalent], 2u * 4);
}

TEST(CoreSuite, EveryCaseHasAnExpectation) {
  const std::vector<Case> cases = shipped_cases();
  for (const Case& item : cases) EXPECT_TRUE(item.expected) << item.id;
  expect_unique_ids(cases);
  expect_complete(cases);
}

TEST(CoreSuite, AgreesWithTheReference) { expect_agreement_with_reference(shipped_cases()); }

TEST(CoreSuite, TakesRequestsAndRepliesFromTheFile) {
  const std::vector<Case> cases = shipped_cases();
  // spec §7.2: MXFP4, shape [32].
  const Case* gid = find_case(cases, "core/mxfp4/tie_to_even/gid");
  ASSERT_NE(gid, nullptr);
  const auto reply = protocol::GidReply::parse(gid->expected->payload);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->printed, "22T52T4K0FJVN7WCVDGAHARX0D");
  const Case* check = find_case(cases, "core/size/data_one_byte_short/check");
  ASSERT_NE(check, nullptr);
  const auto request = protocol::CheckRequest::parse(check->request);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->plane_bytes[0], 15);
  EXPECT_EQ(check->expected->payload, (protocol::CheckReply{1, 0}.encode()));
}

TEST(CoreSuite, RefusesWhatIsNotTheFile) {
  EXPECT_NE(error_of("{").find("core.json:1: is not JSON"), std::string::npos);
  EXPECT_NE(error_of("[1e999]").find("core.json: holds a number beyond binary64"),
            std::string::npos);
  EXPECT_NE(error_of("[]").find("\"schema\""), std::string::npos);
  EXPECT_NE(error_of(replaced(shipped("core.json"), "grit-vectors/core/1", "grit-vectors/core/9"))
                .find("\"schema\""),
            std::string::npos);
  const TestDirectory directory;
  const auto missing = read_core_suite(directory.path() / "core.json");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().find("core.json"), std::string::npos);
}

struct Damage {
  const char* from;
  const char* to;
  const char* entry;  // in the error
  const char* what;
};

class DamagedCoreSuite : public testing::TestWithParam<Damage> {};

TEST_P(DamagedCoreSuite, IsRefusedWithFileAndEntry) {
  const Damage& damage = GetParam();
  const std::string error = error_of(replaced(shipped("core.json"), damage.from, damage.to));
  EXPECT_NE(error.find("core.json: "), std::string::npos) << error;
  EXPECT_NE(error.find(damage.entry), std::string::npos) << error;
  EXPECT_NE(error.find(damage.what), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    Entries, DamagedCoreSuite,
    testing::Values(
        Damage{"\"desc_hex\": \"47", "\"desc_hex\": \"4Z", "mxfp4/tie_to_even", "\"desc_hex\""},
        Damage{"\"desc_hex\": \"47", "\"desc_hex\": \"", "mxfp4/tie_to_even", "64 bytes"},
        Damage{"\"shape\": [32]", "\"shape\": [\"32\"]", "mxfp4/tie_to_even", "\"shape\""},
        Damage{"\"plane_bytes\": [16, 1, 0, 0]", "\"plane_bytes\": [16, 1, 0]", "mxfp4/tie_to_even",
               "four integers"},
        Damage{"\"plane_bytes\": [16, 1, 0, 0]", "\"plane_bytes\": [16, 2, 0, 0]",
               "mxfp4/tie_to_even", "do not add up"},
        Damage{"\"digest\": \"", "\"dijest\": \"", "mxfp4/tie_to_even", "\"digest\" is missing"},
        Damage{"\"decoded_f32_bits\": [", "\"decoded_f32_bits\": [ 1,", "mxfp4/tie_to_even",
               "array of strings"},
        Damage{"\"expected_error\": \"GradeUnknown\"", "\"expected_error\": \"Bad\"",
               "grade/bad_magic", "no status"},
        Damage{"\"check_level\": 1", "\"check_level\": 256", "grade/bad_magic", "\"check_level\""},
        Damage{"\"kind\": \"canonicalization\"", "\"kind\": \"canon\"", "canon/mxfp4",
               "\"kind\" is unknown"},
        Damage{"\"a\": \"grit1(e=e2m1,", "\"a\": \"grit1(k0=e2m1,", "distinct/scale_rule",
               "canonical form"},
        Damage{"\"scope\": \"decode\"", "\"scope\": \"full\"", "supersedes/mxfp4_rne", "\"scope\""},
        Damage{"\"negative\": [", "\"negative\": 1, \"unused\": [", "core.json",
               "\"negative\" is not an array"}));

}  // namespace
}  // namespace grit::vectors
