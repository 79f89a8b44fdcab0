// transpose: another order of the axes, the groups kept along theirs (spec §12.7).
#ifndef GRIT_C_TRANSPOSE_H_
#define GRIT_C_TRANSPOSE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grit_c/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Axis j of the result is axis axes[j] of the source. Any values are legal input.
struct grit_permutation {
  const size_t* axes;  // as many as the view has axes
  int16_t group_axis;  // of the result
};

// Refuses refusals 1, 2, 4, 5 and 6 of spec §11.2.3, then BadPermutation, GroupAxisMoved and
// SliceSplitsGroup. Otherwise fills *answer; *answer and its extents are unspecified where the view
// is refused.
enum grit_refusal grit_transpose_accepts(const struct grit_view* view,
                                         struct grit_permutation permutation,
                                         struct grit_answer* answer);

// Fills *answer, and every byte of the planes, none of which may overlap the view's. False, and the
// planes untouched, where grit_transpose_accepts refuses or the planes do not have its lengths.
bool grit_transpose(const struct grit_view* view, struct grit_permutation permutation,
                    struct grit_answer* answer, const struct grit_buffer planes[GRIT_PLANE_COUNT]);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_TRANSPOSE_H_
