#include "harness/conformance/race.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "harness/conformance/verdict.h"

namespace grit::conformance {
namespace {

using protocol::Reply;

constexpr auto kProgressInterval = std::chrono::milliseconds(150);
// Neighbouring cases stay together, so that every process sees the plan's order.
constexpr std::size_t kBlock = 256;

// The indices dealt out to `jobs` hands, block by block; no empty hand but where there is nothing.
std::vector<std::vector<std::size_t>> dealt(const std::vector<std::size_t>& indices,
                                            unsigned jobs) {
  std::vector<std::vector<std::size_t>> hands(std::max(1u, jobs));
  for (std::size_t i = 0; i < indices.size(); ++i) {
    hands[i / kBlock % hands.size()].push_back(indices[i]);
  }
  while (hands.size() > 1 && hands.back().empty()) hands.pop_back();
  return hands;
}

class Race {
 public:
  Race(const std::vector<vectors::Case>& cases, const std::vector<SubjectPlan>& subjects,
       const std::vector<Reply>& expectations, const RaceOptions& options)
      : cases_(cases),
        subjects_(subjects),
        expectations_(expectations),
        options_(options),
        timer_(io_) {}

  RaceResult run(const std::vector<std::vector<std::size_t>>& asked) {
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      result_.answers.emplace_back(cases_.size());
      progress_.push_back({subjects_[s].adapter.name, 0, 0, false});
      lanes_.push_back(0);
    }
    std::vector<std::pair<std::size_t, std::unique_ptr<SubjectRun>>> runs;
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      if (!subjects_[s].availability.built) {
        progress_[s].done = true;
        continue;
      }
      std::vector<std::size_t> indices(cases_.size());
      std::iota(indices.begin(), indices.end(), std::size_t{0});
      if (!asked.empty()) indices = asked[s];
      if (indices.empty() && !asked.empty()) {
        progress_[s].done = true;
        continue;
      }
      RunOptions run_options = options_.run;
      run_options.answers = subjects_[s].adapter.answers;
      if (!options_.before.empty()) run_options.before = options_.before[s];
      for (std::vector<std::size_t>& hand : dealt(indices, options_.jobs)) {
        SubjectRun::Events events;
        events.on_replies = [this, s](std::span<const ReadReply> replies) {
          on_replies(s, replies);
        };
        events.on_outcome = [this, s](std::size_t index, Outcome outcome) {
          on_outcome(s, index, std::move(outcome));
        };
        events.on_done = [this, s] {
          if (--lanes_[s] == 0) progress_[s].done = true;
          if (--running_ == 0) timer_.cancel();
        };
        runs.emplace_back(
            s, std::make_unique<SubjectRun>(io_, subjects_[s].adapter.command, cases_,
                                            std::move(hand), run_options, std::move(events)));
        ++lanes_[s];
        ++running_;
      }
    }
    for (const auto& [s, run] : runs) runs_.push_back(run.get());
    if (running_ > 0) tick();
    for (SubjectRun* run : runs_) run->start();
    io_.run();
    options_.progress(progress_);
    for (const auto& [s, run] : runs) join(result_.answers[s].run, run->result());
    return std::move(result_);
  }

 private:
  // What the processes of one subject went through, as one.
  static void join(RunResult& into, const RunResult& lane) {
    if (!into.hello) into.hello = lane.hello;
    into.incidents.insert(into.incidents.end(), lane.incidents.begin(), lane.incidents.end());
    into.deaths += lane.deaths;
    into.seconds = std::max(into.seconds, lane.seconds);
    if (into.stderr_tail.empty()) into.stderr_tail = lane.stderr_tail;
  }

  void on_outcome(std::size_t subject, std::size_t index, Outcome outcome) {
    SubjectAnswers& answers = result_.answers[subject];
    if (outcome.kind != OutcomeKind::kNondeterministic) ++progress_[subject].settled;
    answers.record(index, cases_[index].op, std::move(outcome), expectations_[index]);
    if (!answers.agrees_with_expectation(index)) note_disagreement(subject, index);
  }

  void on_replies(std::size_t subject, std::span<const ReadReply> replies) {
    SubjectAnswers& answers = result_.answers[subject];
    progress_[subject].settled += replies.size();
    for (const ReadReply& reply : replies) {
      const std::size_t index = reply.case_index;
      if (answers.record_expected(index, reply.kind, reply.payload, expectations_[index])) continue;
      answers.record(index, cases_[index].op,
                     {reply.kind, {reply.payload.begin(), reply.payload.end()}},
                     expectations_[index]);
      note_disagreement(subject, index);
    }
  }

  void note_disagreement(std::size_t subject, std::size_t index) {
    const StoredOutcome& stored = result_.answers[subject].outcome(index);
    const Judgement judgement = judge(cases_[index], expectations_[index], stored.kind,
                                      stored.payload, subjects_[subject].deviations);
    if (counts_against(judgement.standing)) {
      ++progress_[subject].disagreements;
      if (options_.fail_fast) stop();
    }
  }

  void stop() {
    if (result_.stopped) return;
    result_.stopped = true;
    // Not from inside a run's own callback.
    boost::asio::post(io_, [this] {
      for (SubjectRun* run : runs_) run->stop();
    });
  }

  void tick() {
    timer_.expires_after(kProgressInterval);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (error || running_ == 0) return;
      if (options_.interrupted()) stop();
      options_.progress(progress_);
      tick();
    });
  }

  const std::vector<vectors::Case>& cases_;
  const std::vector<SubjectPlan>& subjects_;
  const std::vector<Reply>& expectations_;
  const RaceOptions& options_;
  RaceResult result_;
  boost::asio::io_context io_{1};
  boost::asio::steady_timer timer_;
  std::vector<SubjectRun*> runs_;
  std::vector<SubjectProgress> progress_;
  std::vector<std::size_t> lanes_;  // processes under way, by subject
  std::size_t running_ = 0;
};

}  // namespace

RaceResult race(const std::vector<vectors::Case>& cases, const std::vector<SubjectPlan>& subjects,
                const std::vector<Reply>& expectations,
                const std::vector<std::vector<std::size_t>>& asked, const RaceOptions& options) {
  return Race(cases, subjects, expectations, options).run(asked);
}

}  // namespace grit::conformance
