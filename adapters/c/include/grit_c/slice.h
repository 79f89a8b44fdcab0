// slice: some coordinates of one axis (spec §12.6).
#ifndef GRIT_C_SLICE_H_
#define GRIT_C_SLICE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grit_c/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// The coordinates begin … end − 1 of an axis. Any values are legal input.
struct grit_cut {
  size_t axis;
  int64_t begin;
  int64_t end;
};

// Refuses refusals 1, 2, 4, 5 and 6 of spec §11.2.3, then SliceRange, then SliceSplitsGroup.
// Otherwise fills *answer; *answer and its extents are unspecified where the view is refused.
enum grit_refusal grit_slice_accepts(const struct grit_view* view, struct grit_cut cut,
                                     struct grit_answer* answer);

// Fills *answer, and every byte of the planes, none of which may overlap the view's. False, and the
// planes untouched, where grit_slice_accepts refuses or the planes do not have its lengths.
bool grit_slice(const struct grit_view* view, struct grit_cut cut, struct grit_answer* answer,
                const struct grit_buffer planes[GRIT_PLANE_COUNT]);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_SLICE_H_
