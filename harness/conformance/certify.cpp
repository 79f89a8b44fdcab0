#include "harness/conformance/certify.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <numeric>

#include "harness/conformance/findings.h"
#include "harness/conformance/tally.h"
#include "harness/conformance/verdict.h"
#include "harness/protocol/answer.h"

namespace grit::conformance {
namespace {

using protocol::Reply;
using vectors::Case;

constexpr auto kProgressInterval = std::chrono::milliseconds(150);

// The processes of all subjects on one event loop.
class Race {
 public:
  Race(const Plan& plan, const std::vector<SubjectPlan>& subjects,
       const std::vector<Reply>& expectations, const CertifyOptions& options,
       const ProgressCallback& progress, std::vector<SubjectAnswers>& answers)
      : plan_(plan),
        subjects_(subjects),
        expectations_(expectations),
        options_(options),
        progress_(progress),
        answers_(answers),
        timer_(io_) {}

  // True where it was stopped before every case had an outcome.
  bool run() {
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      progress_state_.push_back({subjects_[s].adapter.name, 0, 0, false});
      if (!subjects_[s].availability.built) {
        progress_state_[s].done = true;
        runs_.push_back(nullptr);
        continue;
      }
      SubjectRun::Events events;
      events.on_outcome = [this, s](std::size_t index, Outcome outcome) {
        on_outcome(s, index, std::move(outcome));
      };
      events.on_done = [this, s] {
        progress_state_[s].done = true;
        if (--running_ == 0) timer_.cancel();
      };
      runs_.push_back(std::make_unique<SubjectRun>(io_, subjects_[s].adapter.command, plan_.cases,
                                                   options_.run, std::move(events)));
      ++running_;
    }
    if (running_ > 0) tick();
    for (const auto& run : runs_) {
      if (run) run->start();
    }
    io_.run();
    progress_(progress_state_, plan_.cases.size());
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      if (runs_[s]) answers_[s].run = runs_[s]->result();
    }
    return stopped_;
  }

 private:
  void on_outcome(std::size_t subject, std::size_t index, Outcome outcome) {
    SubjectAnswers& answers = answers_[subject];
    if (outcome.kind != OutcomeKind::kNondeterministic) ++progress_state_[subject].settled;
    answers.record(index, plan_.cases[index].op, std::move(outcome), expectations_[index]);
    if (answers.agrees_with_expectation(index)) return;
    const StoredOutcome& stored = answers.outcome(index);
    const Judgement judgement = judge(plan_.cases[index], expectations_[index], stored.kind,
                                      stored.payload, subjects_[subject].deviations);
    if (judgement.standing == Standing::kFailed || judgement.standing == Standing::kError) {
      ++progress_state_[subject].disagreements;
      if (options_.fail_fast) stop();
    }
  }

  void stop() {
    if (stopped_) return;
    stopped_ = true;
    // Not from inside a run's own callback.
    boost::asio::post(io_, [this] {
      for (const auto& run : runs_) {
        if (run) run->stop();
      }
    });
  }

  void tick() {
    timer_.expires_after(kProgressInterval);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (error || running_ == 0) return;
      if (options_.interrupted()) stop();
      progress_(progress_state_, plan_.cases.size());
      tick();
    });
  }

  const Plan& plan_;
  const std::vector<SubjectPlan>& subjects_;
  const std::vector<Reply>& expectations_;
  const CertifyOptions& options_;
  const ProgressCallback& progress_;
  std::vector<SubjectAnswers>& answers_;
  boost::asio::io_context io_{1};
  boost::asio::steady_timer timer_;
  std::vector<std::unique_ptr<SubjectRun>> runs_;
  std::vector<SubjectProgress> progress_state_;
  std::size_t running_ = 0;
  bool stopped_ = false;
};

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

