#include "harness/vectors/unicode.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace grit::vectors {
namespace {

// What some case mapping takes to an ASCII letter, alone or among others: sharp s, dotted and
// dotless i, n with apostrophe, long s, j with caron, h, t, w, y and a with marks, capital sharp s,
// the Kelvin sign, and the ligatures.
constexpr std::array<std::pair<char32_t, char32_t>, 10> kCaseMapped = {{{0x00DF, 0x00DF},
                                                                        {0x0130, 0x0131},
                                                                        {0x0149, 0x0149},
                                                                        {0x017F, 0x017F},
                                                                        {0x01F0, 0x01F0},
                                                                        {0x1E96, 0x1E9A},
                                                                        {0x1E9B, 0x1E9E},
                                                                        {0x212A, 0x212A},
                                                                        {0xFB00, 0xFB06},
                                                                        {0xFB13, 0xFB17}}};

// Scalar values whose UTF-8 has two, three (below and above the surrogates) and four bytes.
constexpr std::array<std::pair<char32_t, char32_t>, 4> kRanges = {
    {{0x80, 0x7FF}, {0x800, 0xD7FF}, {0xE000, 0xFFFF}, {0x10000, 0x10FFFF}}};

bool is_within(char32_t character, std::span<const std::pair<char32_t, char32_t>> ranges) {
  return std::ranges::any_of(ranges, [character](const auto& range) {
    return range.first <= character && character <= range.second;
  });
}

char tail(char32_t bits) { return static_cast<char>(0x80 | (bits & 0x3F)); }

}  // namespace

std::string to_utf8(char32_t character) {
  if (character < 0x80) return {static_cast<char>(character)};
  if (character < 0x800) return {static_cast<char>(0xC0 | character >> 6), tail(character)};
  if (character < 0x10000) {
    return {static_cast<char>(0xE0 | character >> 12), tail(character >> 6), tail(character)};
  }
  return {static_cast<char>(0xF0 | character >> 18), tail(character >> 12), tail(character >> 6),
          tail(character)};
}

bool is_plain_foreign(char32_t character) {
  const bool is_space = std::ranges::find(kForeignSpaces, character) != kForeignSpaces.end();
  const bool is_digit = std::ranges::any_of(kForeignZeros, [character](char32_t zero) {
    return zero <= character && character < zero + 10;
  });
  return character >= 0x80 && !is_space && !is_digit && !is_within(character, kCaseMapped);
}

char32_t plain_foreign(Random& random) {
  // Both ranges of three bytes are one length.
  const std::uint64_t length = random.below(3);
  std::size_t range = length == 2 ? 3 : static_cast<std::size_t>(length);
  if (length == 1 && random.chance(1, 4)) range = 2;
  const auto& [first, last] = kRanges[range];
  for (;;) {
    const auto character = static_cast<char32_t>(first + random.below(last - first + 1));
    if (is_plain_foreign(character)) return character;
  }
}

}  // namespace grit::vectors
