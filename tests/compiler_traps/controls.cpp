#include "tests/compiler_traps/controls.h"

#include <bit>

namespace grit::traps {

std::uint32_t scaled_less_minimum(float scale, float code, float minimum) {
  return std::bit_cast<std::uint32_t>(scale * code - minimum);
}

std::array<std::uint32_t, 16> scaled_e2m1(float scale) {
  constexpr float kValues[] = {0,   0.5F,  1,   1.5F,  2,  3,  4,  6,
                               -0., -0.5F, -1., -1.5F, -2, -3, -4, -6};
  std::array<std::uint32_t, 16> bits;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = std::bit_cast<std::uint32_t>(scale * kValues[i]);
  }
  return bits;
}

}  // namespace grit::traps
