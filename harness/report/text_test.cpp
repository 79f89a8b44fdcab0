#include "harness/report/text.h"

#include <gtest/gtest.h>

#include <string>

namespace grit::report {
namespace {

using namespace std::string_literals;

TEST(Printable, KeepsOrdinaryText) {
  EXPECT_EQ(printable("grade §5 — é 漢 \\x41"), "grade §5 — é 漢 \\x41");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, ShowsControlCharacters) {
  EXPECT_EQ(printable("\x1b[31m\0\x7f\r\n\t"s), "\\x1b[31m\\x00\\x7f\\r\\n\\t");
  EXPECT_EQ(printable("\xc2\x9b"), "\\u{009b}");      // C1 CSI
  EXPECT_EQ(printable("\xe2\x80\xae"), "\\u{202e}");  // right-to-left override
  EXPECT_EQ(printable("\xef\xbf\xbe"), "\\u{fffe}");  // a non-character
  EXPECT_EQ(printable("\xe2\x80\xa8"), "\\u{2028}");  // line separator
}

// The ill-formed sequences of Unicode 15, table 3-7 and its neighbours.
TEST(Printable, ShowsEveryByteThatIsNotUtf8) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("a\x80z"), "a\\x80z");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // overlong
  EXPECT_EQ(printable("\xe0\x9f\xbf"), "\\xe0\\x9f\\xbf");           // overlong
  EXPECT_EQ(printable("\xf0\x8f\xbf\xbf"), "\\xf0\\x8f\\xbf\\xbf");  // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // above U+10FFFF
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");                    // cut short
  EXPECT_EQ(printable("\xe2\x82z"), "\\xe2\\x82z");
  EXPECT_EQ(printable("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
}

TEST(PrintableLines, KeepsLineFeedsOnly) {
  EXPECT_EQ(printable_lines("a\n\x1b\r\n"), "a\n\\x1b\\r\n");
}

TEST(ValidUtf8, ReplacesInvalidBytesOnly) {
  EXPECT_EQ(valid_utf8("\x1b\n\xff\xc3\xa9"), "\x1b\n\\xff\xc3\xa9");
}

TEST(DisplayWidth, CountsCodePoints) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("§5.1"), 4u);
}

TEST(Truncated, CutsAtCodePoints) {
  EXPECT_EQ(truncated("§§§§", 4), "§§§§");
  EXPECT_EQ(truncated("§§§§§", 4), "§§§…");
  EXPECT_EQ(truncated("ab", 1), "…");
  EXPECT_EQ(truncated("ab", 0), "");
  EXPECT_EQ(truncated("", 0), "");
}

TEST(LinesOf, SplitsAtLineFeeds) {
  EXPECT_EQ(lines_of(""), std::vector<std::string_view>{});
  EXPECT_EQ(lines_of("a\n\nb\n"), (std::vector<std::string_view>{"a", "", "b"}));
}

TEST(Grouped, SeparatesThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(18446744073709551615u), "18,446,744,073,709,551,615");
  EXPECT_EQ(counted(1, "case", "cases"), "1 case");
  EXPECT_EQ(counted(0, "case", "cases"), "0 cases");
}

TEST(TableRender, AlignsWithoutTrailingBlanks) {
  Table table({Table::Align::kLeft, Table::Align::kRight});
  table.add_row({{"§"}, {"10"}, {"x"}});
  table.add_row({{"abc"}, {"5"}});
  table.add_row({{""}, {""}, {"y"}});
  EXPECT_EQ(table.render(1, false), " §    10  x\n abc   5\n          y\n");
}

TEST(TableRender, ColoursTextAndNotTheBlanks) {
  Table table({});
  table.add_row({{"a", Style::kBad}, {"b"}});
  EXPECT_EQ(table.render(0, true), "\x1b[31ma\x1b[0m  b\n");
  EXPECT_EQ(table.render(0, false), "a  b\n");
}

TEST(Wrapped, BreaksAtBlanks) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrapped("one two  three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrapped("a much-too-long word", 5), (Lines{"a", "much-too-long", "word"}));
  EXPECT_EQ(wrapped("§§ §§", 5), (Lines{"§§ §§"}));
  EXPECT_EQ(wrapped("  ", 5), Lines{});
}

}  // namespace
}  // namespace grit::report
