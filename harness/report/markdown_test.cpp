#include "harness/report/markdown.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/report/report_test_data.h"
#include "harness/report/text.h"

namespace grit::report {
namespace {

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Markdown, ShowsVerdictAndSubjects) {
  const std::string text = to_markdown(sample_report());
  EXPECT_EQ(text.rfind("# GRIT v1 certification\n\n"
                       "**Stale: one known deviation matches nothing.** (exit code 4)\n",
                       0),
            0u);
  EXPECT_TRUE(
      has(text,
          "| rust | Rust | 1.1.0 | 9 of 14 | 0 of 6 | 1 of 3 | **not conformant** | 20 | 8 | 3 | 1 "
          "| 1 | 5 | 2 | 0 |\n"))
      << text;
  EXPECT_TRUE(has(text,
                  "Subject node did not run: node is not on PATH (install: apt-get install "
                  "nodejs npm)\n"))
      << text;
  EXPECT_TRUE(has(text, "| rust | python | 10 | 15 |\n")) << text;
  EXPECT_TRUE(has(text, "| deviations.toml | rs-9 | matches no case |\n")) << text;
  EXPECT_TRUE(has(text, "Left out by --without: cpp\n")) << text;
}

TEST(Markdown, EscapesMarkup) {
  const std::string text = to_markdown(sample_report());
  EXPECT_TRUE(has(text,
                  "elem.bias\\_ovr is accepted \\\\x1b\\[2J\\\\x00 \\\\xff \\]\\]&#62; "
                  "&#60;b&#62;&#38;\"' \\| \\` \\* \\\\u\\{202e\\} &#64;me\\\\nend"))
      << text;
}

// Every row of a table has as many unescaped bars as its head.
TEST(Markdown, TablesKeepTheirColumns) {
  std::size_t expected = 0;
  const std::string text = to_markdown(sample_report());
  for (const std::string_view line : lines_of(text)) {
    if (line.empty() || line.front() != '|') {
      expected = 0;
      continue;
    }
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '\\') {
        ++i;
      } else if (line[i] == '|') {
        ++bars;
      }
    }
    if (expected == 0) expected = bars;
    EXPECT_EQ(bars, expected) << line;
  }
}

TEST(Markdown, SaysHowManyFindingsItLeavesOut) {
  Report report = sample_report();
  report.findings.assign(3, report.findings.front());
  const std::string text = to_markdown(report, {.findings = 1});
  EXPECT_TRUE(has(text, "## New findings: 3\n")) << text;
  EXPECT_TRUE(has(text, "\n2 more in report.json.\n")) << text;
}

TEST(Markdown, IsTheSameForTwoRuns) {
  Report other = sample_report();
  other.timing = {};
  EXPECT_EQ(to_markdown(other), to_markdown(sample_report()));
}

TEST(Markdown, EmptyReport) {
  const std::string text = to_markdown(empty_report());
  EXPECT_TRUE(has(text, "**Nothing selected.** (exit code 5)\n")) << text;
  EXPECT_FALSE(has(text, "##  ")) << text;
}

}  // namespace
}  // namespace grit::report
