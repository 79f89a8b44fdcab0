#include "harness/conformance/run_in_parts.h"

#include <gtest/gtest.h>
#include <signal.h>

#include "harness/report/json.h"

namespace grit::conformance {
namespace {

constexpr std::uint64_t kGenerated = 1'500;

SubjectPlan subject(std::string name, std::vector<std::string> argv) {
  SubjectPlan plan;
  plan.adapter.name = std::move(name);
  plan.adapter.kind = "command line";
  plan.adapter.command.argv = std::move(argv);
  plan.availability.built = true;
  return plan;
}

// One that is right, one that is wrong, and two that die: of one case each time, and of everything.
std::vector<SubjectPlan> subjects() {
  return {subject("right", {GRIT_C_ADAPTER}), subject("wrong", {GRIT_BYTE_SWAPPED}),
          subject("dies-of-one", {GRIT_CRASHES_ON_ONE_CASE}),
          subject("dies", {GRIT_TEST_ADAPTER, "crashes-always"})};
}

PlanParts plan() {
  auto parts = PlanParts::open({GRIT_VECTORS, 11, Selection(), Shard()}, subjects());
  EXPECT_TRUE(parts) << parts.error();
  return std::move(*parts);
}

CertifyOptions options() {
  CertifyOptions result;
  result.run.restart_budget = 5;
  result.reduce = ReduceWhat::kNothing;
  return result;
}

// All of a report that is a function of plan and answers.
std::string text(Certification certification) {
  certification.report.timing = {};
  return report::to_json(certification.report);
}

class RunInParts : public testing::Test {
 protected:
  void SetUp() override { ::signal(SIGPIPE, SIG_IGN); }

  std::expected<Certification, std::string> run(std::uint64_t part, const CertifyOptions& how,
                                                std::vector<Certification> done = {}) {
    kept_.clear();
    PlanParts parts = plan();
    return run_in_parts(
        parts, subjects(), {kGenerated, std::nullopt, part}, how, std::move(done),
        [&](std::uint64_t before, Certification& kept) {
          EXPECT_EQ(before % part, 0u);
          kept_.push_back(kept);
        },
        [](const Progress&) {});
  }

  std::vector<Certification> kept_;
};

TEST_F(RunInParts, SayWhatOneRunOfTheWholePlanSays) {
  const auto in_parts = run(400, options());
  ASSERT_TRUE(in_parts) << in_parts.error();
  EXPECT_EQ(kept_.size(), 4u);
  PlanParts parts = plan();
  const Certification whole = certify(parts.next(kGenerated), subjects(), options(), [](auto&) {});
  EXPECT_EQ(text(*in_parts), text(whole));
  // The one that was given up is not run to the plan's end, and its budget is spent once.
  const report::Subject& dies = in_parts->report.subjects.back();
  EXPECT_EQ(dies.restarts, 6u);
  EXPECT_EQ(dies.incidents.size(), 1u);
  EXPECT_GT(dies.counts.not_run, kGenerated);
}

TEST_F(RunInParts, WhatIsLeftOfAStoppedRunIsPlannedAndNotRun) {
  CertifyOptions stopping = options();
  bool stop = false;
  stopping.interrupted = [&] { return stop; };
  PlanParts parts = plan();
  std::vector<Certification> kept;
  const auto stopped = run_in_parts(
      parts, subjects(), {kGenerated, std::nullopt, 400}, stopping, {},
      [&](std::uint64_t, Certification& part) {
        kept.push_back(part);
        stop = kept.size() == 2;
      },
      [](const Progress&) {});
  ASSERT_TRUE(stopped) << stopped.error();
  EXPECT_EQ(stopped->report.exit_code, 3);
  EXPECT_EQ(stopped->report.generated_cases, kGenerated);
  ASSERT_GE(kept.size(), 2u);
  // It goes on where it was, and ends like a run that nobody stopped.
  const auto resumed = run(400, options(), std::move(kept));
  ASSERT_TRUE(resumed) << resumed.error();
  const auto uninterrupted = run(400, options());
  ASSERT_TRUE(uninterrupted);
  EXPECT_EQ(stopped->report.cases, uninterrupted->report.cases);
  for (const report::Subject& row : stopped->report.subjects) {
    EXPECT_EQ(row.counts.planned, stopped->report.cases) << row.name;
  }
  EXPECT_EQ(text(*resumed), text(*uninterrupted));
}

TEST_F(RunInParts, RefusesPartsOfAnotherPlan) {
  ASSERT_TRUE(run(400, options()));
  const std::vector<Certification> good = kept_;
  const auto problem = [&](const std::vector<Certification>& parts) {
    const auto result = run(400, options(), parts);
    return result ? "none" : result.error();
  };
  std::vector<Certification> parts = good;
  parts[1].report.seed = 12;
  EXPECT_EQ(problem(parts), "not of one run: seed 11 and 12");
  parts = good;
  parts[0].report.subjects[0].name = "left";
  EXPECT_EQ(problem(parts), "not of one run: subject right and left");
  parts = good;
  parts.insert(parts.end(), good.begin(), good.end());
  EXPECT_EQ(problem(parts), "it holds 3000 generated cases, more than the 1500 asked for");
}

TEST_F(RunInParts, ASubjectThatIsAnotherOneInALaterPartIsGivenUp) {
  PlanParts parts = plan();
  CertifyOptions once = options();
  once.run.recheck_one_in = 0;  // one process a part
  const auto result = run_in_parts(
      parts, {subject("changeling", {GRIT_TEST_ADAPTER, "changes-its-hello"})},
      {kGenerated, std::nullopt, 400}, once, {}, [](auto, auto&) {}, [](const Progress&) {});
  ASSERT_TRUE(result) << result.error();
  const report::Subject& row = result->report.subjects.front();
  ASSERT_EQ(row.incidents.size(), 1u);
  EXPECT_EQ(row.incidents[0].kind, "failed start");
  EXPECT_EQ(row.incidents[0].detail, "HELLO is not what the first process said");
  EXPECT_GT(row.counts.not_run, 0u);
  EXPECT_EQ(result->report.exit_code, 3);
}

TEST_F(RunInParts, NoPartBeginsAfterTheTime) {
  PlanParts parts = plan();
  const auto result = run_in_parts(
      parts, {subject("right", {GRIT_C_ADAPTER})},
      {1'000'000, std::chrono::duration<double>(0.001), 400}, options(), {}, [](auto, auto&) {},
      [](const Progress&) {});
  ASSERT_TRUE(result) << result.error();
  EXPECT_EQ(result->report.generated_cases, 400u);
  EXPECT_EQ(result->report.exit_code, 0);
}

}  // namespace
}  // namespace grit::conformance
