#include "harness/reference/refusal.h"

namespace grit::reference {

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
