#include "harness/vectors/matrix.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/vectors/case_checks.h"
#include "harness/vectors/test_directory.h"

namespace grit::vectors {
namespace {

std::vector<Case> shipped_cases() {
  auto cases = read_matrix(std::filesystem::path(GRIT_VECTORS_DIR) / "matrix.json");
  EXPECT_TRUE(cases) << cases.error();
  return cases ? std::move(*cases) : std::vector<Case>();
}

TEST(Matrix, HasFiveCasesForEachOfNinetySixDescriptors) {
  const std::vector<Case> cases = shipped_cases();
  EXPECT_EQ(cases.size(), 96u * 5);
  for (const Case& item : cases) EXPECT_TRUE(item.expected) << item.id;
  expect_unique_ids(cases);
  expect_complete(cases);
}

TEST(Matrix, AgreesWithTheReference) { expect_agreement_with_reference(shipped_cases()); }

TEST(Matrix, HasNinetySixGidsAndNoPairThatDiffersOnlyInNote) {
  std::set<protocol::Bytes> gids;
  std::set<protocol::Bytes> frames;
  for (const Case& item : shipped_cases()) {
    if (item.op != protocol::Op::kGid) continue;
    gids.insert(item.expected->payload);
    const auto request = protocol::GidRequest::parse(item.request);
    ASSERT_TRUE(request);
    protocol::Bytes frame(request->desc.begin(), request->desc.end());
    frame.erase(frame.begin() + 28, frame.begin() + 32);  // the note (spec §2.1)
    for (const std::int64_t extent : request->shape)
      frame.push_back(static_cast<std::byte>(extent));
    frames.insert(std::move(frame));
  }
  EXPECT_EQ(gids.size(), 96u);
  EXPECT_EQ(frames.size(), 96u);
}

TEST(Matrix, RefusesADamagedEntryByName) {
  const TestDirectory directory;
  const auto path = directory.write(
      "matrix.json", replaced(shipped("matrix.json"), "\"groups0\": ", "\"groups\": "));
  const auto cases = read_matrix(path);
  ASSERT_FALSE(cases);
  EXPECT_NE(cases.error().find("matrix.json: entries[0] "), std::string::npos) << cases.error();
  EXPECT_NE(cases.error().find("\"groups0\" is missing"), std::string::npos) << cases.error();
}

}  // namespace
}  // namespace grit::vectors
