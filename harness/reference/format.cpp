#include "harness/reference/format.h"

#include <algorithm>
#include <array>

#include "harness/reference/binary32.h"

namespace grit::reference {
namespace {

constexpr std::uint32_t kHalf32 = 0x3F000000;

// The bits of an exponent field that a float word leaves; zero or negative where there is no room.
int exponent_bits(FormatWord word) {
  const int sign_bits = word.is_unsigned() ? 0 : 1;
  const int mantissa_bits = static_cast<int>(word.precision()) - 1;
  return static_cast<int>(word.width()) - sign_bits - mantissa_bits;
}

std::uint32_t code_mask(FormatWord word) { return 0xFFFFFFFFu >> (32 - word.width()); }

std::uint32_t decode_integer(FormatWord word, std::uint32_t code) {
  const std::uint32_t sign_bit = std::uint32_t{1} << (word.width() - 1);
  if (word.is_unsigned() || (code & sign_bit) == 0) return round_to_binary32(false, code, 0);
  const std::uint64_t modulus = std::uint64_t{1} << word.width();
  return round_to_binary32(true, modulus - code, 0);
}

std::uint32_t decode_exponent(FormatWord word, std::uint32_t code) {
  if (word.nan_encoding() != 0 && code == code_mask(word)) return kNan32;
  const std::int64_t bias = (std::int64_t{1} << (word.width() - 1)) - 1;
  return round_to_binary32(false, 1, std::int64_t{code} - bias);
}

std::uint32_t decode_float(FormatWord word, std::uint32_t code) {
  const int mantissa_bits = static_cast<int>(word.precision()) - 1;
  const int field_bits = exponent_bits(word);
  const std::uint32_t mantissa_ones = (std::uint32_t{1} << mantissa_bits) - 1;
  const std::uint32_t field_ones = 0xFFFFFFFFu >> (32 - field_bits);
  const std::uint32_t mantissa = code & mantissa_ones;
  const std::uint32_t field = (code >> mantissa_bits) & field_ones;
  const bool negative = !word.is_unsigned() && (code >> (word.width() - 1)) != 0;

  if (field == field_ones) {
    if (word.has_infinity()) {
      return mantissa != 0 ? kNan32 : kInfinity32 | (negative ? kSign32 : 0);
    }
    if (word.nan_encoding() == 1 && mantissa == mantissa_ones) return kNan32;
    if (word.nan_encoding() == 2 && mantissa != 0) return kNan32;
  }
  // A subnormal has the exponent of the first binade and no implicit bit.
  const std::int64_t bias = (std::int64_t{1} << (field_bits - 1)) - 1;
  const std::uint32_t implicit = field == 0 ? 0 : std::uint32_t{1} << mantissa_bits;
  const std::int64_t exponent = (field == 0 ? 1 : std::int64_t{field}) - bias - mantissa_bits;
  return round_to_binary32(negative, mantissa | implicit, exponent);
}

// Rounded half to even and clamped to the symmetric range of the format; NaN is the caller's case.
std::uint32_t encode_integer(FormatWord word, std::uint32_t value) {
  const std::int64_t highest =
      (std::int64_t{1} << (word.width() - (word.is_unsigned() ? 0 : 1))) - 1;
  const std::int64_t lowest = word.is_unsigned() ? 0 : -highest;

  std::int64_t magnitude = highest;
  if (is_finite32(value)) {
    const Unpacked32 parts = unpack32(value);
    if (parts.exponent >= 0) {
      // At least 2^23 unless zero, which has another exponent: beyond every registered integer.
      magnitude = highest;
    } else if (parts.exponent < -25) {
      magnitude = 0;  // below 2^24 * 2^-26: less than half
    } else {
      const int below = -parts.exponent;
      const std::uint32_t half = std::uint32_t{1} << (below - 1);
      const std::uint32_t discarded = parts.significand & (2 * half - 1);
      std::uint32_t whole = parts.significand >> below;
      if (discarded > half || (discarded == half && (whole & 1) != 0)) ++whole;
      magnitude = whole;
    }
  }
  const std::int64_t rounded = is_negative32(value) ? -magnitude : magnitude;
  return static_cast<std::uint32_t>(std::clamp(rounded, lowest, highest)) & code_mask(word);
}

// What encode needs to know of a float narrower than binary32. Codes 0..largest have ascending
// magnitudes.
struct NarrowFloat {
  FormatWord word;
  std::uint32_t largest;  // code of the largest finite magnitude
  std::uint32_t sign;     // sign bit; zero where the format has no sign
  std::optional<std::uint32_t> nan;
  std::optional<std::uint32_t> infinity;  // nothing: infinity clamps
};

constexpr std::array<NarrowFloat, 4> kNarrowFloats{{
    {kE2m1, 0x7, 0x8, std::nullopt, std::nullopt},
    {kE4m3, 0x7E, 0x80, 0x7F, std::nullopt},
    {kE8m0, 0xFE, 0, 0xFF, std::nullopt},
    {kBinary16, 0x7BFF, 0x8000, 0x7E00, 0x7C00},
}};

std::uint32_t value_of(FormatWord word, std::uint32_t code) {
  return word.is_exponent_only() ? decode_exponent(word, code) : decode_float(word, code);
}

std::optional<std::uint32_t> encode_narrow(const NarrowFloat& format, std::uint32_t value,
                                           Projection projection) {
  if (is_nan32(value)) return format.nan;
  const std::uint32_t sign = is_negative32(value) ? format.sign : 0;
  if (is_infinite32(value) && format.infinity) return *format.infinity | sign;

  // The largest code whose magnitude is not above the value's, or 0. Bit patterns of magnitudes
  // order as the magnitudes do.
  const std::uint32_t magnitude = magnitude32(value);
  std::uint32_t code = 0;
  std::uint32_t last = format.largest;
  while (code < last) {
    const std::uint32_t middle = last - (last - code) / 2;
    if (value_of(format.word, middle) <= magnitude) {
      code = middle;
    } else {
      last = middle - 1;
    }
  }
  if (code == format.largest) return code | sign;

  // The midpoint of neighbours has one bit more than they have: exact in binary32.
  const std::uint32_t midpoint =
      multiply32(kHalf32, add32(value_of(format.word, code), value_of(format.word, code + 1)));
  const bool even = (code & 1) == 0;
  const bool up = magnitude > midpoint || (magnitude == midpoint && !even);
  if (up && (projection == Projection::kNearestEven || format.word.is_exponent_only())) ++code;
  return code | sign;
}

}  // namespace

std::span<const RegisteredFormat> registered_formats() { return kRegisteredFormats; }

std::string_view format_token(FormatWord word) {
  for (const RegisteredFormat& format : kRegisteredFormats) {
    if (format.word == word) return format.token;
  }
  return {};
}

std::optional<FormatWord> format_from_token(std::string_view token) {
  for (const RegisteredFormat& format : kRegisteredFormats) {
    if (format.token == token) return format.word;
  }
  return std::nullopt;
}

bool decodable(FormatWord word) {
  if (word.is_absent() || word.nan_encoding() == 3) return false;
  return word.is_integer() || word.is_exponent_only() || exponent_bits(word) > 0;
}

std::optional<std::uint32_t> decode_format(FormatWord word, std::uint32_t code) {
  if (!decodable(word)) return std::nullopt;
  code &= code_mask(word);
  if (word.is_integer()) return decode_integer(word, code);
  return value_of(word, code);
}

std::optional<std::uint32_t> encode_format(FormatWord word, std::uint32_t value,
                                           Projection projection) {
  if (word == kBinary32) return is_nan32(value) ? kNan32 : value;
  for (const NarrowFloat& format : kNarrowFloats) {
    if (format.word == word) return encode_narrow(format, value, projection);
  }
  if (format_token(word).empty() || is_nan32(value)) return std::nullopt;
  return encode_integer(word, value);
}

}  // namespace grit::reference
