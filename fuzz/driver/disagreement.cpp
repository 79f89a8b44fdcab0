#include "fuzz/driver/disagreement.h"

#include <algorithm>
#include <vector>

#include "fuzz/driver/finding.h"
#include "harness/conformance/reply_view.h"
#include "harness/conformance/request_view.h"

namespace grit::fuzz {
namespace {

using conformance::Outcome;
using conformance::OutcomeKind;

protocol::Reply reply_of(const Outcome& outcome) {
  const bool refused = outcome.kind == OutcomeKind::kRefused;
  return {refused ? protocol::ReplyKind::kRefused : protocol::ReplyKind::kAnswered,
          outcome.payload};
}

}  // namespace

bool same_outcome(const Outcome& a, const Outcome& b) {
  if (a.kind != b.kind) return false;
  return a.kind == OutcomeKind::kInternalError || a.payload == b.payload;
}

std::string signature_of(protocol::Op op, std::span<const std::byte> request,
                         std::span<const NamedOutcome> outcomes) {
  std::vector<std::vector<const NamedOutcome*>> groups;
  for (const NamedOutcome& outcome : outcomes) {
    const auto group = std::ranges::find_if(groups, [&](const auto& members) {
      return same_outcome(members.front()->outcome, outcome.outcome);
    });
    if (group == groups.end()) {
      groups.push_back({&outcome});
    } else {
      group->push_back(&outcome);
    }
  }
  std::string partition;
  std::string labels;
  for (const auto& group : groups) {
    if (!partition.empty()) partition += " / ";
    if (!labels.empty()) labels += ", ";
    for (const NamedOutcome* member : group) {
      if (member != group.front()) partition += ' ';
      partition += member->who;
    }
    const Outcome& outcome = group.front()->outcome;
    labels += conformance::outcome_label(op, outcome.kind, outcome.payload);
  }
  std::string field;
  const Outcome& first = groups[0].front()->outcome;
  const Outcome& second = groups[1].front()->outcome;
  if (conformance::is_answer(first.kind)) {
    field = conformance::compare_replies(op, request, reply_of(first), second.kind, second.payload)
                .field;
  }
  return std::string(protocol::op_name(op)) + " | " + partition + " | " + labels + " | " + field;
}

void demand_agreement(protocol::Op op, std::span<const std::byte> request,
                      std::span<const NamedOutcome> outcomes) {
  const auto differs = [&](const NamedOutcome& outcome) {
    return !same_outcome(outcomes.front().outcome, outcome.outcome);
  };
  if (std::ranges::none_of(outcomes, differs)) return;
  std::string details;
  for (const auto& [name, value] : conformance::request_pieces(op, request)) {
    details += "  " + name + ": " + value + '\n';
  }
  for (const NamedOutcome& outcome : outcomes) {
    details += std::string(outcome.who) + ": " +
               conformance::render_outcome(op, outcome.outcome.kind, outcome.outcome.payload) +
               '\n';
  }
  report_finding(FindingKind::kDisagreement, signature_of(op, request, outcomes), details);
}

}  // namespace grit::fuzz
