#include "harness/reference/refusal.h"

#include <array>

namespace grit::reference {

std::span<const Refusal> refusals() {
  static constexpr std::array kAll = {Refusal::kGradeUnknown,     Refusal::kPlacementUnknown,
                                      Refusal::kGradeUnsupported, Refusal::kRelayoutUnsupported,
                                      Refusal::kSizeMismatch,     Refusal::kDigestMismatch,
                                      Refusal::kSliceRange,       Refusal::kSliceSplitsGroup,
                                      Refusal::kBadPermutation,   Refusal::kGroupAxisMoved};
  return kAll;
}

std::string_view refusal_name(Refusal refusal) {
  switch (refusal) {
    case Refusal::kGradeUnknown:
      return "GradeUnknown";
    case Refusal::kPlacementUnknown:
      return "PlacementUnknown";
    case Refusal::kGradeUnsupported:
      return "GradeUnsupported";
    case Refusal::kRelayoutUnsupported:
      return "RelayoutUnsupported";
    case Refusal::kSizeMismatch:
      return "SizeMismatch";
    case Refusal::kDigestMismatch:
      return "DigestMismatch";
    case Refusal::kSliceRange:
      return "SliceRange";
    case Refusal::kSliceSplitsGroup:
      return "SliceSplitsGroup";
    case Refusal::kBadPermutation:
      return "BadPermutation";
    case Refusal::kGroupAxisMoved:
      return "GroupAxisMoved";
  }
  return {};
}

}  // namespace grit::reference
