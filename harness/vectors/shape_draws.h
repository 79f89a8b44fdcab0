// Shapes that size arithmetic gets wrong (spec §6).
#ifndef GRIT_VECTORS_SHAPE_DRAWS_H_
#define GRIT_VECTORS_SHAPE_DRAWS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "harness/protocol/payload.h"
#include "harness/vectors/random.h"

namespace grit::vectors {

// Extents on both sides of every width that an implementation may use, the block sizes, zero, and
// negative ones.
inline constexpr std::array<std::int64_t, 20> kHostileExtents = {
    0,
    1,
    2,
    3,
    16,
    31,
    32,
    256,
    -1,
    -32,
    (std::int64_t{1} << 31) - 1,
    std::int64_t{1} << 31,
    std::int64_t{1} << 32,
    std::int64_t{1} << 53,
    std::int64_t{1} << 61,
    std::int64_t{1} << 62,
    std::numeric_limits<std::int64_t>::max() - 31,
    std::numeric_limits<std::int64_t>::max(),
    std::numeric_limits<std::int64_t>::min(),
    std::numeric_limits<std::int64_t>::min() + 32};

// Any of them, at a rank from 0 to 6, in one draw of eight from 7 to 255.
protocol::Shape hostile_shape(Random& random);

// What a product of extents is, in exact arithmetic.
enum class Product : std::uint8_t {
  kNegative,  // an extent is negative, whatever the others are: no answer
  kZero,      // an extent is zero, none negative
  kFits,      // 1 to 2^63 - 1
  kTooLarge,  // 2^63 or more
};
Product product_of(std::span<const std::int64_t> shape);

// Every shape of rank 1 to `most_rank` whose extents are among `extents`, so each product in every
// order, where the product is such a one. By rank, then in the order of `extents`, the last axis
// fastest.
std::vector<protocol::Shape> shapes_in_every_order(std::span<const std::int64_t> extents,
                                                   std::size_t most_rank, Product product);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_SHAPE_DRAWS_H_
