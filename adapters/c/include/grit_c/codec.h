// Decode and encode of the registered grades (spec §8, §9), in plane order.
//
// Values are binary32 bit patterns. All arithmetic is done on integers, so neither the rounding
// mode nor flush-to-zero nor a compiler flag of the host program can change a bit.
#ifndef GRIT_C_CODEC_H_
#define GRIT_C_CODEC_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grit_c/plane.h"
#include "grit_c/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

// The bytes of each plane for `count` elements. False, and bytes[] untouched, where count is
// negative or not a multiple of the grade's block.
bool grit_codec_plane_bytes(enum grit_registered_grade grade, int64_t count,
                            uint64_t bytes[GRIT_PLANE_COUNT]);

// Whether the planes have exactly the lengths that `count` elements need: what grit_decode demands.
// A caller asks before it allocates the output.
bool grit_decode_accepts(enum grit_registered_grade grade, int64_t count,
                         const struct grit_bytes planes[GRIT_PLANE_COUNT]);

// Writes `count` values to bits[]. NaN is always 0x7fc00000. False, and bits[] untouched, where
// grit_decode_accepts says no.
bool grit_decode(enum grit_registered_grade grade, int64_t count,
                 const struct grit_bytes planes[GRIT_PLANE_COUNT], uint32_t* bits);

// Encodes `count` values into four planes, every byte of which is written. False, and the planes
// untouched, where the planes do not have exactly the sizes of grit_codec_plane_bytes.
bool grit_encode(enum grit_registered_grade grade, const uint32_t* bits, int64_t count,
                 const struct grit_buffer planes[GRIT_PLANE_COUNT]);

// How MXFP4 turns the largest magnitude of a block into an exponent. Values as in the protocol.
enum grit_exponent_rule { GRIT_EXPONENT_FLOOR = 0, GRIT_EXPONENT_CEIL = 1, GRIT_EXPONENT_RNE = 2 };

// The exponent of amax, given as binary32 bits. False, and *exponent untouched, where amax is not
// finite and positive.
bool grit_exponent(enum grit_exponent_rule rule, uint32_t amax, int32_t* exponent);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_CODEC_H_
