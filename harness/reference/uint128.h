// A plain 128-bit unsigned integer: the width that the size equations (spec §6) and FNV-1a-128
// (spec §7) need, on every compiler, including those without __int128.
//
// Arithmetic is modulo 2^128, as unsigned integers are in C++. The callers' bounds are stated where
// they rely on nothing being lost.
#ifndef GRIT_REFERENCE_UINT128_H_
#define GRIT_REFERENCE_UINT128_H_

#include <compare>
#include <cstdint>

namespace grit::reference {

struct Uint128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  constexpr Uint128() = default;
  constexpr explicit Uint128(std::uint64_t value) : low(value) {}
  constexpr Uint128(std::uint64_t high_word, std::uint64_t low_word)
      : high(high_word), low(low_word) {}

  // Members in order of significance, so the defaulted comparison is the numeric one.
  friend constexpr auto operator<=>(const Uint128&, const Uint128&) = default;
};

constexpr Uint128 add(Uint128 a, Uint128 b) {
  const std::uint64_t low = a.low + b.low;
  const std::uint64_t carry = low < a.low ? 1 : 0;
  return {a.high + b.high + carry, low};
}

// a * b in base 2^32: four columns, each carry below 2^32.
constexpr Uint128 multiply(Uint128 a, std::uint32_t b) {
  const std::uint64_t limb[4] = {a.low & 0xFFFFFFFFu, a.low >> 32, a.high & 0xFFFFFFFFu,
                                 a.high >> 32};
  std::uint64_t product[4] = {};
  std::uint64_t carry = 0;
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t column = limb[i] * b + carry;  // <= (2^32-1)^2 + 2^32-1 < 2^64
    product[i] = column & 0xFFFFFFFFu;
    carry = column >> 32;
  }
  return {product[3] << 32 | product[2], product[1] << 32 | product[0]};
}

// ceil(a / 8): bits to bytes.
constexpr Uint128 ceil_div8(Uint128 a) {
  const Uint128 quotient{a.high >> 3, a.high << 61 | a.low >> 3};
  return (a.low & 7) != 0 ? add(quotient, Uint128{1}) : quotient;
}

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_UINT128_H_
