#include "harness/vectors/field_draws.h"

#include <algorithm>

namespace grit::vectors {
namespace {

std::uint64_t all_ones(unsigned bits) {
  return bits == 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1;
}

}  // namespace

std::vector<std::uint64_t> boundary_values(std::uint64_t right, unsigned bits) {
  const std::uint64_t mask = all_ones(bits);
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  std::uint64_t reversed = 0;
  for (unsigned byte = 0; byte < (bits + 7) / 8; ++byte) {
    reversed = reversed << 8 | (right >> 8 * byte & 0xFF);
  }
  std::vector<std::uint64_t> values = {0,        1,         mask,      mask - 1,     sign - 1, sign,
                                       sign + 1, right - 1, right + 1, right ^ sign, reversed};
  for (std::uint64_t& value : values) value &= mask;
  std::ranges::sort(values);
  const auto doubles = std::ranges::unique(values);
  values.erase(doubles.begin(), doubles.end());
  std::erase(values, right & mask);
  return values;
}

std::uint64_t other_value(Random& random, std::uint64_t right, unsigned bits) {
  const std::uint64_t mask = all_ones(bits);
  for (;;) {
    std::uint64_t value = 0;
    switch (random.below(6)) {
      case 0:
        value = 0;
        break;
      case 1:
        value = random.chance(1, 2) ? right + 1 : right - 1;
        break;
      case 2:
        value = mask - random.below(2);
        break;
      case 3:
        value = std::uint64_t{1} << random.below(bits);
        break;
      case 4:
        value = right ^ std::uint64_t{1} << random.below(bits);
        break;
      default:
        value = random.next();
        break;
    }
    if ((value & mask) != (right & mask)) return value & mask;
  }
}

}  // namespace grit::vectors
