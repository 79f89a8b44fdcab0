// The random numbers of the generators: SplitMix64 (Steele, Lea, Flood 2014), written out.
//
// Everything is defined on 64-bit integers, so one seed gives one sequence on every compiler,
// library and platform. The distributions of <random> promise no such thing and are not used.
#ifndef GRIT_VECTORS_RANDOM_H_
#define GRIT_VECTORS_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace grit::vectors {

// The output function of SplitMix64: a bijection on 64 bits that spreads every input bit.
constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // A generator for one numbered purpose under a seed. Neighbouring numbers give unrelated
  // sequences, so case i can be drawn without drawing the cases before it.
  static Random stream(std::uint64_t seed, std::uint64_t number, std::uint64_t attempt = 0);

  std::uint64_t next() {
    state_ += kGamma;
    return mix(state_);
  }

  // Uniform in [0, bound), without modulo bias. Precondition: bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    for (;;) {
      const std::uint64_t value = next();
      const std::uint64_t remainder = value % bound;
      // Behind the last whole run of `bound` values small remainders would be favoured.
      if (value - remainder <= UINT64_MAX - bound) return remainder;
    }
  }

  // Uniform in [low, high], ends included. Precondition: low <= high.
  std::int64_t between(std::int64_t low, std::int64_t high);

  // True `numerator` times out of `denominator`. Precondition: denominator > 0.
  bool chance(std::uint64_t numerator, std::uint64_t denominator) {
    return below(denominator) < numerator;
  }

  // An element of a non-empty array, vector or span.
  template <typename Range>
  decltype(auto) pick(const Range& range) {
    return range[static_cast<std::size_t>(below(std::size(range)))];
  }

  // Fisher-Yates.
  template <typename Range>
  void shuffle(Range& range) {
    for (std::size_t left = std::size(range); left > 1; --left) {
      std::swap(range[left - 1], range[static_cast<std::size_t>(below(left))]);
    }
  }

  void fill(std::span<std::byte> bytes);

 private:
  static constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15;  // 2^64 by the golden ratio, odd

  std::uint64_t state_;
};

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_RANDOM_H_
