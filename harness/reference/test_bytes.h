// Helpers of this room's tests: bytes written as hexadecimal text.
#ifndef GRIT_REFERENCE_TEST_BYTES_H_
#define GRIT_REFERENCE_TEST_BYTES_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grit::reference {

// The bytes of hexadecimal digits; blanks are skipped.
inline std::vector<std::byte> from_hex(std::string_view text) {
  std::vector<std::byte> bytes;
  int pending = -1;
  for (const char c : text) {
    if (c == ' ') continue;
    const int digit = c <= '9' ? c - '0' : c - 'a' + 10;
    if (pending < 0) {
      pending = digit;
    } else {
      bytes.push_back(static_cast<std::byte>(pending * 16 + digit));
      pending = -1;
    }
  }
  return bytes;
}

inline std::string to_hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) >> 4];
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

template <std::size_t kCount>
std::array<std::byte, kCount> array_from_hex(std::string_view text) {
  const std::vector<std::byte> bytes = from_hex(text);
  std::array<std::byte, kCount> result{};
  std::copy_n(bytes.begin(), std::min(bytes.size(), kCount), result.begin());
  return result;
}

// `count` bytes of one value.
inline std::vector<std::byte> filled(std::size_t count, unsigned value) {
  return std::vector<std::byte>(count, static_cast<std::byte>(value));
}

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_TEST_BYTES_H_
