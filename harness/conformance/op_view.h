// Messages taken apart for people and for signatures: what a request asks, what a reply says, and
// where two replies part. All knowledge of single operations that the runner's side needs is here.
#ifndef GRIT_CONFORMANCE_OP_VIEW_H_
#define GRIT_CONFORMANCE_OP_VIEW_H_

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/conformance/outcome.h"
#include "harness/protocol/messages.h"
#include "harness/protocol/op.h"
#include "harness/report/model.h"

namespace grit::conformance {

// The pieces of a request in order: (name, rendering). Long pieces are cut and say so.
std::vector<std::pair<std::string, std::string>> request_pieces(protocol::Op op,
                                                                std::span<const std::byte> request);

// A request's descriptor beside the canonical one that it most resembles: the one its grade_id
// names, else the one with the fewest differing fields.
struct DescriptorComparison {
  std::string base;  // registry name; empty where the request holds no 64-byte descriptor
  std::vector<report::FieldDifference> differences;  // expected: the canonical value
};
DescriptorComparison compare_with_canonical(protocol::Op op, std::span<const std::byte> request);

// The word for an outcome in status tuples, deviation files and reports: the status of a CHECK that
// was answered ("SizeMismatch"), the outcome's name for everything else.
std::string outcome_label(protocol::Op op, OutcomeKind kind, std::span<const std::byte> payload);

// A reply's payload in one line, cut at a bounded length.
std::string render_reply(protocol::Op op, OutcomeKind kind, std::span<const std::byte> payload);

struct ReplyComparison {
  std::string field;  // the first that differs, without an index; empty where nothing does
  bool only_diagnostic = false;                      // only the plane that CHECK names differs
  std::vector<report::FieldDifference> differences;  // the first few
  std::optional<report::DecodeDifference> decode;    // DECODE only
};

// Two outcomes of one case. Cheap where they are equal.
ReplyComparison compare_replies(protocol::Op op, std::span<const std::byte> request,
                                const protocol::Reply& expected, OutcomeKind kind,
                                std::span<const std::byte> payload);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_OP_VIEW_H_
