#include "fuzz/enumerate/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "fuzz/enumerate/progress.h"
#include "fuzz/enumerate/violation_text.h"

namespace grit::enumerate {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

std::string_view status_name(std::size_t code) {
  return reference::status_name(static_cast<reference::Status>(code));
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void print_list(const Work& work, bool json, std::FILE* out) {
  const auto how = [](const FieldValues& values) {
    return fmt::format("{} {}", values.field->name,
                       values.full() ? "all" : std::to_string(values.size()));
  };
  std::uint64_t total = 0;
  Json entries = Json::array();
  for (const std::size_t number : work.chosen()) {
    const Unit& unit = work.units()[number];
    total += unit.size();
    if (json) {
      entries.push_back({{"unit", number + 1}, {"name", unit.name}, {"descriptors", unit.size()}});
      continue;
    }
    fmt::print(out, "{:4}  {:40}  {:>10}  {}{}\n", number + 1, unit.name, grouped(unit.size()),
               how(unit.first), unit.second ? ", " + how(*unit.second) : "");
  }
  if (json) {
    const Json document = {{"schema", "grit-enumeration-units"},
                           {"version", 1},
                           {"units", std::move(entries)},
                           {"descriptors", total}};
    fmt::print(out, "{}\n", document.dump(2));
  } else {
    fmt::print(out, "{} units, {} descriptors\n", work.chosen().size(), grouped(total));
  }
}

Json to_json(std::span<const Unit> units, const Violation& violation) {
  const Unit& unit = units[violation.unit];
  Json fields = Json::array();
  for (const ChangedField& field : changed_fields(unit, violation)) {
    fields.push_back(
        {{"name", field.name}, {"value", field.value}, {"canonical", field.canonical}});
  }
  return {{"fault", fault_name(violation.broken.fault)},
          {"clause", fault_clause(violation.broken.fault)},
          {"detail", violation.broken.detail},
          {"unit", violation.unit + 1},
          {"name", unit.name},
          {"index", violation.index ? Json(*violation.index) : Json(nullptr)},
          {"fields", std::move(fields)},
          {"descriptor", to_hex(violation.bytes)},
          {"shape", kShape},
          {"plane_bytes", plane_bytes_of(unit.grade)},
          {"unit_test", unit_test(unit, violation)}};
}

void print_json(const Work& work, const RunResult& result, std::uint64_t before, double seconds,
                std::FILE* out) {
  Json answers = Json::object();
  const StatusCounts totals = result.tally.totals();
  for (std::size_t i = 0; i < totals.size(); ++i) answers[std::string(status_name(i))] = totals[i];
  const std::string_view word = result.violation        ? "violation"
                                : result.finished(work) ? "right"
                                                        : "stopped";
  const Json document = {
      {"schema", "grit-enumeration"},
      {"version", 1},
      {"result", word},
      {"units", work.chosen().size()},
      {"sampled", work.sample().has_value()},
      {"planned", work.size()},
      {"done", result.tally.done},
      {"left", work.size() - result.tally.done},
      {"answers", std::move(answers)},
      {"violation", result.violation ? to_json(work.units(), *result.violation) : Json(nullptr)},
      {"timing", {{"seconds", seconds}, {"done_before", before}}}};
  fmt::print(out, "{}\n", document.dump(2, ' ', false, Json::error_handler_t::replace));
}

void print_text(const Work& work, const RunResult& result, double seconds, std::FILE* out) {
  fmt::print(out, "{}{} units: {} of {} descriptors judged in {:.1f} s, {} left\n",
             work.sample() ? "sample of " : "", work.chosen().size(), grouped(result.tally.done),
             grouped(work.size()), seconds, grouped(work.size() - result.tally.done));
  const StatusCounts totals = result.tally.totals();
  for (std::size_t i = 0; i < totals.size(); ++i) {
    fmt::print(out, "  {:16} {:>15}\n", status_name(i), grouped(totals[i]));
  }
  if (result.violation) fmt::print(out, "{}", describe(work.units(), *result.violation));
  if (result.finished(work)) fmt::print(out, "every answer is right\n");
}

// Shows progress, and keeps the state, while a run is under way.
class Supervisor {
 public:
  Supervisor(const Work& work, const Options& options, const Surroundings& surroundings,
             std::uint64_t before)
      : work_(work), options_(options), surroundings_(surroundings), before_(before) {}

  bool keep_going(const Tally& tally) {
    if (surroundings_.terminal) {
      fmt::print(surroundings_.err, "\r\033[K{}",
                 progress_line(work_.size(), tally.done, before_, seconds_since(start_)));
      std::fflush(surroundings_.err);
    }
    if (Clock::now() - saved_ >= surroundings_.save_every) save(tally);
    return !problem_ && !surroundings_.stop_asked();
  }

  void end(const Tally& tally) {
    if (surroundings_.terminal) fmt::print(surroundings_.err, "\r\033[K");
    save(tally);
  }

  double seconds() const { return seconds_since(start_); }
  const std::optional<std::string>& problem() const { return problem_; }

 private:
  void save(const Tally& tally) {
    if (options_.state.empty() || problem_) return;
    if (const auto written = write_state(options_.state, work_, surroundings_.build, tally);
        !written) {
      problem_ = written.error();
    }
    saved_ = Clock::now();
  }

  const Work& work_;
  const Options& options_;
  const Surroundings& surroundings_;
  const std::uint64_t before_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point saved_ = start_;
  std::optional<std::string> problem_;
};

}  // namespace

int run_program(const Options& options, const Surroundings& surroundings) {
  const auto complain = [&](std::string_view sentence, int exit_code) {
    fmt::print(surroundings.err, "grit-enumerate: {}\n", sentence);
    return exit_code;
  };
  if (options.help) {
    fmt::print(surroundings.out, "{}", usage());
    return kExitRight;
  }
  const std::vector<Unit> units = make_units();
  auto chosen = select_units(units, options.units);
  if (!chosen) return complain(chosen.error(), kExitUsage);
  const Work work(units, shard_of(*chosen, options.shard.number, options.shard.of), options.slice);
  if (work.chosen().empty()) {
    return complain("no unit is in this shard: ask for fewer shards, or more units", kExitUsage);
  }
  if (options.list) {
    print_list(work, options.json, surroundings.out);
    return kExitRight;
  }

  Tally start;
  if (!options.state.empty()) {
    auto kept = read_state(options.state, work, surroundings.build);
    if (!kept) return complain(kept.error(), kExitInfrastructure);
    start = std::move(*kept);
  }
  const std::uint64_t before = start.done;
  Supervisor supervisor(work, options, surroundings, before);
  const RunOptions run_options{
      .jobs = options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency()),
      .piece = surroundings.piece,
      .keep_going = [&](const Tally& tally) { return supervisor.keep_going(tally); },
      .watch = surroundings.watch};
  const RunResult result = run(work, surroundings.implementation, run_options, std::move(start));
  supervisor.end(result.tally);

  if (options.json) {
    print_json(work, result, before, supervisor.seconds(), surroundings.out);
  } else {
    print_text(work, result, supervisor.seconds(), surroundings.out);
  }
  if (result.violation) return kExitViolation;
  if (supervisor.problem()) return complain(*supervisor.problem(), kExitInfrastructure);
  if (result.finished(work)) return kExitRight;
  return complain(options.state.empty()
                      ? "stopped; nothing is kept without --state FILE"
                      : "stopped; the same command goes on: " + surroundings.command,
                  kExitStopped);
}

}  // namespace grit::enumerate
