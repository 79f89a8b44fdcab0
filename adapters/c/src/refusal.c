#include "grit_c/view.h"

const char* grit_refusal_name(enum grit_refusal refusal) {
  switch (refusal) {
    case GRIT_ACCEPTED:
      break;
    case GRIT_REFUSAL_GRADE_UNKNOWN:
      return "GradeUnknown";
    case GRIT_REFUSAL_PLACEMENT_UNKNOWN:
      return "PlacementUnknown";
    case GRIT_REFUSAL_GRADE_UNSUPPORTED:
      return "GradeUnsupported";
    case GRIT_REFUSAL_RELAYOUT_UNSUPPORTED:
      return "RelayoutUnsupported";
    case GRIT_REFUSAL_SIZE_MISMATCH:
      return "SizeMismatch";
    case GRIT_REFUSAL_DIGEST_MISMATCH:
      return "DigestMismatch";
    case GRIT_REFUSAL_SLICE_RANGE:
      return "SliceRange";
    case GRIT_REFUSAL_SLICE_SPLITS_GROUP:
      return "SliceSplitsGroup";
    case GRIT_REFUSAL_BAD_PERMUTATION:
      return "BadPermutation";
    case GRIT_REFUSAL_GROUP_AXIS_MOVED:
      return "GroupAxisMoved";
  }
  return "";
}
