#include "bench/contest.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace grit::bench {
namespace {

// The least seconds a pass by contender, of the repetitions that ended.
class Minima : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      if (run.error_occurred) {
        error_ = run.error_message;
        continue;
      }
      const double seconds = run.real_accumulated_time / static_cast<double>(run.iterations);
      const auto [at, first] = seconds_.try_emplace(run.run_name.function_name, seconds);
      if (!first) at->second = std::min(at->second, seconds);
    }
  }

  const std::map<std::string, double>& seconds() const { return seconds_; }
  const std::string& error() const { return error_; }

 private:
  std::map<std::string, double> seconds_;
  std::string error_;
};

void initialise_once() {
  static std::once_flag once;
  std::call_once(once, [] {
    std::string program = "grit-bench";
    std::string interleaved = "--benchmark_enable_random_interleaving=true";
    std::array<char*, 3> arguments{program.data(), interleaved.data(), nullptr};
    int count = 2;
    benchmark::Initialize(&count, arguments.data());
  });
}

void run(benchmark::State& state, const Contender& contender) {
  if (!contender.timed_pass) {
    for ([[maybe_unused]] auto _ : state) contender.pass();
    return;
  }
  for ([[maybe_unused]] auto _ : state) {
    const auto seconds = contender.timed_pass();
    if (!seconds) {
      state.SkipWithError(fmt::format("{} stopped answering", contender.peer).c_str());
      return;
    }
    state.SetIterationTime(*seconds);
  }
}

}  // namespace

std::expected<std::vector<Measurement>, std::string> hold(const Contest& contest,
                                                          const Effort& effort) {
  if (contest.disagreement) {
    if (const auto why = contest.disagreement()) {
      return std::unexpected(fmt::format("{}: {}", subject_name(contest.subject), *why));
    }
  }
  initialise_once();
  benchmark::ClearRegisteredBenchmarks();
  for (std::size_t i = 0; i < contest.contenders.size(); ++i) {
    const Contender& contender = contest.contenders[i];
    auto* registered = benchmark::RegisterBenchmark(
        std::to_string(i).c_str(),
        [&contender](benchmark::State& state) { run(state, contender); });
    registered->MinTime(effort.seconds)->Repetitions(effort.repetitions);
    if (contender.timed_pass) {
      registered->UseManualTime();
    } else {
      registered->UseRealTime();
    }
  }
  Minima minima;
  benchmark::RunSpecifiedBenchmarks(&minima, "all");
  if (!minima.error().empty()) return std::unexpected(minima.error());

  std::vector<Measurement> measurements;
  for (std::size_t i = 0; i < contest.contenders.size(); ++i) {
    const auto seconds = minima.seconds().find(std::to_string(i));
    if (seconds == minima.seconds().end() || !(seconds->second > 0)) {
      return std::unexpected(fmt::format("{}: {} was not timed", subject_name(contest.subject),
                                         contest.contenders[i].peer));
    }
    const double rate = contest.unit == Unit::kNanoseconds ? seconds->second * 1e9 / contest.work
                                                           : contest.work / seconds->second / 1e9;
    const auto before =
        std::ranges::find(measurements, contest.contenders[i].peer, &Measurement::peer);
    if (before == measurements.end()) {
      measurements.push_back({.peer = contest.contenders[i].peer,
                              .subject = contest.subject,
                              .value = rate,
                              .unit = contest.unit});
    } else {
      before->value = contest.unit == Unit::kNanoseconds ? std::max(before->value, rate)
                                                         : std::min(before->value, rate);
    }
  }
  return measurements;
}

}  // namespace grit::bench
