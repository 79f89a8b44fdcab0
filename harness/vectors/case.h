// A case: one question to an implementation, as a value. It does not know who answers it.
#ifndef GRIT_VECTORS_CASE_H_
#define GRIT_VECTORS_CASE_H_

#include <optional>
#include <string>

#include "harness/protocol/messages.h"
#include "harness/protocol/op.h"

namespace grit::vectors {

struct Case {
  // Stable and unique in a plan: source, family, then the entry's name or a content hash, e.g.
  // "core/mxfp4/tie_to_even/decode", "generated/grade/foreign-digit/3fa91c20d4b7e815".
  std::string id;
  protocol::Op op = protocol::Op::kCheck;
  protocol::Bytes request;  // the payload, without frame
  std::string clause;       // where docs/SPEC.md decides it, e.g. "§5.1"
  // What the specification says, where somebody other than the code under test has established it;
  // provenance then says who. Without it the reference decides.
  std::optional<protocol::Reply> expected;
  std::string provenance;
};

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_CASE_H_
