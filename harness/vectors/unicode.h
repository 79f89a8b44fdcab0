// Characters outside ASCII that text functions of languages treat as something inside it, and those
// that none does. The sets are those of Unicode 10 (2017), which every current library knows.
#ifndef GRIT_VECTORS_UNICODE_H_
#define GRIT_VECTORS_UNICODE_H_

#include <array>
#include <string>

#include "harness/vectors/random.h"

namespace grit::vectors {

// One to four bytes. Precondition: a scalar value, so no surrogate and at most U+10FFFF.
std::string to_utf8(char32_t character);

// The property White_Space beyond ASCII, all of it.
inline constexpr std::array<char32_t, 19> kForeignSpaces = {
    0x0085, 0x00A0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
    0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000};

// Zeros of decimal digits (general category Nd) beyond ASCII, of which each is followed by its
// script's 1 to 9: all scripts of the basic plane, some of the supplementary one, and the five
// mathematical alphabets.
inline constexpr std::array<char32_t, 54> kForeignZeros = {
    0x0660,  0x06F0,  0x07C0,  0x0966,  0x09E6,  0x0A66,  0x0AE6,  0x0B66,  0x0BE6,
    0x0C66,  0x0CE6,  0x0D66,  0x0DE6,  0x0E50,  0x0ED0,  0x0F20,  0x1040,  0x1090,
    0x17E0,  0x1810,  0x1946,  0x19D0,  0x1A80,  0x1A90,  0x1B50,  0x1BB0,  0x1C40,
    0x1C50,  0xA620,  0xA8D0,  0xA900,  0xA9D0,  0xA9F0,  0xAA50,  0xABF0,  0xFF10,
    0x104A0, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x11450, 0x114D0, 0x11650, 0x116C0,
    0x11730, 0x118E0, 0x16A60, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E950};

// Any scalar value from U+0080 on that no case mapping turns into ASCII and that is neither white
// space nor a decimal digit; each length of UTF-8 as often as the others.
char32_t plain_foreign(Random& random);

// Whether it is one that plain_foreign may give. Precondition: a scalar value.
bool is_plain_foreign(char32_t character);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_UNICODE_H_
