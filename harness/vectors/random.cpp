#include "harness/vectors/random.h"

namespace grit::vectors {
namespace {

constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio, odd

}  // namespace

std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

Random Random::stream(std::uint64_t seed, std::uint64_t number, std::uint64_t attempt) {
  // Each step adds the constant before it mixes, so that zeros do not stay zeros.
  const std::uint64_t by_seed = mix(seed + kGamma);
  const std::uint64_t by_number = mix((by_seed ^ number) + kGamma);
  return Random(mix((by_number ^ attempt) + kGamma));
}

std::uint64_t Random::next() {
  state_ += kGamma;
  return mix(state_);
}

std::uint64_t Random::below(std::uint64_t bound) {
  // Values at or above the largest multiple of bound would favour small remainders.
  const std::uint64_t limit = UINT64_MAX / bound * bound;
  for (;;) {
    const std::uint64_t value = next();
    if (value < limit) return value % bound;
  }
}

std::int64_t Random::between(std::int64_t low, std::int64_t high) {
  const std::uint64_t width =
      static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);  // modulo 2^64: exact
  const std::uint64_t offset = width == UINT64_MAX ? next() : below(width + 1);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset);
}

void Random::fill(std::span<std::byte> bytes) {
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(next() & 0xFF);
}

}  // namespace grit::vectors
