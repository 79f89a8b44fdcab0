#include "harness/conformance/deviations.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace grit::conformance {
namespace {

using std::chrono::year_month_day;

constexpr std::string_view kEntry = R"(
[[deviation]]
id = "wraps"
clause = "§6.1"
reason = "sizes wrap"
version = "1.1.0"
[[deviation.select]]
op = "CHECK"
cases = "generated/check/shape-*"
expected = "SizeMismatch"
got = "Ok"
field = "status"
[[deviation.example]]
op = "CHECK"
request = "00ff"
)";

class DeviationFile : public testing::Test {
 protected:
  std::expected<DeviationList, std::string> read(std::string_view text) {
    std::ofstream(path_) << text;
    return DeviationList::read(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }

 private:
  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() /
      ("deviations_test_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
       ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".toml");
};

TEST_F(DeviationFile, IsReadWhole) {
  const auto list = read(kEntry);
  ASSERT_TRUE(list.has_value()) << list.error();
  ASSERT_EQ(list->entries().size(), 1u);
  const Deviation& entry = list->entries().front();
  EXPECT_EQ(entry.id, "wraps");
  EXPECT_EQ(entry.clause, "§6.1");
  EXPECT_EQ(entry.version, "1.1.0");
  EXPECT_EQ(entry.until, std::nullopt);
  ASSERT_EQ(entry.examples.size(), 1u);
  EXPECT_EQ(entry.examples[0].request, (protocol::Bytes{std::byte{0x00}, std::byte{0xFF}}));
}

TEST_F(DeviationFile, CoversOneFormatOnly) {
  const auto list = read(R"(
[[deviation]]
id = "clamps"
clause = "§1.4"
reason = "-"
version = "1"
[[deviation.select]]
op = "FORMAT_ENCODE"
cases = "*"
format = "e?m?"
)");
  ASSERT_TRUE(list.has_value()) << list.error();
  const auto covers = [&](std::string_view format) {
    return list->find({.op = protocol::Op::kFormatEncode,
                       .case_id = "a",
                       .expected = "answered",
                       .got = "answered",
                       .field = "code",
                       .format = format}) != nullptr;
  };
  EXPECT_TRUE(covers("e4m3"));
  EXPECT_FALSE(covers("binary16"));
  EXPECT_FALSE(covers(""));  // a word without a token
}

TEST_F(DeviationFile, CoversOnlyWhatMeetsEveryCondition) {
  const auto list = read(kEntry);
  ASSERT_TRUE(list.has_value());
  const Disagreement covered{.op = protocol::Op::kCheck,
                             .case_id = "generated/check/shape-wide/0123",
                             .expected = "SizeMismatch",
                             .got = "Ok",
                             .field = "status"};
  EXPECT_NE(list->find(covered), nullptr);
  const auto with = [&](auto change) {
    Disagreement other = covered;
    change(other);
    return list->find(other);
  };
  EXPECT_EQ(with([](Disagreement& d) { d.op = protocol::Op::kSizes; }), nullptr);
  EXPECT_EQ(with([](Disagreement& d) { d.case_id = "generated/check/level/0123"; }), nullptr);
  EXPECT_EQ(with([](Disagreement& d) { d.expected = "Ok"; }), nullptr);
  EXPECT_EQ(with([](Disagreement& d) { d.got = "crash"; }), nullptr);
  EXPECT_EQ(with([](Disagreement& d) { d.field = "plane"; }), nullptr);
  // The entry's own examples need no glob, but its other conditions hold for them too.
  const auto example = [&](Disagreement& d) {
    d.case_id = "anything";
    d.example_of = &list->entries().front();
  };
  EXPECT_NE(with(example), nullptr);
  EXPECT_EQ(with([&](Disagreement& d) {
              example(d);
              d.got = "crash";
            }),
            nullptr);
}

TEST_F(DeviationFile, IsRefusedWhereItCouldMislead) {
  const auto with = [](std::string_view what, std::string_view instead) {
    std::string text(kEntry);
    text.replace(text.find(what), what.size(), instead);
    return text;
  };
  for (const std::string& text :
       {with("id = \"wraps\"", ""), with("id = \"wraps\"", "id = \"\""),
        with("clause = \"§6.1\"", ""), with("reason = \"sizes wrap\"", ""),
        with("version = \"1.1.0\"", ""), with("version = \"1.1.0\"", "until = \"2027-01-01\""),
        with("op = \"CHECK\"", "op = \"check\""), with("cases = ", "case = "),
        with("field = \"status\"", "feild = \"status\""), with("\"00ff\"", "\"00f\""),
        with("\"00ff\"", "\"00FF\""), with("[[deviation]]", "[[deviations]]"),
        std::string(kEntry) + std::string(kEntry), std::string("[[deviation]\n"),
        std::string("deviation = 1\n"), std::string("[deviation]\n")}) {
    const auto list = read(text);
    EXPECT_FALSE(list.has_value()) << text;
  }
}

TEST_F(DeviationFile, ErrorsNameTheEntry) {
  std::string text(kEntry);
  text.replace(text.find("cases = "), 8, "case_ = ");
  const auto list = read(text);
  ASSERT_FALSE(list.has_value());
  EXPECT_NE(list.error().find("wraps"), std::string::npos) << list.error();
}

TEST_F(DeviationFile, NoFileOfThatName) {
  EXPECT_FALSE(DeviationList::read("/nonexistent/deviations.toml").has_value());
}

TEST(Deviation, ExpiresWithItsVersionOrDate) {
  const year_month_day today(std::chrono::year(2026), std::chrono::month(11), std::chrono::day(30));
  Deviation entry;
  entry.version = "1.1.0";
  EXPECT_EQ(DeviationList::expired(entry, "1.1.0", today), std::nullopt);
  EXPECT_NE(DeviationList::expired(entry, "1.1.1", today), std::nullopt);
  EXPECT_NE(DeviationList::expired(entry, "", today), std::nullopt);
  entry.version.reset();
  entry.until = today;
  EXPECT_EQ(DeviationList::expired(entry, "9", today), std::nullopt);
  entry.until = year_month_day(std::chrono::sys_days(today) - std::chrono::days(1));
  EXPECT_NE(DeviationList::expired(entry, "9", today), std::nullopt);
}

TEST(Glob, Matches) {
  EXPECT_TRUE(glob_matches("", ""));
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("a*c", "abbc"));
  EXPECT_TRUE(glob_matches("a*b*c", "aXbXbYc"));
  EXPECT_TRUE(glob_matches("?x*", "axyz"));
  EXPECT_TRUE(glob_matches("**", "anything"));
  EXPECT_FALSE(glob_matches("", "a"));
  EXPECT_FALSE(glob_matches("a", "ab"));
  EXPECT_FALSE(glob_matches("a*c", "abd"));
  EXPECT_FALSE(glob_matches("?", ""));
  EXPECT_FALSE(glob_matches("A", "a"));
}

}  // namespace
}  // namespace grit::conformance
