// Views, and what the operations on them share: how they refuse, and what they answer with (spec
// §11, §12).
//
// decode_view, slice, transpose, requantize and relayout come in two functions each. OP_accepts
// judges a view and its operands and says what an answer takes; it is all that a caller needs
// before it allocates. OP does the work in memory of the caller. Neither allocates, and work
// follows the planes, never the extents.
#ifndef GRIT_C_VIEW_H_
#define GRIT_C_VIEW_H_

#include <stddef.h>
#include <stdint.h>

#include "grit_c/descriptor.h"
#include "grit_c/grade.h"
#include "grit_c/plane.h"

#ifdef __cplusplus
extern "C" {
#endif

// An array as somebody hands it over (spec §0.4); nothing in it has been judged yet.
struct grit_view {
  const uint8_t* descriptor;       // GRIT_DESCRIPTOR_BYTES bytes
  struct grit_grade_string grade;  // the canonical string that grade_id abbreviates
  struct grit_shape shape;         // extents; any rank
  struct grit_bytes planes[GRIT_PLANE_COUNT];
};

// Why a view or an operand has no answer (spec §11.2.3, §12); the first reason that applies.
enum grit_refusal {
  GRIT_ACCEPTED,
  GRIT_REFUSAL_GRADE_UNKNOWN,
  GRIT_REFUSAL_PLACEMENT_UNKNOWN,
  GRIT_REFUSAL_GRADE_UNSUPPORTED,
  GRIT_REFUSAL_RELAYOUT_UNSUPPORTED,
  GRIT_REFUSAL_SIZE_MISMATCH,
  GRIT_REFUSAL_DIGEST_MISMATCH,
  GRIT_REFUSAL_SLICE_RANGE,
  GRIT_REFUSAL_SLICE_SPLITS_GROUP,
  GRIT_REFUSAL_BAD_PERMUTATION,
  GRIT_REFUSAL_GROUP_AXIS_MOVED
};

// The specification's name ("SliceRange"); an empty text for GRIT_ACCEPTED.
const char* grit_refusal_name(enum grit_refusal refusal);

// The array that slice, transpose, requantize or relayout answers with, but for its planes'
// content.
struct grit_answer {
  struct grit_descriptor descriptor;
  int64_t* extents;                  // set by the caller: room for as many as the view has
  uint64_t bytes[GRIT_PLANE_COUNT];  // lengths of the planes as they are stored
};

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_VIEW_H_
