// Why an operation of the general tier gives no answer (spec §11.2.3).
#ifndef GRIT_REFERENCE_REFUSAL_H_
#define GRIT_REFERENCE_REFUSAL_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace grit::reference {

// In the order in which they are looked for; the first that applies is the answer.
enum class Refusal : std::uint8_t {
  kGradeUnknown,         // the frame, the grade, or that they do not belong together
  kPlacementUnknown,     // step 3 of check
  kGradeUnsupported,     // decoding or encoding is not defined for the grade
  kRelayoutUnsupported,  // a plane is in no stored form of spec §12.1
  kSizeMismatch,         // spec §6 has no answer, or a plane has another length
  kDigestMismatch,       // sparse: a cell does not name sp_n positions
  kSliceRange,
  kSliceSplitsGroup,
  kBadPermutation,
  kGroupAxisMoved,
};

// All of them, in that order.
std::span<const Refusal> refusals();

// The name in spec and protocol, e.g. "GradeUnknown".
std::string_view refusal_name(Refusal refusal);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_REFUSAL_H_
