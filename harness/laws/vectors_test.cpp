// Every law has a pinned vector: vectors/extended/laws.json, whose ids are law/<id>/<name>.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

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

}  // namespace
}  // namespace grit::laws
