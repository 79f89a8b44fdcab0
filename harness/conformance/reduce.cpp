#include "harness/conformance/reduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "harness/conformance/request_reduction.h"
#include "harness/protocol/answer.h"

namespace grit::conformance {
namespace {

using protocol::Bytes;
using protocol::Reply;
using report::Evidence;
using vectors::Case;

constexpr unsigned kMaxRounds = 60;
// Findings beyond these are reported as they were found: whoever has so many mends some first.
constexpr std::size_t kMaxReduced = 64;
constexpr unsigned kShowings = 2;
// A try that kills the process costs restarts, and all tries of a round share one process.
constexpr std::uint32_t kRestartsOfRound = 4096;

// The subjects that the finding's standings name, as indices; nothing where one of them is not a
// subject (the reference).
std::vector<std::size_t> involved(const report::Finding& finding,
                                  const std::vector<SubjectPlan>& subjects) {
  std::set<std::size_t> indices;
  for (const report::SubjectStanding& standing : finding.standings) {
    const auto found = std::ranges::find_if(subjects, [&](const SubjectPlan& subject) {
      return subject.adapter.name == standing.subject;
    });
    if (found == subjects.end()) return {};
    indices.insert(static_cast<std::size_t>(found - subjects.begin()));
  }
  return {indices.begin(), indices.end()};
}

bool has_outcome(const report::Finding& finding, OutcomeKind kind) {
  return std::ranges::any_of(finding.answers, [&](const report::Answer& answer) {
    return answer.outcome == to_string(kind);
  });
}

// Questions of several findings and what was answered, in one race.
class Round {
 public:
  explicit Round(const std::vector<SubjectPlan>& subjects)
      : subjects_(subjects), asked_(subjects.size()) {}

  std::size_t add(const Found& found, Bytes request, const std::vector<std::size_t>& who) {
    const std::size_t index = plan_.cases.size();
    Case item;
    item.id = found.finding.case_id;
    item.op = found.op;
    item.clause = found.finding.clause;
    item.request = std::move(request);
    expectations_.push_back(protocol::answer(static_cast<std::uint8_t>(item.op), item.request));
    plan_.cases.push_back(std::move(item));
    for (const std::size_t s : who) asked_[s].push_back(index);
    return index;
  }

  bool empty() const { return plan_.cases.empty(); }

  // False where it was interrupted.
  bool run(const ReduceOptions& options, bool many) {
    RaceOptions race_options;
    race_options.run = options.run;
    race_options.run.recheck_one_in = 0;
    if (many) {
      race_options.run.restart_budget = std::max(options.run.restart_budget, kRestartsOfRound);
    }
    race_options.interrupted = options.interrupted;
    RaceResult result = race(plan_.cases, subjects_, expectations_, asked_, race_options);
    answers_ = std::move(result.answers);
    return !result.stopped;
  }

  std::optional<CaseDisagreement> disagreement(std::size_t index) const {
    return disagreement_at(plan_, subjects_, answers_, expectations_, index, false);
  }
  const Case& item(std::size_t index) const { return plan_.cases[index]; }
  const Reply& expectation(std::size_t index) const { return expectations_[index]; }

 private:
  const std::vector<SubjectPlan>& subjects_;
  Plan plan_;
  std::vector<Reply> expectations_;
  std::vector<std::vector<std::size_t>> asked_;
  std::vector<SubjectAnswers> answers_;
};

// What must stay as it is while a finding is reduced.
struct Target {
  Found* found = nullptr;
  std::vector<std::size_t> who;
  std::string signature;
  std::string clause;
  std::vector<std::string> deviations;
  std::uint64_t original_bytes = 0;
  bool moving = true;

