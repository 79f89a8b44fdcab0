// Little-endian loads and stores, and hexadecimal text; the only place that knows the byte order.
#ifndef GRIT_REFERENCE_BYTES_H_
#define GRIT_REFERENCE_BYTES_H_

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace grit::reference {

// The little-endian number in `bytes`, at most eight of them.
constexpr std::uint64_t load_le(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  }
  return value;
}

// The same where the length is known: one load.
template <std::unsigned_integral Number>
Number load_le_as(std::span<const std::byte, sizeof(Number)> bytes) {
  Number value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return std::endian::native == std::endian::little ? value : std::byteswap(value);
}

// Fills `bytes` with the low bytes of `value`, least significant first.
constexpr void store_le(std::uint64_t value, std::span<std::byte> bytes) {
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(value & 0xFF);
    value >>= 8;
  }
}

// The bytes of a text, for hashing.
inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

// "0x" and `digits` lower-case hexadecimal digits, the low ones of `value`.
inline std::string hex(std::uint64_t value, int digits) {
  std::string text = "0x";
  for (int i = digits - 1; i >= 0; --i) text += "0123456789abcdef"[value >> (4 * i) & 0xF];
  return text;
}

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_BYTES_H_
