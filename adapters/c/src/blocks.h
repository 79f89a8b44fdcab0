// Constants of the stored forms (spec §12.2, §12.3): ggml's blocks, and the tiles of the swizzle.
#ifndef GRIT_C_SRC_BLOCKS_H_
#define GRIT_C_SRC_BLOCKS_H_

enum {
  GRIT_GGML_BLOCK = 32,  // elements of an MXFP4 and of a Q8_0 block
  GRIT_MXFP4_BLOCK_BYTES = 17,
  GRIT_Q8_0_BLOCK_BYTES = 34,
  GRIT_Q4_K_BLOCK = 256,  // elements
  GRIT_Q4_K_BLOCK_BYTES = 144,
  GRIT_Q4_K_GROUPS = 8,
  GRIT_SWIZZLE_LINES = 128,  // of a tile of 512 bytes
  GRIT_SWIZZLE_GROUPS = 4
};

#endif  // GRIT_C_SRC_BLOCKS_H_
