#include "harness/vectors/suite.h"

#include <gtest/gtest.h>

#include "harness/vectors/provenance.h"
#include "harness/vectors/test_directory.h"

namespace grit::vectors {
namespace {

using protocol::Op;
using protocol::ReplyKind;

Case asks(std::string name, std::string_view text, ReplyKind kind = ReplyKind::kRefused) {
  return {std::move(name),
          Op::kGrade,
          protocol::TextRequest{std::string(text)}.encode(),
          "§3.1",
          protocol::Reply{kind, {}},
          "by hand from §3.1"};
}

std::vector<SuiteFile> one_file(std::vector<Case> cases) {
  return {{"some.json", std::move(cases)}};
}

TEST(Suite, AnIdIsTheContentHashOfTheQuestion) {
  // FNV-1a-64 (spec §7.1), by hand: of the op's number alone, 7, from the offset basis,
  // (0xcbf29ce484222325 ^ 7) · 0x100000001b3 mod 2^64.
  const Suite suite = suite_of(one_file({{"empty", Op::kDigest, {}, "§7", {}, ""}}));
  ASSERT_EQ(suite.vectors.size(), 1u);
  EXPECT_EQ(suite.vectors[0].hash, 0xaf63ba4c8601b2c6u);
  EXPECT_EQ(suite.vectors[0].id, "af63ba4c8601b2c6");
  EXPECT_EQ(suite.vectors[0].file, "some.json");
}

TEST(Suite, OneQuestionIsOneVector) {
  const Suite suite = suite_of(one_file({asks("a", "x"), asks("b", "y"), asks("c", "x")}));
  EXPECT_TRUE(suite.problems.empty());
  ASSERT_EQ(suite.vectors.size(), 2u);
  EXPECT_EQ(suite.vectors[0].item.id, "a");
  EXPECT_EQ(suite.vectors[0].other_names, std::vector<std::string>{"c"});
  EXPECT_GE(suite.id_digits, 8u);
}

TEST(Suite, TwoAnswersToOneQuestionAreAProblem) {
  const Suite suite = suite_of(one_file({asks("a", "x"), asks("b", "x", ReplyKind::kAnswered)}));
  EXPECT_EQ(suite.problems,
            std::vector<std::string>{"a and b ask one question and expect two answers"});
  EXPECT_EQ(suite.vectors.size(), 1u);
}

TEST(Suite, TwoVectorsOfOneNameAreAProblem) {
  const Suite suite = suite_of(one_file({asks("a", "x"), asks("a", "y")}));
  EXPECT_EQ(suite.problems, std::vector<std::string>{"two vectors are called a"});
}

TEST(Suite, AVectorIsFoundByNameAndByTheBeginningOfItsId) {
  const Suite suite = suite_of(one_file({asks("a", "x"), asks("b", "y"), asks("c", "x")}));
  const std::string id = suite.vectors[1].id;
  EXPECT_EQ(find_vector(suite, "b").value_or(nullptr), &suite.vectors[1]);
  EXPECT_EQ(find_vector(suite, "c").value_or(nullptr), &suite.vectors[0]);
  EXPECT_EQ(find_vector(suite, id).value_or(nullptr), &suite.vectors[1]);
  EXPECT_EQ(find_vector(suite, id.substr(0, suite.id_digits)).value_or(nullptr), &suite.vectors[1]);
  for (const std::string_view unknown : {"", "d", "0000", "grade", "§"}) {
    EXPECT_NE(find_vector(suite, unknown).error().find("there is no vector"), std::string::npos);
  }
  EXPECT_FALSE(find_vector(suite, std::string_view(id).substr(0, 3)));
}

TEST(Suite, AnAmbiguousIdNamesThoseItCouldBe) {
  std::vector<Case> cases;
  // 70,000 ids of 16 bits: by the pigeonhole principle two begin with the same four digits.
  for (int i = 0; i < 70'000; ++i)
    cases.push_back(asks("n" + std::to_string(i), std::to_string(i)));
  const Suite suite = suite_of(one_file(std::move(cases)));
  std::size_t ambiguous = 0;
  for (const Vector& vector : suite.vectors) {
    const auto found = find_vector(suite, std::string_view(vector.id).substr(0, 4));
    if (found) continue;
    EXPECT_NE(found.error().find("ids begin with " + vector.id.substr(0, 4)), std::string::npos);
    EXPECT_NE(found.error().find("give more digits"), std::string::npos);
    if (++ambiguous == 3) break;
  }
  EXPECT_EQ(ambiguous, 3u);
}

TEST(Suite, TheShippedOneIsSound) {
  auto files = read_suite(GRIT_VECTORS_DIR);
  ASSERT_TRUE(files) << files.error();
  const Suite suite = suite_of(std::move(*files));
  EXPECT_TRUE(suite.problems.empty());
  EXPECT_GT(suite.vectors.size(), 1000u);
  for (const Vector& vector : suite.vectors) {
    EXPECT_TRUE(vector.item.expected) << vector.item.id;
    EXPECT_TRUE(parse_provenance(vector.item.provenance)) << vector.item.provenance;
  }
}

TEST(Suite, EveryShippedFileIsOfOneVersion) {
  const auto versions = suite_versions(GRIT_VECTORS_DIR);
  EXPECT_GE(versions.size(), 6u);
  for (const auto& [file, version] : versions) EXPECT_EQ(version, versions.front().second) << file;
}

}  // namespace
}  // namespace grit::vectors
