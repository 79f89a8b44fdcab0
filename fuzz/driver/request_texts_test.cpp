#include "fuzz/driver/request_texts.h"

#include <gtest/gtest.h>

#include "fuzz/driver/utf8.h"
#include "harness/protocol/messages.h"

namespace grit::fuzz {
namespace {

using namespace std::string_view_literals;

// RFC 3629, §4: the ends of each range of its grammar.
TEST(IsUtf8, TheGrammarsEnds) {
  for (const auto text :
       {""sv, "a\x7F"sv, "\xC2\x80"sv, "\xDF\xBF"sv, "\xE0\xA0\x80"sv, "\xED\x9F\xBF"sv,
        "\xEE\x80\x80"sv, "\xF0\x90\x80\x80"sv, "\xF4\x8F\xBF\xBF"sv, "\0"sv}) {
    EXPECT_TRUE(is_utf8(text)) << protocol::to_hex(protocol::as_bytes(text));
  }
  for (const auto text :
       {"\x80"sv, "\xC1\xBF"sv, "\xC2"sv, "\xC2\x41"sv, "\xE0\x9F\xBF"sv, "\xED\xA0\x80"sv,
        "\xF0\x8F\xBF\xBF"sv, "\xF4\x90\x80\x80"sv, "\xF8\x88\x80\x80\x80"sv, "\xFF"sv}) {
    EXPECT_FALSE(is_utf8(text)) << protocol::to_hex(protocol::as_bytes(text));
  }
}

TEST(TextsOf, EveryTextOfARequest) {
  EXPECT_EQ(texts_of(protocol::Op::kGrade, protocol::TextRequest{"a"}.encode()),
            std::vector<std::string>{"a"});
  EXPECT_EQ(texts_of(protocol::Op::kEquivalent, protocol::EquivalentRequest{"a", "b", 0}.encode()),
            (std::vector<std::string>{"a", "b"}));
  protocol::SliceRequest slice;
  slice.view.canonical = "c";
  EXPECT_EQ(texts_of(protocol::Op::kSlice, slice.encode()), std::vector<std::string>{"c"});
  EXPECT_TRUE(texts_of(protocol::Op::kGrade, {}).empty()) << "an unreadable request has none";
}

}  // namespace
}  // namespace grit::fuzz
