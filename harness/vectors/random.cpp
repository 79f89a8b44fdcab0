#include "harness/vectors/random.h"

namespace grit::vectors {

Random Random::stream(std::uint64_t seed, std::uint64_t number, std::uint64_t attempt) {
  // Each step adds the constant before it mixes, so that zeros do not stay zeros.
  const std::uint64_t by_seed = mix(seed + kGamma);
  const std::uint64_t by_number = mix((by_seed ^ number) + kGamma);
  return Random(mix((by_number ^ attempt) + kGamma));
}

std::int64_t Random::between(std::int64_t low, std::int64_t high) {
  const std::uint64_t width =
      static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);  // modulo 2^64: exact
  const std::uint64_t offset = width == UINT64_MAX ? next() : below(width + 1);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset);
}

void Random::fill(std::span<std::byte> bytes) {
  std::uint64_t left = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i, left >>= 8) {
    if (i % 8 == 0) left = next();
    bytes[i] = static_cast<std::byte>(left & 0xFF);
  }
}

}  // namespace grit::vectors
