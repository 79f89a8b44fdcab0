#include "harness/report/json_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/report/json.h"
#include "harness/report/report_test_data.h"

namespace grit::report {
namespace {

// Every member has a value of its own, so that none can be left out or swapped unseen.
Report full_report() {
  Report report = sample_report();
  report.selection = {"op=CHECK", "clause=§5"};
  report.shard = 2;
  report.shards = 3;
  report.pins_sha256 = "00ff";
  report.reference_mismatches = 4;
  report.baseline = "old/report.json";
  report.stopped_early = true;
  report.timing.harness_cpu_seconds = 0.5;
  report.timing.subjects_cpu_seconds = 0.75;
  report.timing.prepare_seconds = 0.125;
  Subject& subject = report.subjects.front();
  subject.is_reference = true;
  subject.deviations_file = "c/deviations.toml";
  subject.deviations = {{"d", "§5", 6, 7, "its last day is past"}};
  Finding& finding = report.findings.front();
  finding.in_baseline = true;
  finding.evidence = Evidence::kIncubating;
  finding.families = {{"generated/check/length", 3}};
  finding.reduced_from = 400;
  finding.answers.back().stderr_tail = hostile_text();
  return report;
}

TEST(ReportFromJson, GivesBackTheWholeReport) {
  for (const Report& report : {sample_report(), full_report(), empty_report(), Report{}}) {
    const std::string text = to_json(report);
    const auto read = from_json(text);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(to_json(*read), text);
  }
}

TEST(ReportFromJson, KeepsEveryEvidenceAndVerdict) {
  for (const Evidence evidence :
       {Evidence::kKnown, Evidence::kConfirmed, Evidence::kIncubating, Evidence::kUnchecked}) {
    Report report = sample_report();
    report.findings.front().evidence = evidence;
    EXPECT_EQ(from_json(to_json(report))->findings.front().evidence, evidence);
  }
  for (const SubjectVerdict verdict :
       {SubjectVerdict::kConformant, SubjectVerdict::kKnownDeviations,
        SubjectVerdict::kNotConformant, SubjectVerdict::kIncomplete, SubjectVerdict::kNotAsked}) {
    Report report = sample_report();
    report.subjects.front().verdict = verdict;
    EXPECT_EQ(from_json(to_json(report))->subjects.front().verdict, verdict);
  }
}

TEST(ReportFromJson, RefusesWhatIsNoReport) {
  const std::string whole = to_json(sample_report());
  const auto replaced = [&](std::string_view what, std::string_view by) {
    std::string text = whole;
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
  };
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("{}"), std::string("3"),
        whole.substr(0, whole.size() / 2), replaced("grit-report", "grit-cases"),
        replaced("\"version\": 1", "\"version\": 2"), replaced("\"seed\": 7", "\"seed\": \"7\""),
        replaced("\"findings\"", "\"finding\""), replaced("\"subjects\": [", "\"subjects\": [3, "),
        replaced("\"verdict\": \"conformant\"", "\"verdict\": \"fine\""),
        replaced("\"evidence\": \"unchecked\"", "\"evidence\": \"some\"")}) {
    const auto read = from_json(text);
    ASSERT_FALSE(read) << text.substr(0, 200);
    EXPECT_FALSE(read.error().empty());
  }
}

}  // namespace
}  // namespace grit::report
