// Little-endian loads and stores at any alignment.
#ifndef GRIT_C_SRC_BYTES_H_
#define GRIT_C_SRC_BYTES_H_

#include <stdint.h>

static inline uint16_t grit_load16(const uint8_t* at) {
  return (uint16_t)(at[0] | (unsigned)at[1] << 8);
}

static inline uint32_t grit_load32(const uint8_t* at) {
  return grit_load16(at) | (uint32_t)grit_load16(at + 2) << 16;
}

static inline uint64_t grit_load64(const uint8_t* at) {
  return grit_load32(at) | (uint64_t)grit_load32(at + 4) << 32;
}

static inline void grit_store16(uint8_t* at, uint16_t value) {
  at[0] = (uint8_t)(value & 0xFF);
  at[1] = (uint8_t)(value >> 8);
}

static inline void grit_store32(uint8_t* at, uint32_t value) {
  grit_store16(at, (uint16_t)(value & 0xFFFF));
  grit_store16(at + 2, (uint16_t)(value >> 16));
}

static inline void grit_store64(uint8_t* at, uint64_t value) {
  grit_store32(at, (uint32_t)(value & 0xFFFFFFFF));
  grit_store32(at + 4, (uint32_t)(value >> 32));
}

#endif  // GRIT_C_SRC_BYTES_H_
