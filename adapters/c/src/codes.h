// The codes of an array by their number in plane order, wherever they are stored (spec §11.4,
// §12.2, §12.3).
#ifndef GRIT_C_SRC_CODES_H_
#define GRIT_C_SRC_CODES_H_

#include <stdint.h>

#include "array.h"

// Codes that an array has of each plane's kind: stored elements; scales; s1, or s1 and z1 by turns;
// survivor indices, or zero points.
uint64_t grit_code_count(const struct grit_array* array, enum grit_plane kind);

// Code number `index`, below grit_code_count. The planes have the array's stored lengths; the kind
// is that of the plane that the code belongs to in plane order.
uint32_t grit_code_get(const struct grit_array* array,
                       const struct grit_bytes planes[GRIT_PLANE_COUNT], enum grit_plane kind,
                       uint64_t index);

// Writes a code over bits that are 0.
void grit_code_put(const struct grit_array* array,
                   const struct grit_buffer planes[GRIT_PLANE_COUNT], enum grit_plane kind,
                   uint64_t index, uint32_t code);

// Copies all codes of a kind, from one stored form to another, over bits that are 0. Both arrays
// have as many.
void grit_codes_copy(const struct grit_array* from,
                     const struct grit_bytes source[GRIT_PLANE_COUNT], const struct grit_array* to,
                     const struct grit_buffer result[GRIT_PLANE_COUNT], enum grit_plane kind);

// All bytes 0, for codes to be put into.
void grit_plane_clear(const struct grit_buffer* plane);

#endif  // GRIT_C_SRC_CODES_H_
