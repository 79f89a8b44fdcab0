// Numbers by hand from spec §11.3.
#include "harness/reference/plane_order.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "harness/reference/test_views.h"

namespace grit::reference {
namespace {

using Shape64 = std::vector<std::int64_t>;

PlaneOrder order_of(std::string_view grade, const Shape64& shape, int axis) {
  return plane_order(graded(grade, shape, axis, PlaneText{}).array.descriptor, shape);
}

TEST(PlaneOrder, CountsLinesGroupsAndCells) {
  // Q4KS [4, 512] axis 1: 16 groups a line, 8 a level-1 group.
  PlaneOrder order = order_of(kQ4ksGrade, {4, 512}, 1);
  EXPECT_EQ(order.elements, 2048u);
  EXPECT_EQ(order.lines, 4u);
  EXPECT_EQ(order.line_groups, 16u);
  EXPECT_EQ(order.level1_groups, 8u);
  // Axis 0 of [64, 3]: a line is a column.
  order = order_of(kI8s24Grade, {64, 3}, 0);
  EXPECT_EQ(order.lines, 3u);
  EXPECT_EQ(order.line_elements, 64u);
  EXPECT_EQ(order.line_codes, 32u);
  EXPECT_EQ(order.line_groups, 2u);
  EXPECT_EQ(order.level1_groups, 0u);
}

TEST(PlaneOrder, AnEmptyArrayHasNothingButItsTensorScale) {
  constexpr std::int64_t kHuge = std::int64_t{1} << 62;
  for (const Shape64& shape : {Shape64{kHuge, kHuge, 0}, Shape64{0, kHuge, 32}}) {
    const PlaneOrder order = order_of(kNvf4Grade, shape, 2);
    EXPECT_EQ(order.elements, 0u);
    EXPECT_EQ(order.lines, 0u);
    EXPECT_EQ(order.groups(), 0u);
    EXPECT_EQ(order.level1_groups, 1u);
    EXPECT_EQ(order_of(kQ4ksGrade, shape, 2).level1_groups, 0u);
  }
}

TEST(PlaneOrder, LinesAreRowMajorOverTheOtherAxes) {
  // [2, 3, 4], axis 1: line = 4 * a0 + a2, and its elements start at 12 * a0 + a2, 4 apart.
  const Shape64 shape{2, 3, 4};
  EXPECT_EQ(row_major_strides(shape), (std::vector<std::uint64_t>{12, 4, 1}));
  EXPECT_EQ(line_strides(shape, 1), (std::vector<std::uint64_t>{4, 0, 1}));
  StridedBox line_start;
  line_start.add_axis(2, 12);
  line_start.add_axis(4, 1);
  EXPECT_EQ(line_start.offset(0), 0u);
  EXPECT_EQ(line_start.offset(2), 2u);
  EXPECT_EQ(line_start.offset(7), 15u);  // (1, ., 3)
}

TEST(PlaneOrder, AxesOfExtentOneCostNothing) {
  StridedBox box;
  for (int i = 0; i < 1000; ++i) box.add_axis(1, 7);
  box.add_axis(5, 3);
  EXPECT_EQ(box.offset(4), 12u);
}

}  // namespace
}  // namespace grit::reference
