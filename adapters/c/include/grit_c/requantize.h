// requantize: another order of the axes, the groups computed anew along any of them (spec §12.8).
#ifndef GRIT_C_REQUANTIZE_H_
#define GRIT_C_REQUANTIZE_H_

#include <stdbool.h>
#include <stdint.h>

#include "grit_c/transpose.h"
#include "grit_c/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Refuses refusals 1 to 5 of spec §11.2.3, then BadPermutation, then SizeMismatch of the result.
// Otherwise fills *answer, and *work with the 32-bit words that grit_requantize needs while it
// runs; all of them are unspecified where the view is refused.
enum grit_refusal grit_requantize_accepts(const struct grit_view* view,
                                          struct grit_permutation permutation,
                                          struct grit_answer* answer, uint64_t* work);

// Fills *answer, and every byte of the planes, none of which may overlap the view's. `work` is
// memory for as many words as grit_requantize_accepts says; its content is of no account before and
// after. False, and the planes untouched, where grit_requantize_accepts refuses or the planes do
// not have its lengths.
bool grit_requantize(const struct grit_view* view, struct grit_permutation permutation,
                     struct grit_answer* answer, const struct grit_buffer planes[GRIT_PLANE_COUNT],
                     uint32_t* work);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_REQUANTIZE_H_
