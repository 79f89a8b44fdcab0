// verify: an asserted placement is proven, byte by byte, and loses its mark (spec §10.3).
#ifndef GRIT_REFERENCE_VERIFY_H_
#define GRIT_REFERENCE_VERIFY_H_

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "harness/reference/refusal.h"
#include "harness/reference/view.h"

namespace grit::reference {

// Why ASSUMED stays.
enum class VerifyErrorKind : std::uint8_t {
  kOtherArray,    // grade, shape, or a descriptor field beside placements and note differs
  kAssumedProof,  // the placements of the proof are asserted themselves
  kRefused,       // the proof cannot be laid out like the view: `refusal` says why
  kOtherBytes,    // laid out alike, `plane` differs
};

struct VerifyError {
  VerifyErrorKind kind;
  std::optional<Refusal> refusal;
  std::optional<Plane> plane;

  friend bool operator==(const VerifyError&, const VerifyError&) = default;
};

// One line without a full stop.
std::string describe(const VerifyError& error);

// `view` without ASSUMED, where `proof`, the same array in placements that are known, laid out
// under the view's placements has the view's bytes in every plane, ignored bits and padding
// included. Else why it is no proof: a mark that stands for a missing proof is never taken off
// without one.
std::expected<View, VerifyError> verify_placement(const View& view, const View& proof);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_VERIFY_H_
