// Answers requests from the C++ reference: what the C++ adapter serves and what the harness
// compares everybody with. One function, so that the two cannot differ.
#ifndef GRIT_PROTOCOL_ANSWER_H_
#define GRIT_PROTOCOL_ANSWER_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/protocol/messages.h"
#include "harness/reference/check.h"

namespace grit::protocol {

// What the reference says of itself.
HelloReply reference_hello();

// The reference's check of a request, with the rule that decided; a sentence where a plane is not
// as long as its plane bytes say (spec §5.0.6).
Parsed<reference::CheckResult> check(const CheckRequest& request);

// The same with the request's own grade beside the registry, where it names one (spec §11.1).
Parsed<reference::CheckResult> check(const CheckGradeRequest& request);

// The reply to one request. Total: an unknown op is kUnsupported, an unreadable payload is
// kInternalError with a sentence, and nothing is kept between calls.
Reply answer(std::uint8_t op, std::span<const std::byte> payload);

}  // namespace grit::protocol

#endif  // GRIT_PROTOCOL_ANSWER_H_
