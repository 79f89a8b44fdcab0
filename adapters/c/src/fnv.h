// FNV-1a with 64 and 128 bits, one byte at a time (spec §7).
#ifndef GRIT_C_SRC_FNV_H_
#define GRIT_C_SRC_FNV_H_

#include <stddef.h>
#include <stdint.h>

#define GRIT_FNV64_BASIS UINT64_C(0xCBF29CE484222325)

// The hash `hash` continued by one byte.
static inline uint64_t grit_fnv64(uint64_t hash, uint8_t byte) {
  return (hash ^ byte) * UINT64_C(0x100000001B3);
}

struct grit_fnv128 {
  uint64_t high;
  uint64_t low;
};

#define GRIT_FNV128_BASIS \
  (struct grit_fnv128) { UINT64_C(0x6C62272E07BB0142), UINT64_C(0x62B821756295C58D) }

// The hash `hash` continued by `size` bytes.
struct grit_fnv128 grit_fnv128_bytes(struct grit_fnv128 hash, const uint8_t* bytes, size_t size);

// The 16 bytes of the hash, most significant first.
void grit_fnv128_store(struct grit_fnv128 hash, uint8_t bytes[16]);

#endif  // GRIT_C_SRC_FNV_H_
