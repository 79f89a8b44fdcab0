#include "harness/vectors/extended_suite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "harness/vectors/case_checks.h"
#include "harness/vectors/test_directory.h"

namespace grit::vectors {
namespace {

std::vector<Case> shipped_cases() {
  std::vector<Case> all;
  for (const auto& file : extended_files(std::filesystem::path(GRIT_VECTORS_DIR) / "extended")) {
    auto cases = read_extended_suite(file);
    if (!cases) {
      ADD_FAILURE() << cases.error();
      continue;
    }
    std::ranges::move(*cases, std::back_inserter(all));
  }
  return all;
}

TEST(ExtendedSuite, FilesAreTheJsonOfTheDirectoryByName) {
  const TestDirectory directory;
  EXPECT_TRUE(extended_files(directory.path() / "none").empty());
  const auto second = directory.write("b.json", "");
  directory.write("a.bin", "");
  const auto first = directory.write("a.json", "");
  EXPECT_EQ(extended_files(directory.path()), (std::vector{first, second}));
}

TEST(ExtendedSuite, HasCasesOfEveryOperationOfTheGeneralTier) {
  const std::vector<Case> cases = shipped_cases();
  expect_unique_ids(cases);
  expect_complete(cases);
  std::map<protocol::Op, std::size_t> by_op;
  for (const Case& item : cases) {
    EXPECT_TRUE(item.expected) << item.id;
    ++by_op[item.op];
  }
  for (const protocol::OpInfo& info : protocol::all_ops()) {
    if (info.tier == protocol::Tier::kGeneral) {
      EXPECT_GE(by_op[info.op], 4u) << info.name;
    }
  }
  // Every reason of spec §11.2.3 and of the operations' own sections; the core tier's refusals have
  // none.
  std::set<std::string> reasons;
  for (const Case& item : cases) {
    if (item.expected->kind == protocol::ReplyKind::kRefused && !item.expected->payload.empty()) {
      reasons.emplace(protocol::as_text(item.expected->payload));
    }
  }
  EXPECT_EQ(reasons.size(), 10u);
}

TEST(ExtendedSuite, AgreesWithTheReference) { expect_agreement_with_reference(shipped_cases()); }

TEST(ExtendedSuite, RefusesADamagedEntryByName) {
  const TestDirectory directory;
  const std::string whole = shipped("extended/general.json");
  const auto problem = [&](std::string_view what, std::string_view with) {
    const auto path = directory.write("general.json", replaced(whole, what, with));
    const auto cases = read_extended_suite(path);
    return cases ? std::string("none") : cases.error();
  };
  EXPECT_NE(problem("\"op\": \"CHECK_GRADE\"", "\"op\": \"CHECK_GRADES\"")
                .find("entries[0] check_grade/own: op is no operation: CHECK_GRADES"),
            std::string::npos);
  EXPECT_NE(problem("\"outcome\": \"answered\"", "\"outcome\": \"crash\"")
                .find("outcome is neither answered, refused nor internal error"),
            std::string::npos);
  EXPECT_NE(problem("\"provenance\": ", "\"provenances\": ").find("\"provenance\" is missing"),
            std::string::npos);
  EXPECT_NE(problem("\"by hand from §11.1.1\"", "\"copied from a run\"")
                .find("entries[0] check_grade/own: provenance is none of"),
            std::string::npos);
  EXPECT_NE(problem("\"clause\": ", "\"clauses\": ").find("\"clause\" is missing"),
            std::string::npos);
}

}  // namespace
}  // namespace grit::vectors
