#include "harness/conformance/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "harness/conformance/reply_view.h"
#include "harness/conformance/request_view.h"
#include "harness/conformance/verdict.h"
#include "harness/protocol/answer.h"
#include "harness/vectors/file.h"
#include "harness/vectors/split.h"

namespace grit::conformance {
namespace {

namespace fs = std::filesystem;
using protocol::Reply;
using vectors::Case;
using vectors::split;

constexpr auto kPoll = std::chrono::milliseconds(200);
// That CHECK names another plane, with the right status, fails no subject (PROTOCOL.md); of a
// mutant it counts.
constexpr std::string_view kPlaneClause = "§5.6.1";

// Whether one of the clauses that a case cites is one that the adapter breaks, or the section that
// holds it: "§9" holds §9.4.3, and "§5 step 2" holds §5.2.2.
bool breaks(const AdapterSpec& adapter, std::string_view cited) {
  constexpr std::string_view kStep = " step ";
  for (const std::string_view part : split(cited, ", ")) {
    std::string section(part);
    if (const std::size_t at = section.find(kStep); at != std::string::npos) {
      section.replace(at, kStep.size(), ".");
    }
    for (const std::string& broken : adapter.breaks) {
      if (broken == section || broken.starts_with(section + ".")) return true;
    }
  }
  return false;
}

std::expected<Mutant, std::string> read_patch(const fs::path& file, const Places& places) {
  const auto bytes = vectors::read_file(file);
  if (!bytes) return std::unexpected(bytes.error());
  Mutant mutant;
  mutant.adapter.name = file.stem().string();
  mutant.adapter.kind = "mutant";
  mutant.adapter.language = "C11";
  mutant.adapter.file = file;
  mutant.adapter.command.argv = {(places.build / "adapters" / "mutants" / file.stem()).string()};
  mutant.adapter.command.cwd = places.root.string();
  const auto wrong = [&](std::size_t line, const std::string& what) {
    return std::unexpected(
        fmt::format("{}, line {}: {}; correct the patch's header (docs/FAULTS.md, \"Mutants\")",
                    file.string(), line, what));
  };
  std::size_t number = 0;
  for (const std::string_view line : split(protocol::as_text(*bytes), "\n")) {
    ++number;
    if (line.starts_with("--- ")) break;
    if (line.empty()) continue;
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) return wrong(number, "neither \"key: value\" nor a diff");
    const std::string_view key = line.substr(0, colon);
    const std::string value(line.substr(colon + 2));
    if (key == "does") {
      mutant.adapter.does = value;
    } else if (key == "breaks") {
      for (const std::string_view clause : split(value, ", ")) {
        mutant.adapter.breaks.emplace_back(clause);
      }
    } else if (key == "law") {
      mutant.adapter.law = value;
    } else if (key == "redundant") {
      mutant.kind = MutantKind::kRedundant;
      mutant.because = value;
    } else if (key == "kind" && (value == "fault" || value == "deletion")) {
      mutant.kind = value == "fault" ? MutantKind::kFault : MutantKind::kDeletion;
    } else {
      return wrong(number, "\"" + std::string(line) + "\" is no line of a header");
    }
  }
  if (mutant.adapter.does.empty() || mutant.adapter.breaks.empty()) {
    return wrong(number, "the header says not what it does and which clauses it breaks");
  }
  return mutant;
}

// What one mutant does with one list of cases.
struct StageResult {
  std::uint64_t put = 0;
  std::map<std::size_t, Kill> failed;  // by index; only those that may be the kill
  std::uint64_t failures = 0;
  RunResult run;
};

Reply expectation_of(const Case& item) {
  if (item.expected) return *item.expected;
  return protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
}

// One list of cases to some of the mutants, a few at a time.
class Stage {
 public:
  Stage(const std::vector<Mutant>& mutants, const std::vector<std::size_t>& chosen,
        const std::vector<Case>& cases, std::string_view name, const MutantsOptions& options)
      : mutants_(mutants),
        chosen_(chosen),
        cases_(cases),
        name_(name),
        options_(options),
        timer_(io_) {
    expectations_.reserve(cases.size());
    for (const Case& item : cases) expectations_.push_back(expectation_of(item));
    results_.resize(chosen.size());
    runs_.resize(chosen.size());
  }

