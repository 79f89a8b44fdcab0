// Draws of binary32 values as bit patterns. Nothing here depends on floating-point arithmetic.
#ifndef GRIT_VECTORS_BINARY32_DRAWS_H_
#define GRIT_VECTORS_BINARY32_DRAWS_H_

#include <cstddef>
#include <cstdint>

#include "harness/protocol/payload.h"
#include "harness/vectors/random.h"

namespace grit::vectors {

inline constexpr std::uint32_t kSign = 0x80000000;
inline constexpr std::uint32_t kInfinity = 0x7F800000;
inline constexpr std::uint32_t kNan = 0x7FC00000;
inline constexpr std::uint32_t kMaxFinite = 0x7F7FFFFF;

// m · 2^e with the sign of m, exactly. Preconditions: |m| < 2^24, and the result is a binary32
// value or zero. A zero m gives +0.
std::uint32_t binary32(std::int64_t m, int e);

// A finite value of either sign whose exponent (of its leading bit) is in [low, high], ends
// included, -149 <= low <= high <= 127; random significand.
std::uint32_t random_binary32(Random& random, int low, int high);

// Any NaN: either sign, quiet or signalling, any payload.
std::uint32_t random_nan(Random& random);

// +0 or -0.
std::uint32_t random_zero(Random& random);

// Either infinity, or any NaN.
std::uint32_t not_finite(Random& random);

// `count` finite values of either sign with exponents in [low, high]: random_binary32 for each.
protocol::Words values_between(Random& random, std::size_t count, int low, int high);

// The same in a band of eight binades somewhere in the middle of the range: nothing overflows,
// underflows or dominates.
protocol::Words ordinary_values(Random& random, std::size_t count);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_BINARY32_DRAWS_H_
