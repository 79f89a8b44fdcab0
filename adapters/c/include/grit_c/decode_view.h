// decode_view: the values of an array of any grade, in any stored form (spec §11.5 to §11.7).
#ifndef GRIT_C_DECODE_VIEW_H_
#define GRIT_C_DECODE_VIEW_H_

#include <stdbool.h>
#include <stdint.h>

#include "grit_c/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Refuses refusals 1 to 5 of spec §11.2.3. Otherwise *count is the number of elements; it is
// untouched where the view is refused.
enum grit_refusal grit_decode_view_accepts(const struct grit_view* view, uint64_t* count);

// Writes the binary32 bits of all elements in logical row-major order of the shape, the last axis
// fastest. NaN is always 0x7fc00000. False, and bits[] untouched, where grit_decode_view_accepts
// refuses or names another number than `count`.
bool grit_decode_view(const struct grit_view* view, uint32_t* bits, uint64_t count);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_DECODE_VIEW_H_
