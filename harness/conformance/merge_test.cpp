#include "harness/conformance/merge.h"

#include <gtest/gtest.h>

#include <functional>

namespace grit::conformance {
namespace {

report::Finding finding(std::string id, std::uint64_t count, std::uint64_t bytes) {
  report::Finding result;
  result.id = std::move(id);
  result.op = "CHECK";
  result.signature = "CHECK | c ≠ x | Ok, SizeData | status";
  result.is_new = true;
  result.count = count;
  result.families = {{"generated/check/length", count}};
  result.case_id = "case of " + std::to_string(bytes) + " bytes";
  result.request_bytes = bytes;
  result.standings = {{"x", "failed", ""}};
  return result;
}

// Shard `number` of three: "x" fails `failed` of four CHECK cases.
Certification shard(std::uint32_t number, std::uint64_t failed) {
  Certification result;
  report::Report& report = result.report;
  report.seed = 7;
  report.generated_cases = 12;
  report.pins_sha256 = "aa";
  report.tool_version = "0.1.0";
  report.shard = number;
  report.shards = 3;
  report.cases = 4;
  report.sources = {{"generator", 4}};
  const report::Counts counts{.planned = 4, .passed = 4 - failed, .failed = failed};
  report::Subject subject;
  subject.name = "x";
  subject.version = "1";
  subject.tier = "core";
  subject.counts = counts;
  subject.ops = {{"CHECK", counts}};
  subject.deviations = {{"d", "§5", 0, 0, ""}};
  report.subjects = {subject};
  if (failed > 0) {
    Found found;
    found.finding = finding("0123456789ab", failed, 100 + number);
    found.request = protocol::Bytes(100 + number);
    report.findings = {found.finding};
    result.findings = {found};
  }
  return result;
}

TEST(Merge, AddsUpAndConcludesLikeAWholeRun) {
  const auto whole = merge({shard(3, 1), shard(1, 0), shard(2, 2)});
  ASSERT_TRUE(whole) << whole.error();
  const report::Report& report = whole->report;
  EXPECT_EQ(report.shard, 0u);
  EXPECT_EQ(report.shards, 0u);
  EXPECT_EQ(report.cases, 12u);
  EXPECT_EQ(report.sources[0].second, 12u);
  EXPECT_EQ(report.subjects[0].counts, (report::Counts{.planned = 12, .passed = 9, .failed = 3}));
  EXPECT_EQ(report.subjects[0].ops[0].counts, report.subjects[0].counts);
  // The entry that nothing used can be called stale only now.
  EXPECT_EQ(report.exit_code, 4);
}

TEST(Merge, EqualFindingsBecomeOneWithTheSmallerCase) {
  const auto whole = merge({shard(3, 1), shard(1, 0), shard(2, 2)});
  ASSERT_TRUE(whole);
  ASSERT_EQ(whole->report.findings.size(), 1u);
  const report::Finding& joined = whole->report.findings[0];
  EXPECT_EQ(joined.count, 3u);
  EXPECT_EQ(joined.families[0].second, 3u);
  EXPECT_EQ(joined.case_id, "case of 102 bytes");
  EXPECT_EQ(whole->findings.size(), 1u);
  EXPECT_EQ(whole->findings[0].request.size(), 102u);
}

TEST(Merge, RenumbersIncidents) {
  std::vector<Certification> shards = {shard(1, 0), shard(2, 0), shard(3, 0)};
  for (Certification& part : shards) {
    part.report.subjects[0].incidents = {{"death not reproduced", "", "", "", ""}};
    part.incidents = {{"x", 0, protocol::Bytes(1)}};
  }
  const auto whole = merge(std::move(shards));
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->report.subjects[0].incidents.size(), 3u);
  ASSERT_EQ(whole->incidents.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(whole->incidents[i].incident, i);
}

TEST(Merge, RefusesWhatIsNotEveryShardOnce) {
  EXPECT_FALSE(merge({}));
  EXPECT_FALSE(merge({shard(1, 0), shard(2, 0)}));
  EXPECT_FALSE(merge({shard(1, 0), shard(2, 0), shard(2, 0), shard(3, 0)}));
  EXPECT_FALSE(merge({shard(1, 0), shard(2, 0), shard(4, 0)}));
  Certification unsharded = shard(1, 0);
  unsharded.report.shard = unsharded.report.shards = 0;
  EXPECT_FALSE(merge({unsharded}));
}

TEST(Merge, RefusesAShardOfAnotherRun) {
  const std::vector<std::function<void(report::Report&)>> changes = {
      [](report::Report& r) { r.seed = 8; },
      [](report::Report& r) { r.generated_cases = 13; },
      [](report::Report& r) { r.shards = 4; },
      [](report::Report& r) { r.selection = {"op=CHECK"}; },
      [](report::Report& r) { r.pins_sha256 = "bb"; },
      [](report::Report& r) { r.tool_version = "0.2.0"; },
      [](report::Report& r) { r.family = "another"; },
      [](report::Report& r) { r.baseline = "old.json"; },
      [](report::Report& r) { r.subjects[0].name = "y"; },
      [](report::Report& r) { r.subjects[0].version = "2"; },
      [](report::Report& r) { r.subjects.push_back(r.subjects[0]); },
      [](report::Report& r) { r.subjects.clear(); }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Certification other = shard(2, 0);
    changes[i](other.report);
    EXPECT_FALSE(merge({shard(1, 0), other, shard(3, 0)})) << "change " << i;
  }
}

}  // namespace
}  // namespace grit::conformance
