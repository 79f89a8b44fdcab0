#include "harness/report/terminal.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/report/report_test_data.h"
#include "harness/report/text.h"

namespace grit::report {
namespace {

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string last_line(const std::string& text) { return std::string(lines_of(text).back()); }

TEST(Terminal, AlignsCountsBySubject) {
  const std::string text = to_terminal(sample_report(), {});
  EXPECT_TRUE(has(text,
                  "Cases by subject\n"
                  "  name    planned  passed  failed  expected  unexpected  not offered  errors  "
                  "not run\n"
                  "  c            20      20       0         0           0            0       0  "
                  "      0\n"
                  "  rust         20       8       3         1           1            5       2  "
                  "      0\n"))
      << text;
  EXPECT_TRUE(
      has(text,
          "  rust    published  Rust        1.1.0    9 of 14   0 of 6   1 of 3   not conformant\n"))
      << text;
}

TEST(Terminal, SubjectThatDidNotRunSaysWhyAndWhatInstallsIt) {
  const std::string text = to_terminal(sample_report(), {});
  EXPECT_TRUE(has(text,
                  "  node did not run: node is not on PATH\n"
                  "    install: apt-get install nodejs npm\n"))
      << text;
}

TEST(Terminal, CoverageIsShownOfEverybodyWhoSpoke) {
  const std::string text = to_terminal(sample_report(), {});
  EXPECT_TRUE(has(text, "  name    kind       language    version  core      general  clauses"))
      << text;
  EXPECT_TRUE(has(text, "    0.1.0    14 of 14  2 of 6   3 of 3   ")) << text;
  EXPECT_TRUE(has(text, "  TypeScript                              0 of 3   not run\n")) << text;
}

TEST(Terminal, ShowsPartitionAndPairsWhereNotAllAgree) {
  const std::string text = to_terminal(sample_report(), {});
  EXPECT_TRUE(has(text, "Who agrees with whom\n  - c\n  - rust\n  - python\n")) << text;
  EXPECT_TRUE(has(text, "  c     rust        9        15\n")) << text;
}

TEST(Terminal, SaysSoWhereAllAgree) {
  Report report = sample_report();
  report.partition = {{"c", "rust", "python"}};
  const std::string text = to_terminal(report, {});
  EXPECT_TRUE(has(text, "  all 3 give the same answers: c, rust, python\n")) << text;
  EXPECT_FALSE(has(text, "compared")) << text;
}

TEST(Terminal, NewFindingInFullKnownInBrief) {
  const std::string text = to_terminal(sample_report(), {});
  EXPECT_TRUE(has(text, "New findings: 1\n")) << text;
  EXPECT_TRUE(has(text, "  [3fa91c20d4b7] elem.bias_ovr is accepted \\x1b[2J\\x00 \\xff")) << text;
  EXPECT_TRUE(has(text, "    specification = c, python: answered\n      GradeUnknown\n")) << text;
  EXPECT_TRUE(has(text, "    rust: answered\n      Ok\n")) << text;
  EXPECT_TRUE(has(text,
                  "      offset  field  specification  answer         meaning              "
                  "clause\n"
                  "          20  k0     0x0020 (32)    0x2000 (8192)  elements in a group  "
                  "spec §2\n"))
      << text;
  EXPECT_TRUE(has(text,
                  "      its descriptor beside the canonical one of GRADE_MXFP4:\n"
                  "      offset  field  canonical    here  meaning    clause\n"
                  "           7  flags  0x00 (none)  0x40  flag bits  spec §2\n"))
      << text;
  EXPECT_TRUE(has(text,
                  "12 of 32 elements differ (2 with a NaN on one side); largest distance "
                  "1,234 ulp; first at element 4, group 1\n"))
      << text;
  EXPECT_TRUE(has(text,
                  "Known deviations: 1\n"
                  "  0123456789ab  CHECK          spec §5.3        2 cases  python, rust\n"
                  "      an opaque placement is refused\n"))
      << text;
  EXPECT_FALSE(has(text, "core/placement/opaque/check")) << text;
  EXPECT_TRUE(has(text, "Diagnostics (never a failure): 1\n")) << text;
}

TEST(Terminal, VerboseShowsKnownDeviationsInFull) {
  const std::string text = to_terminal(sample_report(), {.verbose = true});
  EXPECT_TRUE(has(text, "smallest   core/placement/opaque/check\n")) << text;
}

TEST(Terminal, SaysHowManyFindingsItAbridges) {
  Report report = sample_report();
  report.findings.assign(5, report.findings.front());
  const std::string text = to_terminal(report, {.full_findings = 2});
  EXPECT_TRUE(has(text, "New findings: 5\n")) << text;
  EXPECT_TRUE(has(text, "  3 more, one line each; --verbose shows them in full\n")) << text;
}

TEST(Terminal, ShowsIncidentsStaleEntriesAndWhatWasLeftOut) {
  const std::string text = to_terminal(sample_report(), {});
  EXPECT_TRUE(has(text,
                  "  rust: death not reproduced: signal 11 after 3 requests\n"
                  "    hint: rerun with --seed 7\n"
                  "    requests sent before: rust/prefix-1.bin\n"
                  "    stderr| \\x1b[2J"))
      << text;
  EXPECT_TRUE(has(text, "    stderr| end\n")) << text;
  EXPECT_TRUE(has(text, "Stale entries\n  deviations.toml: rs-9: matches no case\n")) << text;
  EXPECT_TRUE(has(text, "Left out by --without: cpp\n")) << text;
}

TEST(Terminal, LastLineIsTheVerdict) {
  EXPECT_EQ(last_line(to_terminal(sample_report(), {})),
            "Stale: one known deviation matches nothing. (exit code 4)");
  EXPECT_EQ(last_line(to_terminal(empty_report(), {})), "Nothing selected. (exit code 5)");
}

TEST(Terminal, WithoutColourNoControlByteButLineFeeds) {
  for (const bool verbose : {false, true}) {
    const std::string text = to_terminal(sample_report(), {.verbose = verbose});
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      ASSERT_TRUE(c == '\n' || byte >= 0x20) << int{byte};
    }
    EXPECT_EQ(valid_utf8(text), text);
  }
}

TEST(Terminal, ColourAddsEscapesOnly) {
  std::string text = to_terminal(sample_report(), {.colour = true});
  EXPECT_TRUE(has(text, "\x1b[31mnot conformant\x1b[0m"));
  for (std::size_t start = 0; (start = text.find('\x1b')) != std::string::npos;) {
    text.erase(start, text.find('m', start) + 1 - start);
  }
  EXPECT_EQ(text, to_terminal(sample_report(), {}));
}

}  // namespace
}  // namespace grit::report
