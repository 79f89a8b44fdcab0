#include "harness/vectors/published_form.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/vectors/test_directory.h"

namespace grit::vectors {
namespace {

TEST(PublishedForm, TakesTheAdditionsAway) {
  // By hand, from the list of additions in vectors/README.md.
  const auto text = published_form(R"({
  "schema": "grit-vectors/core/1",
  "suite_version": "1.1.0",
  "vectors": [
    {
      "name": "a",
      "input_f32_bits": [
        "00000000", "3f800000"
      ],
      "decoded_f32": [0.5],
      "clause": "§5",
      "provenance": "stated by the specification"
    }
  ],
  "negative": [
    {
      "name": "b",
      "clause": "§5",
      "nested": {
        "plane": 1
      },
      "plane": 2
    }
  ]
}
)");
  ASSERT_TRUE(text) << text.error();
  EXPECT_EQ(*text, R"({
  "vectors": [
    {
      "name": "a",
      "decoded_f32": [0.5]
    }
  ],
  "negative": [
    {
      "name": "b",
      "nested": {
        "plane": 1
      }
    }
  ]
}
)");
}

TEST(PublishedForm, OfTheShippedFileHasItsEntries) {
  const auto text = published_form(shipped("core.json"));
  ASSERT_TRUE(text) << text.error();
  const auto document = nlohmann::json::parse(*text);
  EXPECT_EQ(document["vectors"].size() + document["negative"].size() +
                document["fingerprint"].size() + document["supersedes"].size(),
            68u);
  EXPECT_EQ(document["grades"].size(), 6u);
  EXPECT_EQ(text->find("provenance"), std::string::npos);
}

TEST(PublishedForm, RefusesAnotherLayout) {
  EXPECT_FALSE(published_form(nlohmann::json::parse(shipped("core.json")).dump()));
  EXPECT_FALSE(published_form("no JSON"));
  EXPECT_FALSE(published_form("[]"));
}

}  // namespace
}  // namespace grit::vectors