  // By place in `chosen`.
  std::vector<StageResult> run() {
    if (chosen_.empty() || cases_.empty()) return std::move(results_);
    tick();
    for (unsigned lane = 0; lane < std::max(1u, options_.jobs); ++lane) start_next();
    io_.run();
    return std::move(results_);
  }

 private:
  void start_next() {
    if (stopped_ || next_ == chosen_.size()) {
      if (running_ == 0) timer_.cancel();
      return;
    }
    const std::size_t at = next_++;
    ++running_;
    SubjectRun::Events events;
    events.on_outcome = [this, at](std::size_t index, Outcome outcome) {
      on_outcome(at, index, outcome);
    };
    events.on_done = [this, at] {
      // Not from inside the run's own callback.
      boost::asio::post(io_, [this, at] {
        results_[at].run = runs_[at]->result();
        runs_[at].reset();
        --running_;
        options_.progress(++done_, chosen_.size(), name_);
        start_next();
      });
    };
    runs_[at] = std::make_unique<SubjectRun>(io_, mutants_[chosen_[at]].adapter.command, cases_,
                                             options_.run, std::move(events));
    runs_[at]->start();
  }

  void on_outcome(std::size_t at, std::size_t index, const Outcome& outcome) {
    StageResult& result = results_[at];
    if (outcome.kind == OutcomeKind::kNotRun || outcome.kind == OutcomeKind::kNotOffered) return;
    const bool again = outcome.kind == OutcomeKind::kNondeterministic;
    if (!again) ++result.put;
    const Case& item = cases_[index];
    const Reply& expected = expectations_[index];
    if (agrees(expected, outcome.kind, outcome.payload)) return;
    if (again && result.failed.contains(index)) return;
    ++result.failures;
    const AdapterSpec& adapter = mutants_[chosen_[at]].adapter;
    Kill kill = kill_of(item, expected, outcome);
    kill.own_clause = breaks(adapter, kill.clause);
    // Of what the answer says and what the case was made for, that which the mutant breaks.
    if (!kill.own_clause && breaks(adapter, item.clause)) {
      kill.clause = item.clause;
      kill.own_clause = true;
    }
    keep(result.failed, index, std::move(kill));
  }

  static Kill kill_of(const Case& item, const Reply& expected, const Outcome& outcome) {
    Kill kill;
    kill.case_id = item.id;
    const ReplyComparison comparison =
        compare_replies(item.op, item.request, expected, outcome.kind, outcome.payload);
    const std::string want = outcome_label(item.op, outcome_of(expected.kind), expected.payload);
    const std::string got = outcome_label(item.op, outcome.kind, outcome.payload);
    if (comparison.only_diagnostic) {
      kill.clause = kPlaneClause;
      kill.outcome = "another plane";
      return kill;
    }
    kill.clause = broken_clause(item.op, item.request, got, item.clause);
    kill.outcome = want == got ? "another " + comparison.field : got + " instead of " + want;
    return kill;
  }

  // Keeps the first of all and the first under an own clause; outcomes come in no order.
  static void keep(std::map<std::size_t, Kill>& failed, std::size_t index, Kill kill) {
    failed.insert_or_assign(index, std::move(kill));
    bool first = true;
    bool own = false;
    std::erase_if(failed, [&](const auto& entry) {
      const bool kept = std::exchange(first, false) || (entry.second.own_clause && !own);
      own = own || entry.second.own_clause;
      return !kept;
    });
  }

  void tick() {
    timer_.expires_after(kPoll);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (error) return;
      if (!stopped_ && options_.interrupted()) {
        stopped_ = true;
        for (const auto& run : runs_) {
          if (run) run->stop();
        }
      }
      if (running_ > 0) tick();
    });
  }

  const std::vector<Mutant>& mutants_;
  const std::vector<std::size_t>& chosen_;
  const std::vector<Case>& cases_;
  const std::string_view name_;
  const MutantsOptions& options_;
  std::vector<Reply> expectations_;
  std::vector<StageResult> results_;
  boost::asio::io_context io_{1};
  boost::asio::steady_timer timer_;
  std::vector<std::unique_ptr<SubjectRun>> runs_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::size_t running_ = 0;
  bool stopped_ = false;
};

