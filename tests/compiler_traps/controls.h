// Decoders as one would write them down, in float. Compiled like what is under test, they have to
// go wrong: a trap that does not spring shows nothing.
#ifndef GRIT_TESTS_COMPILER_TRAPS_CONTROLS_H_
#define GRIT_TESTS_COMPILER_TRAPS_CONTROLS_H_

#include <array>
#include <cstdint>

namespace grit::traps {

// The binary32 bits of scale * code - minimum.
std::uint32_t scaled_less_minimum(float scale, float code, float minimum);

// The binary32 bits of the scale times each value of e2m1, by code.
std::array<std::uint32_t, 16> scaled_e2m1(float scale);

}  // namespace grit::traps

#endif  // GRIT_TESTS_COMPILER_TRAPS_CONTROLS_H_
