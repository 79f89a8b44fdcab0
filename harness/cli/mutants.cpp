#include "harness/cli/mutants.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/command_result.h"
#include "harness/cli/places.h"
#include "harness/conformance/deviations.h"
#include "harness/conformance/mutants.h"
#include "harness/conformance/plan.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using conformance::Kill;
using conformance::Mutant;
using conformance::MutantKind;
using conformance::MutantResult;
using conformance::MutantState;
using report::Style;
using Json = nlohmann::ordered_json;

constexpr int kExitNothing = 5;
constexpr std::size_t kMaxCellWidth = 60;

// What the run amounts to.
struct Totals {
  std::size_t mutants = 0;  // the redundant ones apart
  std::size_t killed = 0;
  std::size_t by_vectors = 0;      // of the killed
  std::size_t another_clause = 0;  // of the killed: under no clause that they break
  std::size_t redundant = 0;
  std::size_t redundant_killed = 0;  // that somebody sees after all
  std::size_t not_run = 0;

  int exit_code() const {
    if (not_run > 0) return kExitInfrastructure;
    return killed == mutants && redundant_killed == 0 ? kExitClean : kExitDifferent;
  }
};

Totals totals_of(const std::vector<Mutant>& mutants, const std::vector<MutantResult>& results) {
  Totals totals;
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    const bool killed = results[i].state == MutantState::kKilled;
    if (results[i].state == MutantState::kNotRun) ++totals.not_run;
    if (mutants[i].kind == MutantKind::kRedundant) {
      ++totals.redundant;
      if (killed) ++totals.redundant_killed;
      continue;
    }
    ++totals.mutants;
    if (!killed) continue;
    ++totals.killed;
    if (results[i].kill->pinned) ++totals.by_vectors;
    if (!results[i].kill->own_clause) ++totals.another_clause;
  }
  return totals;
}

std::string state_word(const MutantResult& result) {
  switch (result.state) {
    case MutantState::kKilled:
      return "killed";
    case MutantState::kSurvived:
      return "survived";
    case MutantState::kNotRun:
      return "not run";
  }
  return "";
}

std::string as_json(const std::vector<Mutant>& mutants, const std::vector<MutantResult>& results,
                    const conformance::Plan& plan, const Totals& totals) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    const Mutant& mutant = mutants[i];
    const MutantResult& result = results[i];
    Json row = {{"name", mutant.adapter.name},
                {"does", mutant.adapter.does},
                {"breaks", mutant.adapter.breaks},
                {"law", mutant.adapter.law},
                {"kind", to_string(mutant.kind)},
                {"because", mutant.because},
                {"state", state_word(result)},
                {"vectors", result.vectors},
                {"vectors_failed", result.vectors_failed},
                {"generated", result.generated},
                {"generated_failed", result.generated_failed},
                {"why_not_run", result.why_not_run},
                {"kill", nullptr}};
    if (result.kill) {
      row["kill"] = {{"case", result.kill->case_id},
                     {"clause", result.kill->clause},
                     {"pinned", result.kill->pinned},
                     {"own_clause", result.kill->own_clause},
                     {"outcome", result.kill->outcome}};
    }
    rows.push_back(std::move(row));
  }
  const Json document = {{"schema", "grit-mutants"},
                         {"version", 1},
                         {"suite_version", plan.suite_version},
                         {"seed", plan.seed},
                         {"vectors", plan.cases.size()},
                         {"killed", totals.killed},
                         {"mutants", totals.mutants},
                         {"killed_by_vectors", totals.by_vectors},
                         {"another_clause", totals.another_clause},
                         {"redundant", totals.redundant},
                         {"redundant_killed", totals.redundant_killed},
                         {"not_run", totals.not_run},
                         {"rows", std::move(rows)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

report::Table::Cell plain(const std::string& text) {
  return {report::truncated(report::printable(text), kMaxCellWidth)};
}

// Who sees the mutant: the cells behind its name and what it breaks.
std::vector<report::Table::Cell> verdict_cells(const Mutant& mutant, const MutantResult& result) {
  if (result.state == MutantState::kNotRun) {
    return {{"not run", Style::kWarning}, plain(result.why_not_run)};
  }
  if (mutant.kind == MutantKind::kRedundant) {
    if (!result.kill) return {{"redundant", Style::kFaint}, plain(mutant.because)};
    return {{"NOT REDUNDANT", Style::kBad},
            plain(result.kill->clause),
            {""},
            plain(result.kill->outcome)};
  }
  if (!result.kill) return {{"SURVIVED", Style::kBad}};
  const Kill& kill = *result.kill;
  const std::string by =
      kill.pinned ? report::counted(result.vectors_failed, "vector", "vectors")
                  : report::counted(result.generated_failed, "generated case", "generated cases");
  return {{kill.own_clause ? "killed" : "killed (another clause)",
           kill.own_clause ? Style::kGood : Style::kWarning},
          plain(kill.clause.empty() ? "-" : kill.clause),
          plain(kill.case_id.empty() ? "an incident" : by),
          plain(kill.outcome)};
}

std::string as_text(const std::vector<Mutant>& mutants, const std::vector<MutantResult>& results,
                    const conformance::Plan& plan, const Totals& totals, bool colour) {
  report::Table table({});
  table.add_row({{"mutant", Style::kStrong},
                 {"breaks", Style::kStrong},
                 {"verdict", Style::kStrong},
                 {"under", Style::kStrong},
                 {"by", Style::kStrong},
                 {"outcome", Style::kStrong}});
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    const conformance::AdapterSpec& adapter = mutants[i].adapter;
    std::string broken =
        adapter.breaks.empty() ? "the protocol" : report::joined(adapter.breaks, ", ");
    if (!adapter.law.empty()) broken = adapter.law + ": " + broken;
    std::vector<report::Table::Cell> row = {{adapter.name}, plain(broken)};
    for (report::Table::Cell& cell : verdict_cells(mutants[i], results[i])) {
      row.push_back(std::move(cell));
    }
    table.add_row(std::move(row));
  }
  std::string text = table.render(0, colour);
  text += fmt::format("\n{} to each mutant; generated cases only to those that fail none of them\n",
                      report::counted(plan.cases.size(), "pinned vector", "pinned vectors"));
  text +=
      fmt::format("{} killed by pinned vectors, {} under a clause other than those they break\n",
                  totals.by_vectors, totals.another_clause);
  if (totals.redundant > 0) {
    text += fmt::format("{} redundant, which nobody can see, {} of them seen\n", totals.redundant,
                        totals.redundant_killed);
  }
  if (totals.not_run > 0) text += fmt::format("{} not run\n", totals.not_run);
  return text + fmt::format("killed {}/{}\n", totals.killed, totals.mutants);
}

std::vector<Mutant> selected(std::vector<Mutant> mutants, const std::vector<std::string>& globs) {
  if (globs.empty()) return mutants;
  std::erase_if(mutants, [&](const Mutant& mutant) {
    return std::ranges::none_of(globs, [&](const std::string& glob) {
      return conformance::glob_matches(glob, mutant.adapter.name);
    });
  });
  return mutants;
}

}  // namespace

