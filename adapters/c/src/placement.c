#include "grit_c/placement.h"

#include <stddef.h>

static const struct {
  uint64_t word;
  const char* name;
} kNames[] = {
    {GRIT_PLACEMENT_UNSPECIFIED, "UNSPECIFIED"}, {GRIT_PLACEMENT_ROW_MAJOR, "ROW_MAJOR"},
    {GRIT_PLACEMENT_COL_MAJOR, "COL_MAJOR"},     {GRIT_PLACEMENT_SWIZZLE_128X4B, "SWIZZLE_128x4B"},
    {GRIT_PLACEMENT_TILE_16X16, "TILE_16x16"},   {GRIT_PLACEMENT_BLOCK_AOS, "BLOCK_AOS"},
    {GRIT_PLACEMENT_LINEAR_META, "LINEAR_META"}, {GRIT_PLACEMENT_META_M16N8K32, "META_M16N8K32"},
    {GRIT_PLACEMENT_PACK_K4_12B, "PACK_K4_12B"},
};

const char* grit_placement_name(uint64_t word) {
  for (size_t i = 0; i < sizeof kNames / sizeof kNames[0]; ++i) {
    if (kNames[i].word == word) {
      return kNames[i].name;
    }
  }
  return NULL;
}

bool grit_placement_known(uint64_t word) {
  enum { kLocalHash = 0x8, kOpaque = 0xF };
  const unsigned top = (unsigned)(word >> 60);
  return top == kLocalHash || top == kOpaque || grit_placement_name(word) != NULL;
}
