// What decode and encode share: the blocks of the registered grades, nibbles, code values.
#ifndef GRIT_C_SRC_CODEC_BLOCKS_H_
#define GRIT_C_SRC_CODEC_BLOCKS_H_

#include <stddef.h>
#include <stdint.h>

#include "binary32.h"
#include "grit_c/format.h"

// Elements under one level-0 scale, and under one level-1 pair of Q4KS; positions of a quad.
enum {
  GRIT_MXFP4_BLOCK = 32,
  GRIT_NVF4_BLOCK = 16,
  GRIT_Q4KS_BLOCK = 32,
  GRIT_Q4KS_SUPERBLOCK = 256,
  GRIT_I8S24_BLOCK = 32,
  GRIT_QUAD = 4
};

// Element i of a plane of 4-bit codes, the low half of a byte first.
static inline uint32_t grit_nibble(const uint8_t* plane, size_t i) {
  return i % 2 == 0 ? plane[i / 2] & 0xFu : (uint32_t)plane[i / 2] >> 4;
}

// Elements must be put in ascending order: the low half sets the whole byte.
static inline void grit_put_nibble(uint8_t* plane, size_t i, uint32_t code) {
  if (i % 2 == 0) {
    plane[i / 2] = (uint8_t)code;
  } else {
    plane[i / 2] = (uint8_t)(plane[i / 2] | code << 4);
  }
}

// The value of a code of a registered format.
static inline uint32_t grit_value_of(enum grit_format format, uint32_t code) {
  uint32_t bits = GRIT_BINARY32_NAN;
  (void)grit_format_decode((uint16_t)format, code, &bits);
  return bits;
}

#endif  // GRIT_C_SRC_CODEC_BLOCKS_H_
