#include "bench/report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/targets.h"

namespace grit::bench {
namespace {

// The product at 60.5 GB/s beside a memset of 100 and a peer without a target.
Results some_results(double ours = 60.5) {
  const Subject subject{.op = "decode-out", .grade = "MXFP4", .size = 4096};
  const Unit unit = Unit::kGigabytesPerSecond;
  Results results;
  results.machine.isa = "avx512dl";
  results.machine.processor = "a processor";
  results.peers = {"one (1.0)"};
  results.measurements = {{.peer = "product", .subject = subject, .value = ours, .unit = unit},
                          {.peer = "memset", .subject = subject, .value = 100, .unit = unit},
                          {.peer = "one", .subject = subject, .value = 10, .unit = unit}};
  return results;
}

TEST(Report, ARatioStandsBesideItsTarget) {
  const std::vector<Row> rows = rows_of(some_results());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].base, "memset");
  EXPECT_DOUBLE_EQ(rows[0].ratio, 0.605);
  EXPECT_EQ(rows[0].target, 0.70);
  EXPECT_TRUE(rows[0].missed());
  EXPECT_FALSE(rows_of(some_results(70))[0].missed());
  EXPECT_EQ(rows[1].target, std::nullopt);
  EXPECT_FALSE(rows[1].missed());
}

TEST(Report, TheMarkdownSaysWhatWasMissed) {
  const std::string text = to_markdown(some_results(), false);
  EXPECT_NE(text.find("| decode-out | MXFP4 | 4 Ki | 60.5 GB/s | memset | 100 GB/s | 0.605 | "
                      "≥ 0.7 | missed |\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("| one | 10 GB/s | 6.05 |  |  |\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Peers: one (1.0)."), std::string::npos);
}

TEST(Report, TheTextCountsReachedAndMissed) {
  EXPECT_NE(to_text(some_results(), false, false).find("0 targets reached, 1 missed\n"),
            std::string::npos);
  EXPECT_NE(to_text(some_results(80), false, false).find("1 target reached, 0 missed\n"),
            std::string::npos);
}

TEST(Report, ATargetThatNobodyMeasuredIsNotShown) {
  Results results = some_results();
  const auto before = not_shown(rows_of(results), results.machine);
  EXPECT_NE(std::ranges::find(before, "gid MXFP4 of crate"), before.end());
  const Subject gid{.op = "gid", .grade = "MXFP4", .size = 1024};
  results.measurements.push_back({.peer = "product", .subject = gid, .value = 1});
  results.measurements.push_back({.peer = "crate", .subject = gid, .value = 9});
  const auto after = not_shown(rows_of(results), results.machine);
  EXPECT_EQ(std::ranges::find(after, "gid MXFP4 of crate"), after.end());
  EXPECT_EQ(after.size(), before.size() - 1);
  EXPECT_NE(to_text(results, true, false).find("not shown: check-l1-ok mixed of crate; "),
            std::string::npos);
  EXPECT_EQ(to_text(results, false, false).find("not shown"), std::string::npos);
  // Where an instruction set has no target, nothing hides.
  results.machine.isa = "scalar";
  EXPECT_TRUE(not_shown(rows_of(results), results.machine).empty());
}

TEST(Report, TheGateShowsWhatFell) {
  const std::vector<Gated> rows{
      {.subject = {"gid", "MXFP4", 1024}, .base = "crate", .ratio = 4, .least = 5},
      {.subject = {"gid", "Q4KS", 1024}, .base = "crate", .ratio = 5, .least = 5}};
  EXPECT_EQ(to_text(rows, false),
            "gid MXFP4 1024: 4 times crate, at least 5 is asked\n1 ratio held, 1 fell\n");
}

}  // namespace
}  // namespace grit::bench
