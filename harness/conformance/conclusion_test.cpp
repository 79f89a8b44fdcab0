#include "harness/conformance/conclusion.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace grit::conformance {
namespace {

using report::Report;
using report::SubjectVerdict;

report::Subject subject(std::string name, report::Counts counts) {
  report::Subject result;
  result.name = std::move(name);
  result.tier = "core";
  result.counts = counts;
  return result;
}

report::Finding finding(bool in_baseline) {
  report::Finding result;
  result.is_new = true;
  result.in_baseline = in_baseline;
  return result;
}

Report concluded(Report report) {
  conclude(report);
  return report;
}

Report failing() {
  Report report;
  report.subjects = {subject("a", {.planned = 4, .passed = 3, .failed = 1})};
  report.findings = {finding(false)};
  return report;
}

// The numbers are those of PROTOCOL.md, "Exit codes".
TEST(Conclude, ConformantIsZero) {
  Report report;
  report.subjects = {subject("a", {.planned = 4, .passed = 4}),
                     subject("b", {.planned = 4, .passed = 3, .expected_failures = 1})};
  report = concluded(report);
  EXPECT_EQ(report.exit_code, 0);
  EXPECT_EQ(report.verdict, "conformant: 1 of 2 subjects; 1 as known to deviate");
  EXPECT_EQ(report.subjects[0].verdict, SubjectVerdict::kConformant);
  EXPECT_EQ(report.subjects[1].verdict, SubjectVerdict::kKnownDeviations);
}

TEST(Conclude, AFailureAndAnErrorAreOne) {
  const Report report = concluded(failing());
  EXPECT_EQ(report.exit_code, 1);
  EXPECT_EQ(report.subjects[0].verdict, SubjectVerdict::kNotConformant);
  Report error = failing();
  error.subjects[0].counts = {.planned = 4, .passed = 3, .errors = 1};
  EXPECT_EQ(concluded(error).exit_code, 1);
}

TEST(Conclude, AReferenceThatContradictsAVectorIsOneWhoeverElsePasses) {
  Report report;
  report.subjects = {subject("a", {.planned = 4, .passed = 4})};
  report.reference_mismatches = 1;
  EXPECT_EQ(concluded(report).exit_code, 1);
}

TEST(Conclude, WhatIsMissingIsThreeAlsoBesideAFailure) {
  Report not_run = failing();
  not_run.subjects.push_back(subject("b", {.planned = 4, .passed = 3, .not_run = 1}));
  EXPECT_EQ(concluded(not_run).exit_code, 3);
  EXPECT_EQ(concluded(not_run).subjects[1].verdict, SubjectVerdict::kIncomplete);

  Report incident = failing();
  incident.subjects[0].incidents.push_back({"death not reproduced", "", "", "", ""});
  EXPECT_EQ(concluded(incident).exit_code, 3);

  Report stopped;
  stopped.subjects = {subject("a", {.planned = 4, .passed = 4})};
  stopped.stopped_early = true;
  EXPECT_EQ(concluded(stopped).exit_code, 3);

  Report mute;
  mute.subjects = {subject("a", {.planned = 4, .passed = 4}),
                   subject("b", {.planned = 4, .not_offered = 4})};
  mute = concluded(mute);
  EXPECT_EQ(mute.exit_code, 3);
  EXPECT_FALSE(mute.subjects[1].not_run_reason.empty());
}

TEST(Conclude, AStaleDeviationIsFourBeforeAnythingElse) {
  for (const report::DeviationUse& use :
       {report::DeviationUse{"x", "§2", 1, 0, "its last day is past"},
        report::DeviationUse{"x", "§2", 1, 1, ""}, report::DeviationUse{"x", "§2", 0, 0, ""}}) {
    Report report = failing();
    report.subjects[0].deviations = {use};
    report.subjects.push_back(subject("b", {.planned = 4, .not_run = 4}));
    report = concluded(report);
    EXPECT_EQ(report.exit_code, 4);
    ASSERT_EQ(report.stale.size(), 1u);
    EXPECT_EQ(report.stale[0].entry, "x");
  }
}

TEST(Conclude, ADeviationThatNothingUsedIsStaleOnlyInAWholeRun) {
  Report report;
  report.subjects = {subject("a", {.planned = 4, .passed = 4})};
  report.subjects[0].deviations = {{"x", "§2", 0, 0, ""}};
  EXPECT_EQ(concluded(report).exit_code, 4);
  Report selected = report;
  selected.selection = {"op=CHECK"};
  EXPECT_EQ(concluded(selected).exit_code, 0);
  Report shard = report;
  shard.shard = 1;
  shard.shards = 2;
  EXPECT_EQ(concluded(shard).exit_code, 0);
}

TEST(Conclude, NothingAskedIsFive) {
  EXPECT_EQ(concluded({}).exit_code, 5);
  Report report;
  report.subjects = {subject("a", {.planned = 4, .not_offered = 4})};
  EXPECT_EQ(concluded(report).exit_code, 5);
}

TEST(Conclude, ADecoderThatCanAnswerNothingOfThePlanIsNotAsked) {
  Report report;
  report.subjects = {subject("a", {.planned = 4, .passed = 4}),
                     subject("d", {.planned = 4, .not_offered = 4})};
  EXPECT_EQ(concluded(report).exit_code, 3);
  report.subjects[1].kind = "decoder";
  report = concluded(report);
  EXPECT_EQ(report.exit_code, 0);
  EXPECT_EQ(report.verdict, "conformant: 1 of 1 subject; 1 not asked");
  EXPECT_EQ(report.subjects[1].verdict, SubjectVerdict::kNotAsked);
  EXPECT_EQ(report.subjects[1].not_run_reason, "");
  // One that is not built is missing all the same, and decoders alone make no verdict.
  report.subjects[1].not_run_reason = "not built";
  EXPECT_EQ(concluded(report).exit_code, 3);
  report.subjects.erase(report.subjects.begin());
  report.subjects[0].not_run_reason.clear();
  EXPECT_EQ(concluded(report).exit_code, 5);
}

TEST(Conclude, ABaselineExcusesOnlyWhatItHas) {
  Report report = failing();
  report.baseline = "report.json";
  report.findings = {finding(true)};
  EXPECT_EQ(concluded(report).exit_code, 0);
  EXPECT_EQ(concluded(report).verdict.rfind("nothing new", 0), 0u);
  report.findings.push_back(finding(false));
  EXPECT_EQ(concluded(report).exit_code, 1);
  // A failure that no finding accounts for is not excused.
  report.findings.clear();
  EXPECT_EQ(concluded(report).exit_code, 1);
}

TEST(Conclude, ThePartitionIsOfThoseWhoAgreeOnEverything) {
  Report report;
  for (const char* name : {"a", "b", "c", "d"}) {
    report.subjects.push_back(subject(name, {.planned = 4, .passed = 4}));
  }
  report.subjects[3].tier.clear();  // never said HELLO
  report.agreements = {{"a", "b", 4, 3}, {"a", "c", 4, 4}, {"b", "c", 4, 3}, {"a", "d", 0, 0}};
  EXPECT_EQ(concluded(report).partition,
            (std::vector<std::vector<std::string>>{{"a", "c"}, {"b"}}));
}

TEST(Conclude, WhatClassesHaveInCommonIsSaidOnceForLikeMembers) {
  Report report;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    report.subjects.push_back(subject(name, {.planned = 4, .passed = 4}));
  }
  report.agreements = {{"a", "b", 4, 3}, {"a", "c", 4, 4}, {"a", "d", 2, 0}, {"b", "c", 4, 3},
                       {"b", "d", 0, 0}, {"c", "d", 1, 0}, {"a", "e", 4, 4}, {"b", "e", 4, 3},
                       {"c", "e", 4, 4}, {"d", "e", 2, 0}};
  std::vector<std::string> rows;
  for (const report::ClassAgreement& row : concluded(report).class_agreements) {
    rows.push_back(fmt::format("{} | {} | {} of {}", fmt::join(row.a, " "), fmt::join(row.b, " "),
                               row.equal, row.compared));
  }
  // b and d have no answers in common; c and d have fewer than a and d.
  EXPECT_EQ(rows,
            (std::vector<std::string>{"a c e | b | 3 of 4", "c | d | 0 of 1", "a e | d | 0 of 2"}));
}

}  // namespace
}  // namespace grit::conformance
