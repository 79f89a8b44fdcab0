// Plane order: lines along the group axis, and how their numbers relate to coordinates (spec
// §11.3).
#ifndef GRIT_REFERENCE_PLANE_ORDER_H_
#define GRIT_REFERENCE_PLANE_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/reference/descriptor.h"
#include "harness/reference/view.h"

namespace grit::reference {

// How many of everything an array has. Of an empty array all numbers are 0, whatever its extents
// are, but for level1_groups with k1 = 0: nothing of it is laid out, so no loop follows an extent.
struct PlaneOrder {
  std::uint64_t elements = 0;
  std::uint64_t lines = 0;
  std::uint64_t line_elements = 0;  // extent of the group axis
  std::uint64_t line_codes = 0;     // stored elements of a line; also its survivor indices
  std::uint64_t line_groups = 0;    // level-0 groups of a line
  std::uint64_t level1_groups = 0;

  std::uint64_t groups() const { return lines * line_groups; }
};

// Requires group_axis to be an axis, no negative extent, at most 2^63 - 1 elements, and k0 and,
// with SPARSE, sp_m to divide the extent of the group axis. k1 need not divide the groups:
// level1_groups is rounded down.
PlaneOrder plane_order(const Descriptor& descriptor, Shape shape);

// Codes of a plane in plane order: elements, scales, level-1 scales with their zero points,
// survivor indices or zero points; 0 for a plane that the array does not have.
std::uint64_t code_count(const Descriptor& descriptor, const PlaneOrder& order, Plane plane);

// The level-1 group of a level-0 group. Requires two levels. Spec §11.3.6.
std::uint64_t level1_group(const Descriptor& descriptor, std::uint64_t group);

// The level-0 group of the element with this number in row-major order of the shape. Requires what
// plane_order does, and an element.
std::uint64_t level0_group_of(const Descriptor& descriptor, Shape shape, std::uint64_t logical);

// A box of coordinates whose points lie at fixed strides: turns the row-major number of a point
// into its offset.
class StridedBox {
 public:
  // Adds an axis, outermost first. Requires extent > 0.
  void add_axis(std::uint64_t extent, std::uint64_t stride);
  std::uint64_t offset(std::uint64_t point) const;

 private:
  struct Axis {
    std::uint64_t extent;
    std::uint64_t stride;
  };
  std::vector<Axis> axes_;  // those of extent 1 are left out
};

// The row-major strides of a shape without a zero extent.
std::vector<std::uint64_t> row_major_strides(Shape shape);

// For each axis but the group axis, the distance in lines between neighbours along it; 0 for the
// group axis. Of a shape without a zero extent.
std::vector<std::uint64_t> line_strides(Shape shape, std::size_t group_axis);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_PLANE_ORDER_H_
