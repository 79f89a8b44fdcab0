#include "harness/vectors/promoted.h"

#include <gtest/gtest.h>

#include "harness/vectors/extended_suite.h"
#include "harness/vectors/test_directory.h"

namespace grit::vectors {
namespace {

PromotedVector a_vector() {
  return {.id = "promoted/grade/0123",
          .op = protocol::Op::kGrade,
          .clause = "§3.1",
          .provenance = "by hand from §3.1",
          .request = {std::byte{0}, std::byte{0xAB}},
          .expected = {protocol::ReplyKind::kRefused, {}}};
}

// The layout of vectors/generate/jsonfile.py, by hand: a line for each member, two blanks deeper.
constexpr std::string_view kOneEntry = R"({
  "schema": "grit-vectors/extended/1",
  "suite_version": "1.2.0",
  "entries": [
    {
      "id": "promoted/grade/0123",
      "op": "GRADE",
      "clause": "§3.1",
      "provenance": "by hand from §3.1",
      "request_hex": "00ab",
      "outcome": "refused",
      "reply_hex": ""
    }
  ]
}
)";

TEST(Promoted, TheFirstMakesTheFile) {
  EXPECT_EQ(with_promoted("", "1.2.0", a_vector()).value_or(""), kOneEntry);
}

TEST(Promoted, AnotherComesBehindIt) {
  PromotedVector second = a_vector();
  second.id = "promoted/grade/4567";
  second.expected = {protocol::ReplyKind::kAnswered, {std::byte{1}}};
  const auto text = with_promoted(kOneEntry, "1.3.0", second);
  ASSERT_TRUE(text) << text.error();
  const TestDirectory directory;
  const auto cases = read_extended_suite(directory.write("promoted.json", *text));
  ASSERT_TRUE(cases) << cases.error();
  ASSERT_EQ(cases->size(), 2u);
  EXPECT_EQ((*cases)[0].id, "extended/promoted/grade/0123");
  EXPECT_EQ((*cases)[0].request, a_vector().request);
  EXPECT_EQ((*cases)[0].expected, a_vector().expected);
  EXPECT_EQ((*cases)[1].expected, second.expected);
  EXPECT_NE(text->find("\"suite_version\": \"1.3.0\""), std::string::npos);
}

TEST(Promoted, RefusesAFileThatIsNone) {
  for (const std::string_view text : {"[]", "no JSON", R"({"schema": "grit-vectors/core/1"})",
                                      R"({"schema": "grit-vectors/extended/1"})",
                                      R"({"schema": "grit-vectors/extended/1", "entries": 0})"}) {
    EXPECT_FALSE(with_promoted(text, "1.2.0", a_vector())) << text;
  }
  EXPECT_NE(with_promoted(kOneEntry, "1.2.0", a_vector()).error().find("promoted/grade/0123"),
            std::string::npos);
}

}  // namespace
}  // namespace grit::vectors
