#include "harness/reference/plane_order.h"

#include <algorithm>

namespace grit::reference {

PlaneOrder plane_order(const Descriptor& descriptor, Shape shape) {
  PlaneOrder order;
  const bool two_levels = descriptor.n_levels == 2;
  const bool empty = std::ranges::find(shape, 0) != shape.end();
  if (!empty) {
    order.elements = 1;
    for (const std::int64_t extent : shape) order.elements *= static_cast<std::uint64_t>(extent);
    order.line_elements =
        static_cast<std::uint64_t>(shape[static_cast<std::size_t>(descriptor.group_axis)]);
    order.lines = order.elements / order.line_elements;
    order.line_codes = order.line_elements;
    if ((descriptor.flags & kFlagSparse) != 0) {
      order.line_codes = order.line_elements / descriptor.sp_m * descriptor.sp_n;
    }
    order.line_groups = order.line_elements / descriptor.k0;
  }
  if (two_levels) order.level1_groups = descriptor.k1 == 0 ? 1 : order.groups() / descriptor.k1;
  return order;
}

std::uint64_t code_count(const Descriptor& descriptor, const PlaneOrder& order, Plane plane) {
  switch (plane) {
    case Plane::kData:
      return order.lines * order.line_codes;
    case Plane::kScale0:
      return order.groups();
    case Plane::kScale1:
      return order.level1_groups * ((descriptor.flags & kFlagZpL1Scaled) != 0 ? 2 : 1);
    case Plane::kAux:
      if ((descriptor.flags & kFlagSparse) != 0) return order.lines * order.line_codes;
      return (descriptor.flags & kFlagHasZp) != 0 ? order.groups() : 0;
  }
  return 0;
}

std::uint64_t level1_group(const Descriptor& descriptor, std::uint64_t group) {
  return descriptor.k1 == 0 ? 0 : group / descriptor.k1;
}

std::uint64_t level0_group_of(const Descriptor& descriptor, Shape shape, std::uint64_t logical) {
  const auto group_axis = static_cast<std::size_t>(descriptor.group_axis);
  const std::vector<std::uint64_t> strides = line_strides(shape, group_axis);
  std::uint64_t line = 0;
  std::uint64_t within = 0;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(shape[axis]);
    const std::uint64_t coordinate = logical % extent;
    logical /= extent;
    line += coordinate * strides[axis];
    if (axis == group_axis) within = coordinate / descriptor.k0;
  }
  return line * plane_order(descriptor, shape).line_groups + within;
}

void StridedBox::add_axis(std::uint64_t extent, std::uint64_t stride) {
  if (extent != 1) axes_.push_back({extent, stride});
}

std::uint64_t StridedBox::offset(std::uint64_t point) const {
  std::uint64_t offset = 0;
  for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis) {
    offset += point % axis->extent * axis->stride;
    point /= axis->extent;
  }
  return offset;
}

std::vector<std::uint64_t> row_major_strides(Shape shape) {
  std::vector<std::uint64_t> strides(shape.size());
  std::uint64_t stride = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= static_cast<std::uint64_t>(shape[axis]);
  }
  return strides;
}

std::vector<std::uint64_t> line_strides(Shape shape, std::size_t group_axis) {
  std::vector<std::uint64_t> strides(shape.size());
  std::uint64_t stride = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (axis == group_axis) continue;
    strides[axis] = stride;
    stride *= static_cast<std::uint64_t>(shape[axis]);
  }
  return strides;
}

}  // namespace grit::reference
