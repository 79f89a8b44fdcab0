// Exact accounting: whatever mix of healthy and faulty subjects runs, with whatever budgets,
// deadlines and interruptions, every planned case stands in exactly one column, for each subject,
// each of its operations, and in total; and verdicts, exit code, agreements and findings say the
// same as the counts (PROTOCOL.md, "Accounting" and "Exit codes").
//
// The checks know the plan and PROTOCOL.md only, not which outcome a subject deserves: a slow
// machine may turn answers into timeouts, but it must not lose one.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "harness/conformance/certify.h"
#include "harness/conformance/verdict.h"
#include "harness/vectors/generate.h"
#include "harness/vectors/random.h"

namespace grit::conformance {
namespace {

using report::Counts;
using report::SubjectVerdict;
using std::chrono::milliseconds;
using vectors::Random;

constexpr std::uint64_t kRounds = 48;

std::uint64_t columns(const Counts& counts) {
  return counts.passed + counts.failed + counts.expected_failures + counts.unexpected_passes +
         counts.not_offered + counts.errors + counts.not_run;
}

void add(Counts& sum, const Counts& counts) {
  sum.planned += counts.planned;
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  sum.expected_failures += counts.expected_failures;
  sum.unexpected_passes += counts.unexpected_passes;
  sum.not_offered += counts.not_offered;
  sum.errors += counts.errors;
  sum.not_run += counts.not_run;
}

// Those that end every run well, if not with the right answers.
Command draw_orderly(Random& random) {
  const std::vector<Command> commands = {
      {{GRIT_C_ADAPTER}, ""},
      {{GRIT_C_ADAPTER}, ""},
      {{GRIT_C_ADAPTER}, ""},
      {{GRIT_BYTE_SWAPPED}, ""},
      {{GRIT_TEST_ADAPTER, "echo"}, ""},
      {{GRIT_WIRE_ADAPTER, "twice"}, ""},
  };
  return random.pick(commands);
}

// Healthy ones, the faulty ones of the tree, and processes that misbehave. The wire adapter offers
// one operation of fourteen; the one that is cut dies at a place of its own in each round.
Command draw_any(Random& random) {
  const std::vector<Command> commands = {
      {{GRIT_C_ADAPTER}, ""},
      {{GRIT_BYTE_SWAPPED}, ""},
      {{GRIT_CRASHES_ON_ONE_CASE}, ""},
      {{GRIT_TEST_ADAPTER, "echo"}, ""},
      {{GRIT_TEST_ADAPTER, "crashes-always"}, ""},
      {{GRIT_TEST_ADAPTER, "crashes-at-the-100th"}, ""},
      {{GRIT_TEST_ADAPTER, "counts"}, ""},
      {{GRIT_TEST_ADAPTER, "unsupported"}, ""},
      {{GRIT_TEST_ADAPTER, "floods"}, ""},
      {{GRIT_TEST_ADAPTER, "slow"}, ""},
      {{GRIT_TEST_ADAPTER, "says-too-much"}, ""},
      {{GRIT_TEST_ADAPTER, "exits-with-7"}, ""},
      {{GRIT_TEST_ADAPTER, "changes-its-hello"}, ""},
      {{GRIT_WIRE_ADAPTER, "cut", std::to_string(1 + random.below(4096)), "exit0"}, ""},
      {{GRIT_WIRE_ADAPTER, "cut", std::to_string(1 + random.below(4096)), "kill"}, ""},
      {{GRIT_WIRE_ADAPTER, "cut", std::to_string(1 + random.below(600)), "stall"}, ""},
      {{GRIT_WIRE_ADAPTER, "twice"}, ""},
      {{"/no/such/program"}, ""},
  };
  return random.pick(commands);
}

class Folder {
 public:
  Folder()
      : path_(std::filesystem::path(testing::TempDir()) /
              ("grit_accounting_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Entries for some operations, some of them with an example that may well pass.
DeviationList draw_deviations(Random& random, const std::vector<vectors::Case>& cases,
                              const std::filesystem::path& folder) {
  const auto file = folder / "deviations.toml";
  std::ofstream out(file);
  const std::size_t entries = static_cast<std::size_t>(1 + random.below(2));
  for (std::size_t i = 0; i < entries; ++i) {
    const vectors::Case& item = random.pick(cases);
    out << "[[deviation]]\nid = \"d" << i << "\"\nclause = \"§1\"\nreason = \"drawn\"\n"
        << (random.chance(7, 8) ? "until = 2026-06-15\n" : "until = 2026-06-14\n")
        << "[[deviation.select]]\nop = \"" << protocol::op_name(item.op) << "\"\ncases = \"*\"\n";
    if (random.chance(1, 3)) {
      out << "[[deviation.example]]\nop = \"" << protocol::op_name(item.op) << "\"\nrequest = \""
          << protocol::to_hex(item.request, item.request.size()) << "\"\n";
    }
  }
  out.close();
  auto list = DeviationList::read(file);
  EXPECT_TRUE(list) << list.error();
  return list ? std::move(*list) : DeviationList();
}

struct Round {
  Plan plan;
  std::vector<SubjectPlan> subjects;
  CertifyOptions options;
};

Round draw_round(Random& random, const std::filesystem::path& folder) {
  Round round;
  const std::uint64_t seed = random.next();
  round.plan.cases = vectors::generate({seed, random.below(12) * 11});
  round.plan.sources = {{"generator", round.plan.cases.size()}};
  round.plan.seed = seed;
  const bool orderly = random.chance(2, 5);
  const std::size_t subjects =
      random.chance(1, 16) ? 0 : static_cast<std::size_t>(1 + random.below(orderly ? 3 : 5));
  for (std::size_t s = 0; s < subjects; ++s) {
    SubjectPlan subject;
    subject.adapter.name = "s" + std::to_string(s);
    subject.adapter.kind = "own";
    subject.adapter.command = orderly ? draw_orderly(random) : draw_any(random);
    if (random.chance(1, 4)) {
      Selection some;
      EXPECT_TRUE(some.add(random.pick(std::vector<std::string>{"id=*1*", "op=C*", "id=nothing"})));
      subject.adapter.answers.push_back(std::move(some));
    }
    subject.availability = !orderly && random.chance(1, 10)
                               ? Availability{false, "its toolchain is missing", ""}
                               : Availability{true, "", ""};
    if (!round.plan.cases.empty() && random.chance(1, 5)) {
      subject.deviations = draw_deviations(random, round.plan.cases, folder);
    }
    round.subjects.push_back(std::move(subject));
  }
  // What is counted is counted before anything is reduced.
  round.options.reduce = ReduceWhat::kNothing;
  round.options.today =
      std::chrono::year_month_day(std::chrono::year(2026), std::chrono::June, std::chrono::day(15));
  round.options.fail_fast = random.chance(1, 6);
  RunOptions& run = round.options.run;
  run.restart_budget = static_cast<std::uint32_t>(random.below(4));
  run.item_deadline = milliseconds(100 + random.below(200));
  run.batch_deadline = milliseconds(random.chance(1, 4) ? 150 : 30'000);
  run.startup_deadline = milliseconds(1'000);
  run.shutdown_deadline = milliseconds(300);
  run.in_flight_items = random.pick(std::vector<std::size_t>{1, 2, 17, 1024});
  run.flush_every = random.pick(std::vector<std::size_t>{1, 5, 128});
  run.recheck_one_in = random.pick(std::vector<std::uint32_t>{0, 1, 10});
  if (orderly) {
    run.item_deadline = milliseconds(30'000);
    run.batch_deadline = milliseconds(60'000);
    run.startup_deadline = milliseconds(30'000);
    run.shutdown_deadline = milliseconds(30'000);
  } else if (random.chance(1, 4)) {
    round.options.interrupted = [left = random.below(4)]() mutable { return left-- == 0; };
  }
  return round;
}

std::string describe(const Round& round) {
  std::string text = std::to_string(round.plan.cases.size()) + " cases, budget " +
                     std::to_string(round.options.run.restart_budget) +
                     (round.options.fail_fast ? ", fail fast" : "");
  for (const SubjectPlan& subject : round.subjects) {
    text += "\n " + subject.adapter.name + (subject.availability.built ? "" : " (not built)");
    for (const std::string& word : subject.adapter.command.argv) text += " " + word;
  }
  return text;
}

// How many cases of the plan an operation has that subject s is asked where it declares the op.
std::uint64_t answered_by_op(const Round& round, std::size_t s, std::string_view op) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(round.plan.cases, [&](const vectors::Case& item) {
        return protocol::op_name(item.op) == op &&
               one_selects(round.subjects[s].adapter.answers, item);
      }));
}

void expect_rows_add_up(const Round& round, const report::Report& report) {
  ASSERT_EQ(report.subjects.size(), round.subjects.size());
  ASSERT_EQ(report.cases, round.plan.cases.size());
  std::map<std::string, std::uint64_t> planned_by_op;
  for (const vectors::Case& item : round.plan.cases) {
    ++planned_by_op[std::string(protocol::op_name(item.op))];
  }
  for (std::size_t s = 0; s < report.subjects.size(); ++s) {
    const report::Subject& row = report.subjects[s];
    SCOPED_TRACE(row.name);
    EXPECT_EQ(row.name, round.subjects[s].adapter.name);
    EXPECT_EQ(row.counts.planned, round.plan.cases.size());
    EXPECT_EQ(columns(row.counts), row.counts.planned);
    Counts sum;
    EXPECT_EQ(row.ops.size(), planned_by_op.size());
    for (const report::OpCounts& op : row.ops) {
      EXPECT_EQ(op.counts.planned, planned_by_op[op.op]) << op.op;
      EXPECT_EQ(columns(op.counts), op.counts.planned) << op.op;
      // An operation is offered or not: as a whole, or for what its adapter answers.
      const auto offered = op.counts.planned - op.counts.not_offered;
      EXPECT_TRUE(op.counts.not_offered == 0 || offered == 0 ||
                  offered == answered_by_op(round, s, op.op));
      add(sum, op.counts);
    }
    EXPECT_EQ(sum, row.counts);
    EXPECT_LE(row.diagnostics, row.counts.passed);
    EXPECT_TRUE(round.subjects[s].availability.built || row.counts.not_run == row.counts.planned);
  }
}

bool is_incomplete(const report::Subject& row) {
  return row.counts.not_run > 0 || !row.incidents.empty() ||
         (row.counts.planned > 0 && row.counts.not_offered == row.counts.planned);
}

void expect_verdicts_follow(const report::Report& report) {
  Counts total;
  bool incomplete = report.stopped_early;
  for (const report::Subject& row : report.subjects) {
    SCOPED_TRACE(row.name);
    add(total, row.counts);
    incomplete = incomplete || is_incomplete(row);
    const SubjectVerdict expected =
        row.counts.failed + row.counts.errors > 0 ? SubjectVerdict::kNotConformant
        : is_incomplete(row)                      ? SubjectVerdict::kIncomplete
        : row.counts.expected_failures > 0        ? SubjectVerdict::kKnownDeviations
                                                  : SubjectVerdict::kConformant;
    EXPECT_EQ(row.verdict, expected);
  }
  EXPECT_EQ(columns(total), total.planned);
  const int expected = total.planned == total.not_offered ? 5
                       : !report.stale.empty()            ? 4
                       : incomplete                       ? 3
                       : total.failed + total.errors > 0  ? 1
                                                          : 0;
  EXPECT_EQ(report.exit_code, expected);
  EXPECT_FALSE(report.verdict.empty());
  if (report.exit_code == 0) {
    EXPECT_GT(total.passed + total.expected_failures, 0u);
    EXPECT_EQ(total.unexpected_passes, 0u);  // stale otherwise
  }
}

void expect_agreements_fit(const report::Report& report) {
  std::map<std::string, std::uint64_t> asked;
  for (const report::Subject& row : report.subjects) {
    asked[row.name] = row.counts.planned - row.counts.not_offered - row.counts.not_run;
  }
  for (const report::Agreement& pair : report.agreements) {
    EXPECT_LE(pair.equal, pair.compared);
    EXPECT_LE(pair.compared, std::min(asked.at(pair.a), asked.at(pair.b)));
  }
}

void expect_findings_fit(const report::Report& report) {
  std::map<std::string, std::uint64_t> in_findings;  // by subject: cases of its new findings
  std::uint64_t cases = 0;
  for (const report::Finding& finding : report.findings) {
    cases += finding.count;
    EXPECT_GT(finding.count, 0u);
    for (const report::SubjectStanding& standing : finding.standings) {
      if (standing.standing != "failed" && standing.standing != "error") continue;
      EXPECT_TRUE(finding.is_new) << finding.title;
      in_findings[standing.subject] += finding.count;
    }
  }
  EXPECT_LE(cases, report.cases);  // no case stands under two findings
  for (const report::Subject& row : report.subjects) {
    SCOPED_TRACE(row.name);
    const std::uint64_t bad = row.counts.failed + row.counts.errors;
    EXPECT_GE(in_findings[row.name], bad);  // one case may be several subjects'
    EXPECT_EQ(in_findings[row.name] == 0, bad == 0);
  }
}

TEST(Accounting, AddsUpForAnyMix) {
  ::signal(SIGPIPE, SIG_IGN);
  const Folder folder;
  std::map<int, unsigned> exit_codes;
  for (std::uint64_t number = 0; number < kRounds; ++number) {
    Random random = Random::stream(20260615, number);
    const Round round = draw_round(random, folder.path());
    SCOPED_TRACE("round " + std::to_string(number) + ": " + describe(round));
    std::uint64_t settled = 0;
    const Certification result =
        certify(round.plan, round.subjects, round.options, [&](const Progress& progress) {
          if (!progress.phase.empty()) return;
          settled = 0;
          for (const SubjectProgress& subject : progress.subjects) settled += subject.settled;
        });
    // The last word of the progress: every case of every subject that was started, once.
    const auto started = static_cast<std::uint64_t>(std::ranges::count_if(
        round.subjects, [](const SubjectPlan& subject) { return subject.availability.built; }));
    EXPECT_EQ(settled, started * round.plan.cases.size());
    expect_rows_add_up(round, result.report);
    expect_verdicts_follow(result.report);
    expect_agreements_fit(result.report);
    expect_findings_fit(result.report);
    ++exit_codes[result.report.exit_code];
    if (HasFailure()) return;
  }
  // The draw reaches every end.
  for (const int code : {0, 1, 3, 4, 5}) EXPECT_GT(exit_codes[code], 0u) << code;
}

}  // namespace
}  // namespace grit::conformance
