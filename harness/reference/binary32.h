// binary32 arithmetic on bit patterns (spec, "Words": one IEEE-754 operation, round to nearest
// even, gradual underflow, nothing fused).
//
// The operations are computed with integers. Hardware floating point would be right too, until a
// caller changes the rounding mode, sets flush-to-zero, compiles for x87 or lets the optimiser
// rewrite S * {-0, -.5, ...} as -(S * {...}), which flips the sign of a NaN. Here none of that can
// happen. Every operation is total and allocation-free, and a NaN result is always 0x7fc00000.
#ifndef GRIT_REFERENCE_BINARY32_H_
#define GRIT_REFERENCE_BINARY32_H_

#include <cstdint>

namespace grit::reference {

inline constexpr std::uint32_t kNan32 = 0x7FC00000;  // the only NaN that leaves decode
inline constexpr std::uint32_t kInfinity32 = 0x7F800000;
inline constexpr std::uint32_t kSign32 = 0x80000000;
inline constexpr std::uint32_t kOne32 = 0x3F800000;

constexpr std::uint32_t magnitude32(std::uint32_t x) { return x & ~kSign32; }
constexpr bool is_nan32(std::uint32_t x) { return magnitude32(x) > kInfinity32; }
constexpr bool is_infinite32(std::uint32_t x) { return magnitude32(x) == kInfinity32; }
constexpr bool is_finite32(std::uint32_t x) { return magnitude32(x) < kInfinity32; }
constexpr bool is_zero32(std::uint32_t x) { return magnitude32(x) == 0; }
constexpr bool is_negative32(std::uint32_t x) {
  return (x & kSign32) != 0;
}  // the sign bit, -0 too
constexpr std::uint32_t negate32(std::uint32_t x) { return x ^ kSign32; }

// A magnitude taken apart: value = significand * 2^exponent, significand < 2^24.
struct Unpacked32 {
  std::uint32_t significand = 0;
  int exponent = 0;
};

// The parts of |x|. Requires is_finite32(x).
Unpacked32 unpack32(std::uint32_t x);

// significand * 2^exponent, plus a bit more that is smaller than one unit of significand if
// `sticky`, rounded once to nearest even; infinity beyond the range. `sticky` needs a significand
// of at least 2^25, so that the unseen bits lie below the rounding position.
std::uint32_t round_to_binary32(bool negative, std::uint64_t significand, std::int64_t exponent,
                                bool sticky = false);

std::uint32_t add32(std::uint32_t a, std::uint32_t b);
std::uint32_t subtract32(std::uint32_t a, std::uint32_t b);
std::uint32_t multiply32(std::uint32_t a, std::uint32_t b);
std::uint32_t divide32(std::uint32_t a, std::uint32_t b);

// IEEE less-than on non-NaN operands: -0 and +0 are equal.
bool less32(std::uint32_t a, std::uint32_t b);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_BINARY32_H_
