// Requests taken apart for people, selection and reduction: what is asked, about which grade, and
// which clause decides.
#ifndef GRIT_CONFORMANCE_REQUEST_VIEW_H_
#define GRIT_CONFORMANCE_REQUEST_VIEW_H_

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// The registry name of the grade that a request is about: named by it, or by its descriptor's
// grade_id, or spelt out as a canonical string. Empty where there is none.
std::string grade_of(protocol::Op op, std::span<const std::byte> request);

// The token of the registered format whose codes a FORMAT_DECODE asks for or a FORMAT_ENCODE
// answers with; empty for other words and of other operations.
std::string format_of(protocol::Op op, std::span<const std::byte> request);

// The name of the placement of data (spec §4) in the descriptor that a request holds; empty where
// it holds none.
std::string placement_of(protocol::Op op, std::span<const std::byte> request);

// The clause that a wrong answer to the request breaks, where request and answer tell (the rule by
// which CHECK or CHECK_GRADE rejects, or the order of its steps); else `otherwise`, the clause that
// the case was made for. `got` is the label of the wrong outcome (reply_view.h).
std::string broken_clause(protocol::Op op, std::span<const std::byte> request, std::string_view got,
                          std::string_view otherwise);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_REQUEST_VIEW_H_
