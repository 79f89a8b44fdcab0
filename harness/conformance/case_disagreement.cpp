#include "harness/conformance/case_disagreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/conformance/reply_view.h"
#include "harness/conformance/verdict.h"
#include "harness/protocol/answer.h"
#include "harness/report/words.h"

namespace grit::conformance {
namespace {

using protocol::Reply;

constexpr const char* kReferenceName = "reference";

AnswerGroup& join(std::vector<AnswerGroup>& groups, protocol::Op op, const std::string& name,
                  const StoredOutcome& outcome) {
  // What an adapter writes into an internal error is its own affair: the kind is the answer.
  const bool by_kind = !is_answer(outcome.kind);
  for (std::size_t g = 1; g < groups.size(); ++g) {
    if (groups[g].kind == outcome.kind && (by_kind || groups[g].identity == outcome.identity)) {
      groups[g].subjects.push_back(name);
      return groups[g];
    }
  }
  AnswerGroup group;
  group.kind = outcome.kind;
  group.payload = outcome.payload;
  group.identity = outcome.identity;
  group.detail = outcome.detail;
  group.stderr_tail = outcome.stderr_tail;
  group.subjects.push_back(name);
  group.label = outcome_label(op, outcome.kind, outcome.payload);
  groups.push_back(std::move(group));
  return groups.back();
}

// Whether everybody who was asked gave the expected reply and should have: nobody disagrees, and
// nothing has to be looked at to know it.
bool all_as_expected(const vectors::Case& item, const std::vector<SubjectPlan>& subjects,
                     const std::vector<SubjectAnswers>& answers, std::size_t index) {
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    const StoredOutcome& outcome = answers[s].outcome(index);
    if (outcome.kind == OutcomeKind::kNotOffered || outcome.kind == OutcomeKind::kNotRun) continue;
    if (!outcome.as_expected ||
        judge_expected(item, subjects[s].deviations).standing != Standing::kPassed) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<CaseDisagreement> disagreement_at(const Plan& plan,
                                                const std::vector<SubjectPlan>& subjects,
                                                const std::vector<SubjectAnswers>& answers,
                                                const std::vector<Reply>& expectations,
                                                std::size_t index, bool reference_is_wrong) {
  const vectors::Case& item = plan.cases[index];
  if (!reference_is_wrong && all_as_expected(item, subjects, answers, index)) return std::nullopt;
  const Reply& expectation = expectations[index];
  CaseDisagreement result;
  AnswerGroup expected;
  expected.kind = outcome_of(expectation.kind);
  expected.payload = expectation.payload;
  expected.label = outcome_label(item.op, expected.kind, expected.payload);
  expected.counts = true;
  result.groups.push_back(std::move(expected));
  bool any = false;
  std::string field_of_known;
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    const StoredOutcome& outcome = answers[s].outcome(index);
    if (outcome.kind == OutcomeKind::kNotOffered || outcome.kind == OutcomeKind::kNotRun) continue;
    const std::string& name = subjects[s].adapter.name;
    const auto& payload = outcome.as_expected ? expectation.payload : outcome.payload;
    const Judgement judgement =
        judge(item, expectation, outcome.kind, payload, subjects[s].deviations);
    const bool passed = judgement.standing == Standing::kPassed;
    if (outcome.as_expected || (passed && !judgement.diagnostic)) {
      result.groups.front().subjects.push_back(name);
    } else {
      AnswerGroup& group = join(result.groups, item.op, name, outcome);
      group.counts = group.counts || counts_against(judgement.standing);
    }
    if (passed && !judgement.diagnostic) continue;
    any = true;
    report::SubjectStanding standing{name, std::string(to_string(judgement.standing)), ""};
    if (judgement.diagnostic) {
      standing.standing = "diagnostic";
    } else {
      result.is_diagnostic = false;
    }
    if (judgement.deviation != nullptr) {
      standing.deviation = judgement.deviation->id;
      result.deviations[judgement.deviation->id].insert(judgement.deviation->reason);
      if (result.deviation_clause.empty()) result.deviation_clause = judgement.deviation->clause;
    }
    if (counts_against(judgement.standing)) {
      result.is_new = true;
      if (result.field.empty()) result.field = judgement.field;
    } else if (field_of_known.empty()) {
      field_of_known = judgement.field;
    }
    result.standings.push_back(std::move(standing));
  }
  if (reference_is_wrong) {
    const Reply reply = protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
    SubjectAnswers reference(1);
    reference.record(0, item.op, {outcome_of(reply.kind), reply.payload}, expectation);
    const StoredOutcome& outcome = reference.outcome(0);
    join(result.groups, item.op, kReferenceName, outcome).counts = true;
    result.standings.push_back({kReferenceName, "failed", ""});
    result.is_new = true;
    result.is_diagnostic = false;
    if (result.field.empty()) {
      result.field =
          compare_replies(item.op, item.request, expectation, outcome.kind, outcome.payload).field;
    }
    any = true;
  }
  if (!any) return std::nullopt;
  if (!result.is_new) {
    for (AnswerGroup& group : result.groups) group.counts = true;
    result.field = field_of_known;
  }
  return result;
}

std::string signature(protocol::Op op, const CaseDisagreement& disagreement) {
  std::vector<std::string> parts{"spec"};
  std::vector<std::string> labels{disagreement.groups.front().label};
  const auto stands_new = [&](const std::string& name) {
    const auto standing =
        std::ranges::find(disagreement.standings, name, &report::SubjectStanding::subject);
    return standing != disagreement.standings.end() && report::is_new(*standing);
  };
  for (std::size_t g = 1; g < disagreement.groups.size(); ++g) {
    const AnswerGroup& group = disagreement.groups[g];
    if (!group.counts) continue;
    std::string members;
    for (const std::string& subject : group.subjects) {
      if (disagreement.is_new && !stands_new(subject)) continue;
      members += (members.empty() ? "" : " ") + subject;
    }
    parts.push_back(std::move(members));
    labels.push_back(group.label);
  }
  return fmt::format("{} | {} | {} | {}", protocol::op_name(op), fmt::join(parts, " ≠ "),
                     fmt::join(labels, ", "), disagreement.field);
}

}  // namespace grit::conformance