  bool is_met_by(const Case& item, const CaseDisagreement& disagreement) const {
    if (disagreement.is_new != found->finding.is_new) return false;
    std::vector<std::string> ids;
    for (const auto& [id, reasons] : disagreement.deviations) ids.push_back(id);
    if (!disagreement.is_new && ids != deviations) return false;
    if (conformance::signature(item.op, disagreement) != signature) return false;
    // A smaller request that breaks another rule in the same words is another finding.
    return !disagreement.is_new || clause_of(item, disagreement) == clause;
  }
};

std::vector<std::string> deviations_of(const report::Finding& finding) {
  std::set<std::string> ids;
  for (const report::SubjectStanding& standing : finding.standings) {
    if (!standing.deviation.empty()) ids.insert(standing.deviation);
  }
  return {ids.begin(), ids.end()};
}

bool wanted(const report::Finding& finding, ReduceWhat what) {
  if (finding.is_diagnostic) return false;
  return what == ReduceWhat::kAll || (what == ReduceWhat::kNew && finding.is_new);
}

// The finding as the reduced request shows it; what was counted stays.
void show_reduced(Target& target, const Round& round, std::size_t index,
                  const CaseDisagreement& disagreement) {
  Found shown = describe(round.item(index), round.expectation(index), disagreement);
  report::Finding& old = target.found->finding;
  shown.finding.id = old.id;
  shown.finding.count = old.count;
  shown.finding.families = std::move(old.families);
  shown.finding.clauses = std::move(old.clauses);
  shown.finding.standings = std::move(old.standings);
  shown.finding.reduced_from = target.original_bytes;
  shown.finding.title = shown.finding.is_new ? shown.finding.title : old.title;
  shown.finding.clause = shown.finding.is_new ? shown.finding.clause : old.clause;
  *target.found = std::move(shown);
}

bool reduce(std::vector<Target>& targets, const std::vector<SubjectPlan>& subjects,
            const ReduceOptions& options) {
  for (unsigned number = 1; number <= kMaxRounds; ++number) {
    Round round(subjects);
    std::vector<std::vector<std::size_t>> tries(targets.size());
    std::size_t moving = 0;
    for (std::size_t t = 0; t < targets.size(); ++t) {
      if (!targets[t].moving) continue;
      ++moving;
      const Found& found = *targets[t].found;
      for (Bytes& request : simpler_requests(found.op, found.request)) {
        tries[t].push_back(round.add(found, std::move(request), targets[t].who));
      }
    }
    if (round.empty()) break;
    options.progress(
        fmt::format("reducing {} finding{}, round {}", moving, moving == 1 ? "" : "s", number));
    if (!round.run(options, true)) return false;
    for (std::size_t t = 0; t < targets.size(); ++t) {
      Target& target = targets[t];
      if (!target.moving) continue;
      target.moving = false;
      for (const std::size_t index : tries[t]) {
        const auto disagreement = round.disagreement(index);
        if (!disagreement || !target.is_met_by(round.item(index), *disagreement)) continue;
        show_reduced(target, round, index, *disagreement);
        target.moving = true;
        break;
      }
    }
  }
  return true;
}

// Shows each target again, alone in a fresh process, so many times. A death has been shown again by
// the runner itself before it became an outcome, so once more is enough.
bool confirm(std::vector<Target>& targets, const std::vector<SubjectPlan>& subjects,
             const ReduceOptions& options) {
  for (std::size_t t = 0; t < targets.size(); ++t) {
    Target& target = targets[t];
    Found& found = *target.found;
    if (has_outcome(found.finding, OutcomeKind::kNondeterministic)) {
      // Two answers to one question are their own evidence.
      found.finding.evidence = Evidence::kConfirmed;
      continue;
    }
    options.progress(fmt::format("showing finding {} of {} again", t + 1, targets.size()));
    const bool died = has_outcome(found.finding, OutcomeKind::kCrash) ||
                      has_outcome(found.finding, OutcomeKind::kTimeout) ||
                      has_outcome(found.finding, OutcomeKind::kOutOfMemory) ||
                      has_outcome(found.finding, OutcomeKind::kTruncatedFrame) ||
                      has_outcome(found.finding, OutcomeKind::kProtocolError);
    bool shown = true;
    for (unsigned showing = 0; shown && showing < (died ? 1 : kShowings); ++showing) {
      Round round(subjects);
      const std::size_t index = round.add(found, found.request, target.who);
      if (!round.run(options, false)) return false;
      const auto disagreement = round.disagreement(index);
      shown = disagreement && target.is_met_by(round.item(index), *disagreement);
    }
    found.finding.evidence = shown ? Evidence::kConfirmed : Evidence::kIncubating;
  }
  return true;
}

}  // namespace

void reduce_and_confirm(std::vector<Found>& findings, const std::vector<SubjectPlan>& subjects,
                        const ReduceOptions& options) {
  std::vector<Target> reducible;
  std::vector<Target> fresh;
  for (Found& found : findings) {
    report::Finding& finding = found.finding;
    finding.evidence = finding.is_new ? Evidence::kUnchecked : Evidence::kKnown;
    Target target;
    target.found = &found;
    target.who = involved(finding, subjects);
    target.signature = finding.signature;
    target.clause = finding.clause;
    target.deviations = deviations_of(finding);
    target.original_bytes = finding.request_bytes;
    if (target.who.empty()) {
      // The reference contradicts a pinned vector: shown by this very process.
      finding.evidence = finding.is_new ? Evidence::kConfirmed : Evidence::kKnown;
      continue;
    }
    const bool costs_deadlines = has_outcome(finding, OutcomeKind::kTimeout);
    const bool unsteady = has_outcome(finding, OutcomeKind::kNondeterministic);
    if (wanted(finding, options.what) && !costs_deadlines && !unsteady &&
        reducible.size() < kMaxReduced) {
      reducible.push_back(target);
    }
    if (finding.is_new && fresh.size() < kMaxReduced) fresh.push_back(std::move(target));
  }
  if (options.what == ReduceWhat::kNothing) return;
  if (!reduce(reducible, subjects, options)) return;
  if (!confirm(fresh, subjects, options)) return;
  // What is left of a descriptor names the cause better than the families that hit it.
  for (Found& found : findings) {
    if (!found.finding.is_new || found.finding.reduced_from == 0) continue;
    const std::string pieces = remaining_pieces(found.op, found.request);
    if (pieces.empty()) continue;
    // What CHECK breaks is told by the request; the other clauses are what the cases were made for.
    const std::string clause = found.op == protocol::Op::kCheck ? found.finding.clause : "";
    found.finding.id =
        finding_id(fmt::format("{} | {} | {}", found.finding.signature, clause, pieces));
  }
  order_findings(findings);
}

}  // namespace grit::conformance
