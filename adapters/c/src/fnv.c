#include "fnv.h"

// hash × (2^88 + 0x13B) modulo 2^128. The lower half is one multiplication, so that a byte waits
// for no more than that; what it carries into the upper half comes from 32-bit limbs, whose
// products fit into 64 bits.
static struct grit_fnv128 times_prime(struct grit_fnv128 hash) {
  const uint64_t factor = 0x13B;
  const uint64_t lower = (hash.low & UINT32_MAX) * factor;
  const uint64_t upper = (hash.low >> 32) * factor + (lower >> 32);
  return (struct grit_fnv128){hash.high * factor + (upper >> 32) + (hash.low << 24),
                              hash.low * factor};
}

struct grit_fnv128 grit_fnv128_bytes(struct grit_fnv128 hash, const uint8_t* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    hash.low ^= bytes[i];
    hash = times_prime(hash);
  }
  return hash;
}

void grit_fnv128_store(struct grit_fnv128 hash, uint8_t bytes[16]) {
  for (unsigned i = 0; i < 8; ++i) {
    bytes[i] = (uint8_t)(hash.high >> (56 - 8 * i) & 0xFF);
    bytes[8 + i] = (uint8_t)(hash.low >> (56 - 8 * i) & 0xFF);
  }
}
