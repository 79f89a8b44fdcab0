// Codes in a string of bits (spec §11.4).
#ifndef GRIT_C_SRC_BIT_STRING_H_
#define GRIT_C_SRC_BIT_STRING_H_

#include <stdbool.h>
#include <stdint.h>

// The `width` bits, 1 to 32, from bit number `bit` on: with lsb bit b is bit b mod 8 of its byte
// and the code's lowest bit comes first, with msb bit b is bit 7 − b mod 8 and the highest comes
// first.
uint32_t grit_bits_get(const uint8_t* bytes, uint64_t bit, unsigned width, bool msb_first);

// Writes the lowest `width` bits of `code` over bits that are 0.
void grit_bits_put(uint8_t* bytes, uint64_t bit, unsigned width, bool msb_first, uint32_t code);

#endif  // GRIT_C_SRC_BIT_STRING_H_
