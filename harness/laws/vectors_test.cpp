// Every law has a pinned vector, in vectors/extended/laws.json, whose ids are law/<id>/<name>, and
// a row in docs/LAWS.md.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "harness/laws/law.h"
#include "harness/vectors/case_checks.h"
#include "harness/vectors/extended_suite.h"

namespace grit::laws {
namespace {

TEST(LawVectors, EveryLawHasOneAndEveryOneALaw) {
  const auto cases = vectors::read_extended_suite(std::filesystem::path(GRIT_VECTORS_DIR) /
                                                  "extended" / "laws.json");
  ASSERT_TRUE(cases.has_value()) << cases.error();
  vectors::expect_unique_ids(*cases);
  vectors::expect_complete(*cases);
  std::map<std::string, int> count;
  for (const vectors::Case& item : *cases) {
    const std::string prefix = "extended/law/";
    ASSERT_TRUE(item.id.starts_with(prefix)) << item.id;
    const std::string rest = item.id.substr(prefix.size());
    ++count[rest.substr(0, rest.find('/'))];
  }
  for (const LawInfo& row : all_laws()) EXPECT_GE(count[std::string(row.id)], 1) << row.id;
  EXPECT_EQ(count.size(), all_laws().size());
}

TEST(LawTable, IsThatOfTheDocument) {
  std::ifstream file(GRIT_LAWS_DOCUMENT);
  std::vector<std::string> found;
  // The first table of the page.
  for (std::string line; std::getline(file, line) && !(line.empty() && !found.empty());) {
    if (line.ends_with("` |")) found.push_back(line);
  }
  std::vector<std::string> expected;
  for (const LawInfo& row : all_laws()) {
    std::string line = "| " + std::string(row.id);
    if (row.id != row.name) line += ' ' + std::string(row.name);
    line += " | " + std::string(row.clause) + " | " + std::string(row.sentence) + " | `";
    for (const char c : row.function) {
      if (c == ' ') {
        line += "`, `";
      } else {
        line += c;
      }
    }
    expected.push_back(line + "` |");
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace grit::laws
