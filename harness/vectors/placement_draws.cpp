#include "harness/vectors/placement_draws.h"

#include <cstdint>

namespace grit::vectors {

reference::Placement known_placement(Random& random) {
  switch (random.below(3)) {
    case 0:
      return random.pick(kWellKnownPlacements);
    case 1:
      return 0x8000000000000000 | random.next() >> 4;  // local hash
    default:
      return 0xF000000000000000 | random.next() >> 4;  // opaque
  }
}

reference::Placement reserved_class(Random& random) {
  static constexpr std::array<std::uint64_t, 12> kClasses = {2, 3,  4,  5,  6,  7,
                                                             9, 10, 11, 12, 13, 14};
  const std::uint64_t placement_class = random.pick(kClasses);
  const std::uint64_t number = random.chance(1, 2) ? random.next() >> 4 : random.below(0x21);
  return placement_class << 60 | number;
}

reference::Placement unknown_well_known(Random& random) {
  static constexpr std::array<std::uint64_t, 9> kNumbers = {
      0, 0x06, 0x07, 0x10, 0x13, 0x1F, 0x21, 0x0100000000000001, 0x0000000100000001};
  if (random.chance(2, 3)) return reference::kRowMajor - 1 + random.pick(kNumbers);
  return reference::kRowMajor - 1 + (0x22 + (random.next() >> 6));
}

}  // namespace grit::vectors
