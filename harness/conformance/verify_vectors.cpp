#include "harness/conformance/verify_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "harness/conformance/race.h"
#include "harness/conformance/reply_view.h"
#include "harness/conformance/tally.h"
#include "harness/conformance/verdict.h"
#include "harness/protocol/answer.h"

namespace grit::conformance {
namespace {

using protocol::Reply;

std::string rendered(protocol::Op op, OutcomeKind kind, std::span<const std::byte> payload,
                     const std::string& detail = {}) {
  const std::string text =
      is_answer(kind) ? render_outcome(op, kind, payload) : std::string(to_string(kind));
  return detail.empty() ? text : fmt::format("{}: {}", text, detail);
}

VectorMismatch mismatch(const std::string& subject, std::size_t index, const vectors::Case& item,
                        const Reply& expected, std::string got) {
  return {subject, index, rendered(item.op, outcome_of(expected.kind), expected.payload),
          std::move(got)};
}

// The reference to the last bit: what only diagnoses is part of a vector too.
void ask_reference(const std::vector<vectors::Case>& cases, VectorVerification& verification) {
  report::Subject row;
  row.name = kReferenceName;
  row.verdict = report::SubjectVerdict::kConformant;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const vectors::Case& item = cases[i];
    const Reply reply = protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
    const OutcomeKind kind = outcome_of(reply.kind);
    ++row.counts.planned;
    if (agrees(*item.expected, kind, reply.payload)) {
      ++row.counts.passed;
      continue;
    }
    ++row.counts.failed;
    verification.mismatches.push_back(
        mismatch(row.name, i, item, *item.expected, rendered(item.op, kind, reply.payload)));
  }
  verification.subjects.push_back(std::move(row));
}

}  // namespace

VectorVerification verify_vectors(const std::vector<vectors::Case>& cases,
                                  const std::vector<SubjectPlan>& subjects) {
  VectorVerification verification;
  ask_reference(cases, verification);
  if (subjects.empty()) return verification;
  Plan plan;
  plan.cases = cases;
  std::vector<Reply> expectations;
  for (const vectors::Case& item : cases) expectations.push_back(*item.expected);
  const CaseColumns columns(plan.cases);
  const RaceResult result = race(plan.cases, subjects, expectations, {}, {});
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    report::Subject row = tally(plan, subjects[s], result.answers[s], expectations, columns, today);
    if (row.counts.not_run > 0 || !row.incidents.empty()) verification.complete = false;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const StoredOutcome& outcome = result.answers[s].outcome(i);
      const auto& payload = outcome.as_expected ? expectations[i].payload : outcome.payload;
      const Judgement judgement =
          judge(cases[i], expectations[i], outcome.kind, payload, subjects[s].deviations);
      if (!counts_against(judgement.standing)) continue;
      verification.mismatches.push_back(
          mismatch(row.name, i, cases[i], expectations[i],
                   rendered(cases[i].op, outcome.kind, payload, outcome.detail)));
    }
    verification.subjects.push_back(std::move(row));
  }
  return verification;
}

}  // namespace grit::conformance