int mutants(const MutantsArguments& arguments, const Terminal& terminal) {
  const auto places = find_places();
  if (!places) return print(usage_error("mutants", places.error()), terminal);
  auto all = conformance::discover_mutants(*places);
  if (!all) return print(usage_error("mutants", all.error()), terminal);
  const auto chosen = selected(std::move(*all), arguments.select);
  if (chosen.empty()) {
    return print({kExitNothing, "",
                  "grit mutants: nothing selected; --select takes a name of "
                  "adapters/mutants or adapters/faulty, or a glob\n"},
                 terminal);
  }
  const auto stale = conformance::stale_pins(places->root / "vectors");
  if (!stale) return print(usage_error("mutants", stale.error()), terminal);
  if (!stale->empty()) {
    return print({kExitStale, "",
                  "grit mutants: the vectors are not the pinned ones; restore them, or, after a "
                  "deliberate change, pin them again (vectors/README.md)\n"},
                 terminal);
  }
  auto parts = conformance::PlanParts::open({places->root / "vectors", arguments.seed, {}, {}}, {});
  if (!parts) return print(usage_error("mutants", parts.error()), terminal);
  const conformance::Plan vectors = parts->next(0);
  const conformance::Plan generated = parts->next(arguments.cases);

  conformance::MutantsOptions options;
  options.jobs = arguments.jobs;
  // A mutant that hangs, or dies again and again, has shown what it is.
  options.run.item_deadline = std::chrono::milliseconds(2'000);
  options.run.restart_budget = 6;
  const bool shows_progress = ::isatty(::fileno(terminal.err)) != 0;
  options.progress = [&](std::size_t done, std::size_t of, std::string_view stage) {
    if (!shows_progress) return;
    fmt::print(terminal.err, "\r\x1b[K{} of {} mutants, {}", done, of, stage);
    std::fflush(terminal.err);
  };
  const auto results = conformance::run_mutants(chosen, vectors.cases, generated.cases, options);
  if (shows_progress) fmt::print(terminal.err, "\r\x1b[K");

  const Totals totals = totals_of(chosen, results);
  const std::string text = arguments.json
                               ? as_json(chosen, results, vectors, totals)
                               : as_text(chosen, results, vectors, totals, terminal.colour);
  return print({totals.exit_code(), text, ""}, terminal);
}

}  // namespace grit::cli