// The kill of a stage, or none.
std::optional<Kill> kill_of_stage(const StageResult& stage, const AdapterSpec& adapter,
                                  bool pinned) {
  std::optional<Kill> kill;
  for (const auto& [index, candidate] : stage.failed) {
    if (!kill || (candidate.own_clause && !kill->own_clause)) kill = candidate;
  }
  if (!kill && !stage.run.incidents.empty()) {
    const RunIncident& incident = stage.run.incidents.front();
    if (incident.kind == RunIncident::Kind::kFailedStart) return std::nullopt;
    kill = Kill{.case_id = "",
                .clause = "",
                .pinned = pinned,
                .own_clause = false,
                .outcome = incident.detail.substr(0, incident.detail.find(':'))};
  }
  if (!kill) return std::nullopt;
  kill->pinned = pinned;
  // What breaks the protocol breaks no clause, whatever the case was about.
  if (adapter.breaks.empty()) kill->own_clause = true;
  return kill;
}

}  // namespace

std::string_view to_string(MutantKind kind) {
  switch (kind) {
    case MutantKind::kFault:
      return "fault";
    case MutantKind::kDeletion:
      return "deletion";
    case MutantKind::kRedundant:
      return "redundant";
  }
  return "unknown kind";
}

std::expected<std::vector<Mutant>, std::string> discover_mutants(const Places& places) {
  std::vector<Mutant> mutants;
  std::error_code error;
  for (auto entry = fs::directory_iterator(places.root / "adapters" / "mutants", error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() != ".patch") continue;
    auto mutant = read_patch(entry->path(), places);
    if (!mutant) return std::unexpected(mutant.error());
    mutants.push_back(std::move(*mutant));
  }
  const auto adapters = discover_adapters(places);
  if (!adapters) return std::unexpected(adapters.error());
  for (const AdapterSpec& adapter : *adapters) {
    if (adapter.kind == "faulty") mutants.push_back({adapter, MutantKind::kFault, ""});
  }
  std::ranges::sort(mutants, {}, [](const Mutant& mutant) { return mutant.adapter.name; });
  return mutants;
}

std::vector<MutantResult> run_mutants(const std::vector<Mutant>& mutants,
                                      const std::vector<Case>& vectors,
                                      const std::vector<Case>& generated,
                                      const MutantsOptions& options) {
  std::vector<MutantResult> results(mutants.size());
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    const Availability available = availability(mutants[i].adapter);
    if (available.built) {
      chosen.push_back(i);
    } else {
      results[i].why_not_run = available.why_not;
    }
  }
  const auto judge_stage = [&](const std::vector<StageResult>& stages, bool pinned) {
    std::vector<std::size_t> alive;
    for (std::size_t at = 0; at < stages.size(); ++at) {
      const StageResult& stage = stages[at];
      MutantResult& result = results[chosen[at]];
      (pinned ? result.vectors : result.generated) = stage.put;
      (pinned ? result.vectors_failed : result.generated_failed) = stage.failures;
      result.kill = kill_of_stage(stage, mutants[chosen[at]].adapter, pinned);
      const std::size_t cases = pinned ? vectors.size() : generated.size();
      if (result.kill) {
        result.state = MutantState::kKilled;
      } else if (stage.put == cases) {
        result.state = MutantState::kSurvived;
        alive.push_back(chosen[at]);
      } else {
        result.state = MutantState::kNotRun;
        result.why_not_run =
            stage.run.incidents.empty() ? "stopped" : stage.run.incidents.front().detail;
      }
    }
    return alive;
  };
  chosen = judge_stage(Stage(mutants, chosen, vectors, "pinned vectors", options).run(), true);
  judge_stage(Stage(mutants, chosen, generated, "generated cases", options).run(), false);
  return results;
}

}  // namespace grit::conformance
