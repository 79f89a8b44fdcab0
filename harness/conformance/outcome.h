// What became of one case at one subject (PROTOCOL.md, "Outcomes"): what the adapter said, or what
// the runner saw instead.
#ifndef GRIT_CONFORMANCE_OUTCOME_H_
#define GRIT_CONFORMANCE_OUTCOME_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/protocol/frame.h"
#include "harness/protocol/payload.h"

namespace grit::conformance {

enum class OutcomeKind : std::uint8_t {
  // Said by the adapter.
  kAnswered,
  kRefused,
  kUnsupported,
  kInternalError,
  // Seen by the runner.
  kCrash,
  kTimeout,
  kTruncatedFrame,
  kProtocolError,
  kOutOfMemory,
  kNondeterministic,
  // Never asked.
  kNotOffered,
  kNotRun,
};

// The name that reports and deviation files use, e.g. "protocol error".
std::string_view to_string(OutcomeKind kind);

// The outcome that an adapter states with its reply.
constexpr OutcomeKind outcome_of(protocol::ReplyKind kind) {
  switch (kind) {
    case protocol::ReplyKind::kAnswered:
      return OutcomeKind::kAnswered;
    case protocol::ReplyKind::kRefused:
      return OutcomeKind::kRefused;
    case protocol::ReplyKind::kUnsupported:
      return OutcomeKind::kUnsupported;
    case protocol::ReplyKind::kInternalError:
      return OutcomeKind::kInternalError;
  }
  return OutcomeKind::kInternalError;
}

// True where the case has an answer that can be compared: kAnswered and kRefused.
constexpr bool is_answer(OutcomeKind kind) {
  return kind == OutcomeKind::kAnswered || kind == OutcomeKind::kRefused;
}

struct Outcome {
  OutcomeKind kind = OutcomeKind::kNotRun;
  protocol::Bytes payload;  // of an answer, a refusal or an internal error (its text)
  std::string detail = {};  // what the runner saw, e.g. "signal 11 (SIGSEGV)"; empty for an answer
  std::string stderr_tail = {};  // what the process wrote to stderr before it died; or empty
};

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_OUTCOME_H_
