// Format words: 16 bits that say how a stored code is a number (spec §1).
#ifndef GRIT_C_FORMAT_H_
#define GRIT_C_FORMAT_H_

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The registered words. 0 means that the format is absent.
enum grit_format {
  GRIT_FORMAT_ABSENT = 0x0000,
  GRIT_FORMAT_E2M1 = 0x2043,
  GRIT_FORMAT_E4M3 = 0x2887,
  GRIT_FORMAT_E8M0 = 0x4807,
  GRIT_FORMAT_BINARY16 = 0x356F,
  GRIT_FORMAT_BINARY32 = 0x371F,
  GRIT_FORMAT_U2 = 0x43E1,
  GRIT_FORMAT_U4 = 0x43E3,
  GRIT_FORMAT_U6 = 0x43E5,
  GRIT_FORMAT_U8 = 0x43E7,
  GRIT_FORMAT_S4 = 0x03E3,
  GRIT_FORMAT_S8 = 0x03E7
};

// Bits of one code, 1 to 32. The absent word counts as 1.
unsigned grit_format_width(uint16_t word);

// The canonical token of a registered word ("e2m1"), or null.
const char* grit_format_token(uint16_t word);

// Whether codes of this word have values: every word but the absent one, those with nan_enc 3, and
// floats without room for an exponent bit.
bool grit_format_decodable(uint16_t word);

// Writes the binary32 bits of `code`, masked to the width, to *bits. NaN is always 0x7fc00000.
// False, and *bits untouched, where the word is not decodable.
bool grit_format_decode(uint16_t word, uint32_t code, uint32_t* bits);

// Whether encoding is defined for this word: the registered ones.
bool grit_format_encodable(uint16_t word);

// Writes the code nearest to the binary32 value `bits`, ties to the even code, to *code.
// False, and *code untouched, where the word is not encodable, or for a NaN in a format without
// one.
bool grit_format_encode(uint16_t word, uint32_t bits, uint32_t* code);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_FORMAT_H_
