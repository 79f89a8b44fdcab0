#include "harness/vectors/binary32_draws.h"

#include <bit>

namespace grit::vectors {
namespace {

constexpr int kBias = 127;
constexpr int kSmallest = -149;  // exponent of the smallest subnormal

// A magnitude of `width` significant bits (at most 24) whose lowest bit is worth 2^e.
std::uint32_t assemble(std::uint32_t significand, int e) {
  const auto width = static_cast<int>(std::bit_width(significand));  // unsigned in older libraries
  const int top = e + width - 1;
  if (top < -126) return significand << (e - kSmallest);
  const std::uint32_t normal = significand << (24 - width);
  return static_cast<std::uint32_t>(top + kBias) << 23 | (normal & 0x7FFFFF);
}

}  // namespace

std::uint32_t binary32(std::int64_t m, int e) {
  if (m == 0) return 0;
  auto significand = static_cast<std::uint32_t>(m < 0 ? -m : m);
  const int zeros = std::countr_zero(significand);
  significand >>= zeros;
  return assemble(significand, e + zeros) | (m < 0 ? kSign : 0);
}

std::uint32_t random_binary32(Random& random, int low, int high) {
  const auto top = static_cast<int>(random.between(low, high));
  const int bits = top < -126 ? top - kSmallest : 23;  // below the leading one
  const auto fraction = static_cast<std::uint32_t>(random.below(std::uint64_t{1} << bits));
  const std::uint32_t sign = random.chance(1, 2) ? kSign : 0;
  return assemble(std::uint32_t{1} << bits | fraction, top - bits) | sign;
}

std::uint32_t random_nan(Random& random) {
  const auto payload = static_cast<std::uint32_t>(1 + random.below(0x7FFFFF));
  return kInfinity | payload | (random.chance(1, 2) ? kSign : 0);
}

std::uint32_t random_zero(Random& random) { return random.chance(1, 2) ? kSign : 0; }

std::uint32_t not_finite(Random& random) {
  switch (random.below(3)) {
    case 0:
      return kInfinity;
    case 1:
      return kInfinity | kSign;
    default:
      return random_nan(random);
  }
}

protocol::Words values_between(Random& random, std::size_t count, int low, int high) {
  protocol::Words words(count);
  for (std::uint32_t& word : words) word = random_binary32(random, low, high);
  return words;
}

protocol::Words ordinary_values(Random& random, std::size_t count) {
  const auto low = static_cast<int>(random.between(-12, 8));
  return values_between(random, count, low, low + 7);
}

}  // namespace grit::vectors
