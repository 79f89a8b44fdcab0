// Replies taken apart for people and for signatures: what an outcome is called, and where two
// replies part.
#ifndef GRIT_CONFORMANCE_REPLY_VIEW_H_
#define GRIT_CONFORMANCE_REPLY_VIEW_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/conformance/outcome.h"
#include "harness/protocol/messages.h"
#include "harness/protocol/op.h"
#include "harness/report/model.h"

namespace grit::conformance {

// The word for an outcome in status tuples, deviation files and reports: the status of a CHECK or
// CHECK_GRADE that was answered ("SizeMismatch"), the reason's name of a refusal of operations 21
// to 25 ("SliceRange"), the outcome's name for everything else.
std::string outcome_label(protocol::Op op, OutcomeKind kind, std::span<const std::byte> payload);

// A reply's payload in one line, cut at a bounded length.
std::string render_reply(protocol::Op op, OutcomeKind kind, std::span<const std::byte> payload);

// The outcome with its payload: "answered: …", "refused: …".
std::string render_outcome(protocol::Op op, OutcomeKind kind, std::span<const std::byte> payload);

struct ReplyComparison {
  std::string field;  // the first that differs, without an index; empty where nothing does
  bool only_diagnostic = false;                      // only the plane that CHECK names differs
  std::vector<report::FieldDifference> differences;  // the first few
  std::optional<report::DecodeDifference> decode;    // DECODE and DECODE_VIEW only
};

// Two outcomes of one case. Cheap where they are equal.
ReplyComparison compare_replies(protocol::Op op, std::span<const std::byte> request,
                                const protocol::Reply& expected, OutcomeKind kind,
                                std::span<const std::byte> payload);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_REPLY_VIEW_H_
