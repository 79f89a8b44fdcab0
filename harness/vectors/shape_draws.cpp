#include "harness/vectors/shape_draws.h"

#include <algorithm>

namespace grit::vectors {

protocol::Shape hostile_shape(Random& random) {
  const std::int64_t rank = random.chance(7, 8) ? random.between(0, 6) : random.between(7, 255);
  protocol::Shape shape(static_cast<std::size_t>(rank));
  for (std::int64_t& extent : shape) extent = random.pick(kHostileExtents);
  return shape;
}

Product product_of(std::span<const std::int64_t> shape) {
  if (std::ranges::any_of(shape, [](std::int64_t extent) { return extent < 0; })) {
    return Product::kNegative;
  }
  if (std::ranges::find(shape, 0) != shape.end()) return Product::kZero;
  std::int64_t product = 1;
  for (const std::int64_t extent : shape) {
    if (product > std::numeric_limits<std::int64_t>::max() / extent) return Product::kTooLarge;
    product *= extent;
  }
  return Product::kFits;
}

std::vector<protocol::Shape> shapes_in_every_order(std::span<const std::int64_t> extents,
                                                   std::size_t most_rank, Product product) {
  std::vector<protocol::Shape> found;
  std::size_t count = 1;
  for (std::size_t rank = 1; rank <= most_rank; ++rank) {
    count *= extents.size();
    for (std::size_t index = 0; index < count; ++index) {
      protocol::Shape shape(rank);
      std::size_t rest = index;
      for (std::size_t axis = rank; axis-- > 0; rest /= extents.size()) {
        shape[axis] = extents[rest % extents.size()];
      }
      if (product_of(shape) == product) found.push_back(std::move(shape));
    }
  }
  return found;
}

}  // namespace grit::vectors
