#include "harness/conformance/certify.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "harness/conformance/case_columns.h"
#include "harness/conformance/conclusion.h"
#include "harness/conformance/verdict.h"
#include "harness/protocol/answer.h"

namespace grit::conformance {
namespace {

using protocol::Reply;
using vectors::Case;

std::vector<report::Agreement> agreements(const Plan& plan,
                                          const std::vector<SubjectPlan>& subjects,
                                          const std::vector<SubjectAnswers>& answers) {
  std::vector<report::Agreement> table;
  for (std::size_t a = 0; a < subjects.size(); ++a) {
    for (std::size_t b = a + 1; b < subjects.size(); ++b) {
      report::Agreement row{subjects[a].adapter.name, subjects[b].adapter.name};
      for (std::size_t i = 0; i < plan.cases.size(); ++i) {
        if (!answers[a].comparable(i) || !answers[b].comparable(i)) continue;
        ++row.compared;
        if (same_answer(plan.cases[i].op, answers[a], answers[b], i)) ++row.equal;
      }
      table.push_back(std::move(row));
    }
  }
  return table;
}

protocol::Bytes frames_of_cases(const Plan& plan, const std::vector<std::size_t>& indices) {
  std::vector<std::pair<protocol::Op, protocol::Bytes>> requests;
  for (const std::size_t index : indices) {
    requests.emplace_back(plan.cases[index].op, plan.cases[index].request);
  }
  return frames_of(requests);
}

// User and system time.
double cpu_seconds(int who) {
  struct rusage usage{};
  ::getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Wall-clock and processor time since it was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }
  void add_to(report::Timing& timing) const {
    timing.seconds += seconds();
    timing.harness_cpu_seconds += cpu_seconds(RUSAGE_SELF) - own_cpu_;
    timing.subjects_cpu_seconds += cpu_seconds(RUSAGE_CHILDREN) - children_cpu_;
  }

 private:
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  const double own_cpu_ = cpu_seconds(RUSAGE_SELF);
  const double children_cpu_ = cpu_seconds(RUSAGE_CHILDREN);
};

}  // namespace

void show_findings(Certification& certification) {
  certification.report.findings.clear();
  for (const Found& found : certification.findings) {
    certification.report.findings.push_back(found.finding);
  }
}

protocol::Bytes frames_of(const std::vector<std::pair<protocol::Op, protocol::Bytes>>& requests) {
  protocol::Bytes frames;
  std::uint32_t id = 0;
  protocol::append_frame(frames, {.op = 0, .detail = protocol::kFlagFlush, .id = id},
                         protocol::HelloRequest{}.encode());
  for (const auto& [op, request] : requests) {
    protocol::append_frame(
        frames, {.op = static_cast<std::uint8_t>(op), .detail = protocol::kFlagFlush, .id = ++id},
        request);
  }
  return frames;
}

