// Placement words: where the bytes of a plane lie (spec §4).
#ifndef GRIT_C_PLACEMENT_H_
#define GRIT_C_PLACEMENT_H_

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GRIT_PLACEMENT_UNSPECIFIED UINT64_C(0)
#define GRIT_PLACEMENT_ROW_MAJOR UINT64_C(0x1000000000000001)
#define GRIT_PLACEMENT_COL_MAJOR UINT64_C(0x1000000000000002)
#define GRIT_PLACEMENT_SWIZZLE_128X4B UINT64_C(0x1000000000000003)
#define GRIT_PLACEMENT_TILE_16X16 UINT64_C(0x1000000000000004)
#define GRIT_PLACEMENT_BLOCK_AOS UINT64_C(0x1000000000000005)
#define GRIT_PLACEMENT_LINEAR_META UINT64_C(0x1000000000000011)
#define GRIT_PLACEMENT_META_M16N8K32 UINT64_C(0x1000000000000012)
#define GRIT_PLACEMENT_PACK_K4_12B UINT64_C(0x1000000000000020)

// Whether check accepts the word: unspecified, a named one of class 1, any local hash (class 8) and
// any opaque one (class 15).
bool grit_placement_known(uint64_t word);

// The name of 0 or of a word of class 1 ("ROW_MAJOR"), or null.
const char* grit_placement_name(uint64_t word);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_PLACEMENT_H_
