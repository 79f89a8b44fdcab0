#include "harness/reference/binary32.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace grit::reference {
namespace {

// The exponent of the last place of a subnormal: the finest that binary32 has.
constexpr std::int64_t kFinestExponent = -149;

std::uint32_t with_sign(bool negative, std::uint32_t magnitude) {
  return negative ? magnitude | kSign32 : magnitude;
}

}  // namespace

Unpacked32 unpack32(std::uint32_t x) {
  const std::uint32_t field = (x >> 23) & 0xFF;
  const std::uint32_t mantissa = x & 0x7FFFFF;
  if (field == 0) return {mantissa, -149};
  return {mantissa | 0x800000, static_cast<int>(field) - 150};
}

std::uint32_t round_to_binary32(bool negative, std::uint64_t significand, std::int64_t exponent,
                                bool sticky) {
  if (significand == 0) return with_sign(negative, 0);
  const auto bits = static_cast<int>(std::bit_width(significand));
  const std::int64_t top = exponent + bits - 1;  // 2^top <= value < 2^(top+1)
  if (top > 127) return with_sign(negative, kInfinity32);

  // The last place of the result, and how many bits of the significand lie below it.
  const std::int64_t place = std::max<std::int64_t>(top - 23, kFinestExponent);
  const std::int64_t below = place - exponent;
  std::uint64_t quotient = 0;
  if (below <= 0) {
    quotient = significand << -below;
  } else if (below <= bits) {
    // The discarded bits as a fraction of one place, scaled to 64 bits: below == 64 included.
    const std::uint64_t discarded = significand << (64 - below);
    quotient = below == 64 ? 0 : significand >> below;
    constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;
    const bool tie = discarded == kHalf && !sticky;
    if (tie ? (quotient & 1) != 0 : discarded >= kHalf) ++quotient;
  }  // else less than half of the finest place: zero

  // The implicit bit of a normal quotient adds the missing one to the exponent field, and a carry
  // out of the mantissa moves on to the next binade, or to infinity, by itself.
  const auto field = static_cast<std::uint32_t>(place - kFinestExponent);
  return with_sign(negative, (field << 23) + static_cast<std::uint32_t>(quotient));
}

std::uint32_t add32(std::uint32_t a, std::uint32_t b) {
  if (is_nan32(a) || is_nan32(b)) return kNan32;
  if (is_infinite32(a)) return is_infinite32(b) && a != b ? kNan32 : a;
  if (is_infinite32(b)) return b;

  Unpacked32 ua = unpack32(a);
  Unpacked32 ub = unpack32(b);
  if (ua.exponent < ub.exponent) {
    std::swap(a, b);
    std::swap(ua, ub);
  }
  // Up to here the wider operand, shifted onto the exponent of the other, fits 62 bits.
  constexpr int kExactShift = 38;
  const int distance = ua.exponent - ub.exponent;
  if (distance <= kExactShift) {
    const auto wide = static_cast<std::int64_t>(ua.significand) << distance;
    const auto narrow = static_cast<std::int64_t>(ub.significand);
    const std::int64_t sum =
        (is_negative32(a) ? -wide : wide) + (is_negative32(b) ? -narrow : narrow);
    if (sum == 0) return is_negative32(a) && is_negative32(b) ? kSign32 : 0;  // x - x is +0
    return round_to_binary32(sum < 0, static_cast<std::uint64_t>(sum < 0 ? -sum : sum),
                             ub.exponent);
  }
  // b lies more than 38 - 24 bits below the last place of a (which is normal, or the exponents
  // would be equal): only whether it is there, and its sign, can matter beyond these bits.
  const int lost_bits = std::min(distance - kExactShift, 32);
  const std::uint64_t kept = std::uint64_t{ub.significand} >> lost_bits;
  const bool lost = (kept << lost_bits) != ub.significand;
  const std::uint64_t wide = std::uint64_t{ua.significand} << kExactShift;
  const bool same_sign = is_negative32(a) == is_negative32(b);
  // Subtracting kept + fraction leaves one unit less, and 1 - fraction above it.
  const std::uint64_t significand = same_sign ? wide + kept : wide - kept - (lost ? 1 : 0);
  return round_to_binary32(is_negative32(a), significand, ua.exponent - kExactShift, lost);
}

std::uint32_t subtract32(std::uint32_t a, std::uint32_t b) { return add32(a, negate32(b)); }

std::uint32_t multiply32(std::uint32_t a, std::uint32_t b) {
  if (is_nan32(a) || is_nan32(b)) return kNan32;
  const bool negative = is_negative32(a) != is_negative32(b);
  if (is_infinite32(a) || is_infinite32(b)) {
    if (is_zero32(a) || is_zero32(b)) return kNan32;
    return with_sign(negative, kInfinity32);
  }
  const Unpacked32 ua = unpack32(a);
  const Unpacked32 ub = unpack32(b);
  return round_to_binary32(negative, std::uint64_t{ua.significand} * ub.significand,
                           ua.exponent + ub.exponent);
}

std::uint32_t divide32(std::uint32_t a, std::uint32_t b) {
  if (is_nan32(a) || is_nan32(b)) return kNan32;
  const bool negative = is_negative32(a) != is_negative32(b);
  if (is_infinite32(a)) return is_infinite32(b) ? kNan32 : with_sign(negative, kInfinity32);
  if (is_infinite32(b)) return with_sign(negative, 0);
  if (is_zero32(b)) return is_zero32(a) ? kNan32 : with_sign(negative, kInfinity32);
  if (is_zero32(a)) return with_sign(negative, 0);

  const Unpacked32 ua = unpack32(a);
  const Unpacked32 ub = unpack32(b);
  // With 63 bits above and at most 24 below, the quotient has at least 39: enough for `sticky`.
  const int shift = 63 - static_cast<int>(std::bit_width(ua.significand));
  const std::uint64_t dividend = std::uint64_t{ua.significand} << shift;
  const std::uint64_t quotient = dividend / ub.significand;
  const bool inexact = dividend % ub.significand != 0;
  return round_to_binary32(negative, quotient, ua.exponent - shift - ub.exponent, inexact);
}

bool less32(std::uint32_t a, std::uint32_t b) {
  const auto key = [](std::uint32_t x) {
    const auto magnitude = static_cast<std::int64_t>(magnitude32(x));
    return is_negative32(x) ? -magnitude : magnitude;
  };
  return key(a) < key(b);
}

}  // namespace grit::reference
