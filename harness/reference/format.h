// Format words: the 16 bits that say how one stored code is read as a number (spec §1).
//
// Everything here is total and allocation-free. Values travel as binary32 bit patterns
// (std::uint32_t), never as float, so that no compiler option, rounding mode or flush-to-zero
// flag can change an answer.
#ifndef GRIT_REFERENCE_FORMAT_H_
#define GRIT_REFERENCE_FORMAT_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace grit::reference {

// A format word with its fields by name. Any 16 bits are a FormatWord; spec §1.
struct FormatWord {
  std::uint16_t bits = 0;

  constexpr unsigned width() const { return (bits & 0x1Fu) + 1; }       // 1..32, in bits
  constexpr unsigned precision() const { return (bits >> 5) & 0x1Fu; }  // the field p
  constexpr bool has_infinity() const { return ((bits >> 10) & 1u) != 0; }
  constexpr unsigned nan_encoding() const { return (bits >> 11) & 3u; }  // 3 is reserved
  constexpr bool is_unsigned() const { return ((bits >> 14) & 1u) != 0; }
  constexpr bool overrides_bias() const { return ((bits >> 15) & 1u) != 0; }

  constexpr bool is_absent() const { return bits == 0; }
  constexpr bool is_integer() const { return precision() == 31; }
  constexpr bool is_exponent_only() const { return precision() == 0; }

  friend constexpr bool operator==(FormatWord, FormatWord) = default;
};

inline constexpr FormatWord kAbsent{0x0000};
inline constexpr FormatWord kE2m1{0x2043};
inline constexpr FormatWord kE4m3{0x2887};
inline constexpr FormatWord kE8m0{0x4807};
inline constexpr FormatWord kBinary16{0x356F};
inline constexpr FormatWord kBinary32{0x371F};
inline constexpr FormatWord kU2{0x43E1};
inline constexpr FormatWord kU4{0x43E3};
inline constexpr FormatWord kU6{0x43E5};
inline constexpr FormatWord kU8{0x43E7};
inline constexpr FormatWord kS4{0x03E3};
inline constexpr FormatWord kS8{0x03E7};

// A format with a token in grade strings.
struct RegisteredFormat {
  std::string_view token;
  FormatWord word;
};

// The eleven registered formats, in the order of the table in spec §1.
inline constexpr std::array<RegisteredFormat, 11> kRegisteredFormats{{
    {"e2m1", kE2m1},
    {"e4m3", kE4m3},
    {"e8m0", kE8m0},
    {"binary16", kBinary16},
    {"binary32", kBinary32},
    {"u2", kU2},
    {"u4", kU4},
    {"u6", kU6},
    {"u8", kU8},
    {"s4", kS4},
    {"s8", kS8},
}};
std::span<const RegisteredFormat> registered_formats();

// The token of a registered word; empty for every other word, the absent one included.
std::string_view format_token(FormatWord word);

// The word of a token written exactly as in spec §1 (aliases are grade syntax, spec §3).
std::optional<FormatWord> format_from_token(std::string_view token);

// Whether codes of this word have values: not the absent word, not nan_enc 3, not a float without
// room for an exponent bit. Spec §1.
bool decodable(FormatWord word);

// The value of `code`, masked to the width, rounded once to binary32: bit pattern, every NaN
// 0x7fc00000. Nothing where the word is not decodable. Spec §1.
std::optional<std::uint32_t> decode_format(FormatWord word, std::uint32_t code);

// How encode_format rounds a float between two neighbouring codes. Integers and e8m0 always round
// to nearest even.
enum class Projection : std::uint8_t {
  kNearestEven,  // ties to the even stored code
  kTowardZero,   // the code of the smaller magnitude: er=rtz, used by NVF4_RTZ (spec §9)
};

// The stored code of the binary32 bit pattern `value`. Nothing where the word is not registered,
// or where `value` is NaN and the format has none (e2m1 and the integers). Spec §1.
std::optional<std::uint32_t> encode_format(FormatWord word, std::uint32_t value,
                                           Projection projection = Projection::kNearestEven);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_FORMAT_H_
