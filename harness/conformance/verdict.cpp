#include "harness/conformance/verdict.h"

#include <algorithm>

#include "harness/conformance/reply_view.h"
#include "harness/conformance/request_view.h"

namespace grit::conformance {
namespace {

using protocol::Reply;

// The entry that has this question among its examples, wherever the case itself comes from.
const Deviation* own_example(const vectors::Case& item, const DeviationList& deviations) {
  for (const Deviation& entry : deviations.entries()) {
    for (const Deviation::Example& example : entry.examples) {
      if (example.op == item.op && example.request == item.request) return &entry;
    }
  }
  return nullptr;
}

}  // namespace

bool agrees(const Reply& expectation, OutcomeKind kind, std::span<const std::byte> payload) {
  if (outcome_of(expectation.kind) != kind) return false;
  return kind == OutcomeKind::kInternalError || std::ranges::equal(expectation.payload, payload);
}

std::string_view to_string(Standing standing) {
  switch (standing) {
    case Standing::kPassed:
      return "passed";
    case Standing::kFailed:
      return "failed";
    case Standing::kExpectedFailure:
      return "known deviation";
    case Standing::kUnexpectedPass:
      return "unexpected pass";
    case Standing::kNotOffered:
      return "not offered";
    case Standing::kError:
      return "error";
    case Standing::kNotRun:
      return "not run";
  }
  return "unknown standing";
}

std::string example_case_id(std::string_view subject, std::string_view entry, std::size_t number) {
  return "deviation/" + std::string(subject) + "/" + std::string(entry) + "/" +
         std::to_string(number + 1);
}

Judgement judge_expected(const vectors::Case& item, const DeviationList& deviations) {
  Judgement judgement;
  judgement.deviation = own_example(item, deviations);
  judgement.standing =
      judgement.deviation != nullptr ? Standing::kUnexpectedPass : Standing::kPassed;
  return judgement;
}

Judgement judge(const vectors::Case& item, const Reply& expectation, OutcomeKind kind,
                std::span<const std::byte> payload, const DeviationList& deviations) {
  Judgement judgement;
  if (kind == OutcomeKind::kNotOffered) {
    judgement.standing = Standing::kNotOffered;
    return judgement;
  }
  if (kind == OutcomeKind::kNotRun) {
    judgement.standing = Standing::kNotRun;
    return judgement;
  }
  if (agrees(expectation, kind, payload)) return judge_expected(item, deviations);
  ReplyComparison comparison = compare_replies(item.op, item.request, expectation, kind, payload);
  judgement.field = std::move(comparison.field);
  judgement.diagnostic = comparison.only_diagnostic;
  if (judgement.diagnostic) {
    judgement.deviation = own_example(item, deviations);
    judgement.standing = Standing::kPassed;
    return judgement;
  }
  const std::string expected_label =
      outcome_label(item.op, outcome_of(expectation.kind), expectation.payload);
  const std::string got_label = outcome_label(item.op, kind, payload);
  const Deviation* const example_of = own_example(item, deviations);
  const std::string format = format_of(item.op, item.request);
  judgement.deviation = deviations.find({.op = item.op,
                                         .case_id = item.id,
                                         .expected = expected_label,
                                         .got = got_label,
                                         .field = judgement.field,
                                         .format = format,
                                         .example_of = example_of});
  if (judgement.deviation != nullptr) {
    judgement.standing = Standing::kExpectedFailure;
  } else if (is_answer(kind) || kind == OutcomeKind::kUnsupported) {
    judgement.standing = Standing::kFailed;
  } else {
    judgement.standing = Standing::kError;
  }
  return judgement;
}

}  // namespace grit::conformance
