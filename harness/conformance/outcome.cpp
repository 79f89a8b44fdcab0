#include "harness/conformance/outcome.h"

namespace grit::conformance {

std::string_view to_string(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::kAnswered:
      return "answered";
    case OutcomeKind::kRefused:
      return "refused";
    case OutcomeKind::kUnsupported:
      return "unsupported";
    case OutcomeKind::kInternalError:
      return "internal error";
    case OutcomeKind::kCrash:
      return "crash";
    case OutcomeKind::kTimeout:
      return "timeout";
    case OutcomeKind::kTruncatedFrame:
      return "truncated frame";
    case OutcomeKind::kProtocolError:
      return "protocol error";
    case OutcomeKind::kOutOfMemory:
      return "out of memory";
    case OutcomeKind::kNondeterministic:
      return "nondeterministic";
    case OutcomeKind::kNotOffered:
      return "not offered";
    case OutcomeKind::kNotRun:
      return "not run";
  }
  return "unknown outcome";
}

}  // namespace grit::conformance