Certification put_plan(const Plan& plan, const std::vector<SubjectPlan>& subjects,
                       const std::vector<SubjectHistory>& before, const CertifyOptions& options,
                       const ProgressCallback& progress) {
  const Stopwatch stopwatch;
  const bool somebody = std::ranges::any_of(
      subjects, [](const SubjectPlan& subject) { return subject.availability.built; });
  std::vector<Reply> expectations;
  expectations.reserve(plan.cases.size());
  std::vector<std::size_t> reference_mismatches;
  CaseColumns columns;
  columns.reserve(plan.cases.size());
  for (std::size_t i = 0; i < plan.cases.size(); ++i) {
    const Case& item = plan.cases[i];
    columns.add(item);
    // Where nobody is asked, only what is pinned is worth an answer.
    if (!somebody && !item.expected) {
      expectations.emplace_back();
      continue;
    }
    Reply reference = protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
    if (item.expected && !agrees(*item.expected, outcome_of(reference.kind), reference.payload)) {
      reference_mismatches.push_back(i);
    }
    expectations.push_back(item.expected ? *item.expected : std::move(reference));
  }
  const double prepared = stopwatch.seconds();

  RaceOptions race_options;
  race_options.run = options.run;
  race_options.before = before;
  race_options.jobs = options.jobs;
  race_options.fail_fast = options.fail_fast;
  race_options.interrupted = options.interrupted;
  race_options.progress = [&](const std::vector<SubjectProgress>& state) {
    progress({"", state, plan.cases.size()});
  };
  const RaceResult raced = race(plan.cases, subjects, expectations, {}, race_options);
  const std::vector<SubjectAnswers>& answers = raced.answers;

  Certification certification;
  report::Report& report = certification.report;
  report.stopped_early = raced.stopped;
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    report.subjects.push_back(
        tally(plan, subjects[s], answers[s], expectations, columns, options.today));
    SubjectHistory history = before.empty() ? SubjectHistory() : before[s];
    history.deaths += answers[s].run.deaths;
    if (answers[s].run.hello) history.hello = answers[s].run.hello;
    certification.history.push_back(std::move(history));
    const auto& incidents = answers[s].run.incidents;
    for (std::size_t k = 0; k < incidents.size(); ++k) {
      if (!incidents[k].prefix.empty()) {
        certification.incidents.push_back(
            {subjects[s].adapter.name, k, frames_of_cases(plan, incidents[k].prefix)});
      }
    }
  }
  certification.findings =
      collect_findings(plan, subjects, answers, expectations, reference_mismatches);
  show_findings(certification);

  report.tool_version = options.tool_version;
  report.family = options.family;
  report.suite_version = plan.suite_version;
  report.seed = plan.seed;
  report.generated_cases = plan.generated_cases;
  report.selection = plan.selection;
  report.shard = plan.shard;
  report.shards = plan.shards;
  report.pins_sha256 = plan.pins_sha256;
  report.cases = plan.cases.size();
  report.clauses = columns.clause_texts();
  report.sources = plan.sources;
  report.without = options.without;
  report.baseline = options.baseline_name;
  report.agreements = agreements(plan, subjects, answers);
  report.reference_mismatches = reference_mismatches.size();
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    const double seconds = answers[s].run.seconds.count();
    const auto& counts = report.subjects[s].counts;
    const auto asked = counts.planned - counts.not_offered - counts.not_run;
    report.timing.subjects.push_back({subjects[s].adapter.name, seconds,
                                      seconds > 0 ? static_cast<double>(asked) / seconds : 0.0});
  }
  report.timing.prepare_seconds = prepared;
  stopwatch.add_to(report.timing);
  return certification;
}

void conclude_certification(Certification& certification, const std::vector<SubjectPlan>& subjects,
                            const CertifyOptions& options, const ProgressCallback& progress) {
  const Stopwatch stopwatch;
  report::Report& report = certification.report;
  ReduceOptions reduce_options;
  // A run that was stopped wants to end.
  reduce_options.what =
      report.stopped_early && options.interrupted() ? ReduceWhat::kNothing : options.reduce;
  reduce_options.run = options.run;
  reduce_options.interrupted = options.interrupted;
  reduce_options.progress = [&](std::string_view phase) { progress({std::string(phase), {}, 0}); };
  reduce_and_confirm(certification.findings, subjects, reduce_options);
  for (Found& found : certification.findings) {
    found.finding.in_baseline =
        std::ranges::find(options.baseline, found.finding.id) != options.baseline.end();
  }
  show_findings(certification);
  conclude(report);
  stopwatch.add_to(report.timing);
}

Certification certify(const Plan& plan, const std::vector<SubjectPlan>& subjects,
                      const CertifyOptions& options, const ProgressCallback& progress) {
  Certification certification = put_plan(plan, subjects, {}, options, progress);
  conclude_certification(certification, subjects, options, progress);
  return certification;
}

}  // namespace grit::conformance
