// relayout: one plane in another placement (spec §12.9).
#ifndef GRIT_C_RELAYOUT_H_
#define GRIT_C_RELAYOUT_H_

#include <stdbool.h>
#include <stdint.h>

#include "grit_c/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Whose placement word (spec §12.1.2). The values travel in the protocol.
enum grit_role {
  GRIT_ROLE_DATA = 0,   // placement_data, of plane data
  GRIT_ROLE_SCALE = 1,  // placement_scale, of plane scale0
  GRIT_ROLE_META = 2    // placement_meta, of plane aux
};

// Refuses refusals 1, 2, 4 and 5 of spec §11.2.3, then RelayoutUnsupported of the result; any
// placement word is legal input. Otherwise fills *answer, whose extents are those of the view;
// *answer is unspecified where the view is refused.
enum grit_refusal grit_relayout_accepts(const struct grit_view* view, enum grit_role role,
                                        uint64_t placement, struct grit_answer* answer);

// Fills *answer, and every byte of the planes, none of which may overlap the view's. False, and the
// planes untouched, where grit_relayout_accepts refuses or the planes do not have its lengths.
bool grit_relayout(const struct grit_view* view, enum grit_role role, uint64_t placement,
                   struct grit_answer* answer, const struct grit_buffer planes[GRIT_PLANE_COUNT]);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_RELAYOUT_H_