// Classes of subjects that gave the same answer to every case that both answered.
std::vector<std::vector<std::string>> partition(const std::vector<SubjectPlan>& subjects,
                                                const std::vector<SubjectAnswers>& answers,
                                                const std::vector<report::Agreement>& table) {
  std::vector<std::vector<std::string>> classes;
  const auto agree = [&](const std::string& a, const std::string& b) {
    const auto row = std::ranges::find_if(table, [&](const report::Agreement& candidate) {
      return (candidate.a == a && candidate.b == b) || (candidate.a == b && candidate.b == a);
    });
    return row != table.end() && row->compared > 0 && row->equal == row->compared;
  };
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    if (!answers[s].run.hello) continue;  // who never spoke agrees with nobody
    const std::string& name = subjects[s].adapter.name;
    const auto home = std::ranges::find_if(classes, [&](const std::vector<std::string>& members) {
      return std::ranges::all_of(members,
                                 [&](const std::string& member) { return agree(member, name); });
    });
    if (home != classes.end()) {
      home->push_back(name);
    } else {
      classes.push_back({name});
    }
  }
  return classes;
}

void add_deviation_problems(const std::vector<SubjectPlan>& subjects,
                            const std::vector<SubjectAnswers>& answers,
                            const std::vector<SubjectTally>& tallies, const CertifyOptions& options,
                            bool stopped, std::vector<report::StaleEntry>& stale) {
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    const SubjectPlan& subject = subjects[s];
    const report::Subject& row = tallies[s].row;
    if (!answers[s].run.hello) continue;  // it never spoke, so it shows nothing
    for (const Deviation& entry : subject.deviations.entries()) {
      const auto add = [&](std::string problem) {
        const auto file = subject.deviations.file();
        stale.push_back({(file.parent_path().filename() / file.filename()).string(), entry.id,
                         std::move(problem)});
      };
      if (const auto problem = DeviationList::expired(entry, row.version, options.today)) {
        add(*problem);
        continue;
      }
      const DeviationUse use =
          tallies[s].uses.contains(entry.id) ? tallies[s].uses.at(entry.id) : DeviationUse{};
      if (use.unexpected_passes > 0) {
        add(fmt::format("{} of its examples pass{}: the deviation is gone", use.unexpected_passes,
                        use.unexpected_passes == 1 ? "es" : ""));
      } else if (use.expected_failures == 0 && !stopped && row.counts.not_run == 0) {
        add("nothing failed in this way: remove it, or correct its conditions");
      }
    }
  }
}

// The sentence behind the exit code, and the code: 5 before 4 before 3 before 1.
void conclude(const std::vector<SubjectTally>& tallies, bool reference_wrong,
              report::Report& report) {
  std::uint64_t asked = 0;
  std::uint64_t planned = 0;
  std::vector<std::string> incomplete;
  std::vector<std::string> not_conformant;
  for (const SubjectTally& tally : tallies) {
    planned += tally.row.counts.planned;
    asked += tally.row.counts.planned - tally.row.counts.not_offered;
    if (tally.incomplete) incomplete.push_back(tally.row.name);
    if (tally.row.counts.failed + tally.row.counts.errors > 0) {
      not_conformant.push_back(tally.row.name);
    }
  }
  const std::string failures =
      not_conformant.empty() ? ""
                             : fmt::format("; not conformant: {}", fmt::join(not_conformant, ", "));
  if (planned == 0 || asked == 0) {
    report.exit_code = 5;
    report.verdict = planned == 0 ? "nothing selected: no subject, or no case"
                                  : "nothing selected: no subject offers an op of any case";
  } else if (!report.stale.empty()) {
    report.exit_code = 4;
    report.verdict = fmt::format("{} pin{} or known deviation{} stale{}", report.stale.size(),
                                 report.stale.size() == 1 ? "" : "s",
                                 report.stale.size() == 1 ? " is" : "s are", failures);
  } else if (!incomplete.empty() || report.stopped_early) {
    report.exit_code = 3;
    report.verdict = incomplete.empty()
                         ? "incomplete: stopped early" + failures
                         : fmt::format("incomplete: {}{}", fmt::join(incomplete, ", "), failures);
  } else if (reference_wrong || !not_conformant.empty()) {
    report.exit_code = 1;
    report.verdict = reference_wrong ? "the reference contradicts a pinned vector" + failures
                                     : failures.substr(2);
  } else {
    report.exit_code = 0;
    const auto known = static_cast<std::size_t>(std::ranges::count_if(
        tallies, [](const SubjectTally& tally) { return tally.row.counts.expected_failures > 0; }));
    report.verdict = fmt::format("conformant: {} of {} subject{}", tallies.size() - known,
                                 tallies.size(), tallies.size() == 1 ? "" : "s");
    if (known > 0) report.verdict += fmt::format("; {} as known to deviate", known);
  }
}

