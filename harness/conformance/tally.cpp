#include "harness/conformance/tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "harness/conformance/verdict.h"
#include "harness/protocol/op.h"
#include "harness/reference/fnv.h"

namespace grit::conformance {
namespace {

constexpr std::size_t kKeptPayloadBytes = std::size_t{1} << 20;
constexpr std::size_t kKeptPrefixBytes = 4096;
constexpr std::size_t kKeptTotalBytes = std::size_t{128} << 20;  // of one subject

PayloadIdentity identity_of(std::span<const std::byte> payload) {
  reference::Fnv1a64 hash;
  hash.update(payload);
  return {payload.size(), hash.value()};
}

void count(report::Counts& counts, Standing standing) {
  ++counts.planned;
  switch (standing) {
    case Standing::kPassed:
      ++counts.passed;
      return;
    case Standing::kFailed:
      ++counts.failed;
      return;
    case Standing::kExpectedFailure:
      ++counts.expected_failures;
      return;
    case Standing::kUnexpectedPass:
      ++counts.unexpected_passes;
      return;
    case Standing::kNotOffered:
      ++counts.not_offered;
      return;
    case Standing::kError:
      ++counts.errors;
      return;
    case Standing::kNotRun:
      ++counts.not_run;
      return;
  }
}

std::string incident_hint(RunIncident::Kind kind) {
  switch (kind) {
    case RunIncident::Kind::kFailedStart:
      return "run `grit smoke` on it: is the adapter right?";
    case RunIncident::Kind::kDeathNotReproduced:
      return "the saved requests, piped into the adapter, lead up to it";
    case RunIncident::Kind::kBudgetSpent:
      return "mend what is found first; the remaining cases were not run";
    case RunIncident::Kind::kBadShutdown:
      return "at the end of its input an adapter flushes and exits with 0";
  }
  return "";
}

}  // namespace

SubjectAnswers::SubjectAnswers(std::size_t cases)
    : places_(cases, plain_place(OutcomeKind::kNotRun, false)), plain_(kPlainOutcomes) {
  for (std::uint32_t place = 0; place < kPlainOutcomes; ++place) {
    plain_[place].kind = static_cast<OutcomeKind>(place / 2);
    plain_[place].as_expected = place % 2 != 0;
  }
}

bool SubjectAnswers::record_expected(std::size_t index, OutcomeKind kind,
                                     std::span<const std::byte> payload,
                                     const protocol::Reply& expectation) {
  if (kind != outcome_of(expectation.kind) || payload.size() != expectation.payload.size() ||
      !std::equal(payload.begin(), payload.end(), expectation.payload.begin())) {
    return false;
  }
  places_[index] = plain_place(kind, true);
  return true;
}

void SubjectAnswers::record(std::size_t index, protocol::Op op, Outcome outcome,
                            const protocol::Reply& expectation) {
  if (record_expected(index, outcome.kind, outcome.payload, expectation)) return;
  if (outcome.kind == OutcomeKind::kNotOffered || outcome.kind == OutcomeKind::kNotRun) {
    places_[index] = plain_place(outcome.kind, false);
    return;
  }
  if (places_[index] < kPlainOutcomes) {
    places_[index] = kPlainOutcomes + static_cast<std::uint32_t>(kept_.size());
    kept_.emplace_back();
  }
  StoredOutcome& stored = kept_[places_[index] - kPlainOutcomes];
  stored.kind = outcome.kind;
  stored.only_plane_differs = protocol::is_check(op) &&
                              outcome.kind == outcome_of(expectation.kind) &&
                              outcome.payload.size() == 2 && expectation.payload.size() == 2 &&
                              outcome.payload[0] == expectation.payload[0];
  keep_payload(stored, std::move(outcome.payload));
  stored.detail = std::move(outcome.detail);
  stored.stderr_tail = std::move(outcome.stderr_tail);
}

// What subjects say is unbounded; what is kept of it is not.
void SubjectAnswers::keep_payload(StoredOutcome& stored, protocol::Bytes payload) {
  stored.identity = identity_of(payload);
  const bool is_text = stored.kind == OutcomeKind::kInternalError;
  if (is_text || payload.size() > kKeptPayloadBytes ||
      kept_bytes_ + payload.size() > kKeptTotalBytes) {
    payload.resize(std::min(payload.size(), kKeptPrefixBytes));
    payload.shrink_to_fit();
  }
  kept_bytes_ += payload.size();
  stored.payload = std::move(payload);
}

bool same_answer(protocol::Op op, const SubjectAnswers& a, const SubjectAnswers& b,
                 std::size_t index) {
  const StoredOutcome& left = a.outcome(index);
  const StoredOutcome& right = b.outcome(index);
  if (left.as_expected && right.as_expected) return true;
  if (left.kind != right.kind) return false;
  if (left.as_expected != right.as_expected) {
    // One payload was dropped because it is the expected one, and the other is not it; what is left
    // is a CHECK whose plane alone differs.
    const StoredOutcome& kept = left.as_expected ? right : left;
    return protocol::is_check(op) && kept.only_plane_differs;
  }
  if (protocol::is_check(op) && !left.payload.empty() && !right.payload.empty()) {
    return left.payload.front() == right.payload.front();
  }
  return left.identity == right.identity;
}

std::vector<report::TierCoverage> tier_coverage(const std::vector<std::uint8_t>& ops) {
  std::vector<report::TierCoverage> tiers = {{"core", 0, 0}, {"general", 0, 0}};
  for (const protocol::OpInfo& info : protocol::all_ops()) {
    if (info.tier == protocol::Tier::kProtocol) continue;
    report::TierCoverage& tier = tiers[info.tier == protocol::Tier::kGeneral ? 1 : 0];
    ++tier.operations;
    if (std::ranges::binary_search(ops, static_cast<std::uint8_t>(info.op))) ++tier.offered;
  }
  return tiers;
}

std::string tier_text(const std::vector<report::TierCoverage>& tiers) {
  const auto text = [](const report::TierCoverage& tier) {
    if (tier.offered == tier.operations) return tier.name;
    return fmt::format("{} {} of {}", tier.name, tier.offered, tier.operations);
  };
  const report::TierCoverage& core = tiers.front();
  const report::TierCoverage& general = tiers.back();
  if (general.offered == 0) return text(core);
  const bool whole = core.offered == core.operations && general.offered == general.operations;
  return text(core) + (whole ? ", " : "; ") + text(general);
}

report::Subject tally(const Plan& plan, const SubjectPlan& subject, const SubjectAnswers& answers,
                      const std::vector<protocol::Reply>& expectations, const CaseColumns& columns,
                      std::chrono::year_month_day today) {
  report::Subject row;
  row.name = subject.adapter.name;
  row.kind = subject.adapter.kind;
  row.language = subject.adapter.language;
  row.is_reference = subject.adapter.serves_reference;
  row.not_run_reason = subject.availability.why_not;
  row.install_command = subject.availability.hint;
  row.restarts = answers.run.deaths;
  if (const auto& hello = answers.run.hello) {
    row.version = hello->version;
    if (row.language.empty()) row.language = hello->language;
    row.build = hello->details;
    row.tiers = tier_coverage(hello->ops);
    row.tier = tier_text(row.tiers);
  }

  if (!subject.deviations.file().empty()) {
    const auto& file = subject.deviations.file();
    row.deviations_file = (file.parent_path().filename() / file.filename()).string();
  }
  std::map<std::string, std::size_t> uses;  // by entry id: where in row.deviations
  for (const Deviation& entry : subject.deviations.entries()) {
    uses[entry.id] = row.deviations.size();
    report::DeviationUse use;
    use.id = entry.id;
    use.clause = entry.clause;
    use.expired = DeviationList::expired(entry, row.version, today).value_or("");
    row.deviations.push_back(std::move(use));
  }

  std::vector<report::Counts> by_op(256);
  std::vector<bool> clauses(columns.clauses());
  for (std::size_t i = 0; i < plan.cases.size(); ++i) {
    const StoredOutcome& outcome = answers.outcome(i);
    const Judgement judgement = outcome.as_expected
                                    ? judge_expected(plan.cases[i], subject.deviations)
                                    : judge(plan.cases[i], expectations[i], outcome.kind,
                                            outcome.payload, subject.deviations);
    count(row.counts, judgement.standing);
    count(by_op[static_cast<std::uint8_t>(columns.op(i))], judgement.standing);
    if (judgement.standing != Standing::kNotOffered && judgement.standing != Standing::kNotRun) {
      clauses[columns.clause(i)] = true;
    }
    if (judgement.diagnostic) ++row.diagnostics;
    if (judgement.deviation != nullptr) {
      report::DeviationUse& use = row.deviations[uses.at(judgement.deviation->id)];
      if (judgement.standing == Standing::kExpectedFailure) ++use.expected_failures;
      if (judgement.standing == Standing::kUnexpectedPass) ++use.unexpected_passes;
    }
  }
  row.clauses = columns.clause_texts(clauses);
  for (std::size_t op = 0; op < by_op.size(); ++op) {
    if (by_op[op].planned == 0) continue;
    row.ops.push_back({std::string(protocol::op_name(static_cast<protocol::Op>(op))), by_op[op]});
  }
  for (const RunIncident& incident : answers.run.incidents) {
    row.incidents.push_back({std::string(to_string(incident.kind)), incident.detail,
                             incident_hint(incident.kind), incident.stderr_tail, ""});
  }
  return row;
}

}  // namespace grit::conformance
