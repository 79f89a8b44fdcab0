// Draws of planes and of the codes in them, for decode and whatever reads planes.
#ifndef GRIT_VECTORS_PLANE_DRAWS_H_
#define GRIT_VECTORS_PLANE_DRAWS_H_

#include <cstddef>
#include <cstdint>

#include "harness/protocol/messages.h"
#include "harness/vectors/arrays.h"
#include "harness/vectors/random.h"

namespace grit::vectors {

// Indices of protocol::Planes.
inline constexpr std::size_t kDataPlane = 0;
inline constexpr std::size_t kScale0Plane = 1;
inline constexpr std::size_t kScale1Plane = 2;
inline constexpr std::size_t kAuxPlane = 3;

// Writes the `index`-th little-endian word of a plane. Precondition: the plane has it.
void put16(protocol::Bytes& bytes, std::size_t index, std::uint16_t value);
void put32(protocol::Bytes& bytes, std::size_t index, std::uint32_t value);

// Codes of binary16: a normal number of either sign whose exponent field is in [1, high]; any NaN;
// either infinity.
std::uint16_t finite_half(Random& random, unsigned high);
std::uint16_t nan_half(Random& random);
std::uint16_t infinite_half(Random& random);

// An e4m3 code that is neither NaN nor a zero.
std::byte plain_e4m3(Random& random);

// random_planes(random, grade, numel) whose every product is finite: scales without NaN, infinity,
// zero or extremes. Precondition: numel is a multiple of block(grade).
protocol::Planes plain_planes(Random& random, GradeName grade, std::int64_t numel);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_PLANE_DRAWS_H_