protocol::Bytes frames_of(const Plan& plan, const std::vector<std::size_t>& indices) {
  protocol::Bytes frames;
  std::uint32_t id = 0;
  protocol::append_frame(frames, {.op = 0, .detail = protocol::kFlagFlush, .id = id},
                         protocol::HelloRequest{}.encode());
  for (const std::size_t index : indices) {
    protocol::append_frame(frames,
                           {.op = static_cast<std::uint8_t>(plan.cases[index].op),
                            .detail = protocol::kFlagFlush,
                            .id = ++id},
                           plan.cases[index].request);
  }
  return frames;
}

}  // namespace

Certification certify(const Plan& plan, const std::vector<SubjectPlan>& subjects,
                      std::vector<report::StaleEntry> stale, const CertifyOptions& options,
                      const ProgressCallback& progress) {
  const auto started = std::chrono::steady_clock::now();

  std::vector<Reply> expectations;
  expectations.reserve(plan.cases.size());
  std::vector<std::size_t> reference_mismatches;
  for (std::size_t i = 0; i < plan.cases.size(); ++i) {
    const Case& item = plan.cases[i];
    Reply reference = protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
    if (item.expected && *item.expected != reference) reference_mismatches.push_back(i);
    expectations.push_back(item.expected ? *item.expected : std::move(reference));
  }

  std::vector<SubjectAnswers> answers;
  for (std::size_t s = 0; s < subjects.size(); ++s) answers.emplace_back(plan.cases.size());
  Certification certification;
  report::Report& report = certification.report;
  report.stopped_early = Race(plan, subjects, expectations, options, progress, answers).run();

  std::vector<SubjectTally> tallies;
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    tallies.push_back(tally(plan, subjects[s], answers[s], expectations));
    const auto& incidents = answers[s].run.incidents;
    for (std::size_t k = 0; k < incidents.size(); ++k) {
      if (!incidents[k].prefix.empty()) {
        certification.incidents.push_back(
            {subjects[s].adapter.name, k, frames_of(plan, incidents[k].prefix)});
      }
    }
  }
  FindingSet findings =
      collect_findings(plan, subjects, answers, expectations, reference_mismatches);
  report.findings = std::move(findings.findings);
  certification.findings = std::move(findings.bytes);

  report.suite_version = plan.suite_version;
  report.seed = plan.seed;
  report.generated_cases = plan.generated_cases;
  report.cases = plan.cases.size();
  report.sources = plan.sources;
  report.without = options.without;
  report.agreements = agreements(plan, subjects, answers);
  report.partition = partition(subjects, answers, report.agreements);
  report.stale = std::move(stale);
  add_deviation_problems(subjects, answers, tallies, options, report.stopped_early, report.stale);
  conclude(tallies, !reference_mismatches.empty(), report);
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    report.subjects.push_back(std::move(tallies[s].row));
    const double seconds = answers[s].run.seconds.count();
    const auto& counts = report.subjects.back().counts;
    const auto asked = counts.planned - counts.not_offered - counts.not_run;
    report.timing.subjects.push_back({subjects[s].adapter.name, seconds,
                                      seconds > 0 ? static_cast<double>(asked) / seconds : 0.0});
  }
  report.timing.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return certification;
}

}  // namespace grit::conformance
