#include "harness/reference/slice.h"

#include <utility>
#include <vector>

#include "harness/reference/admit.h"
#include "harness/reference/line_selection.h"
#include "harness/reference/stored_form.h"

namespace grit::reference {
namespace {

// Whether a cut at this coordinate of the group axis goes between groups and between cells.
bool between_groups(const Descriptor& descriptor, std::int64_t coordinate) {
  const bool sparse = (descriptor.flags & kFlagSparse) != 0;
  return coordinate % descriptor.k0 == 0 && (!sparse || coordinate % descriptor.sp_m == 0);
}

LineSelection selection_of(const View& view, Shape result, std::size_t axis, std::int64_t begin) {
  const auto group_axis = static_cast<std::size_t>(view.descriptor.group_axis);
  const std::vector<std::uint64_t> strides = line_strides(view.shape, group_axis);
  LineSelection selection;
  for (std::size_t other = 0; other < result.size(); ++other) {
    if (other == group_axis) continue;
    selection.lines.add_axis(static_cast<std::uint64_t>(result[other]), strides[other]);
  }
  const auto first = static_cast<std::uint64_t>(begin);
  if (axis == group_axis) {
    selection.first_element = first;
  } else {
    selection.first_line = first * strides[axis];
  }
  return selection;
}

}  // namespace

std::expected<Array, Refusal> slice(const View& view, std::size_t axis, std::int64_t begin,
                                    std::int64_t end) {
  const auto admitted = admit(view, {.sound_cells = true});
  if (!admitted) return std::unexpected(admitted.error());
  const Descriptor& d = view.descriptor;
  if (axis >= view.shape.size() || begin < 0 || begin > end || end > view.shape[axis]) {
    return std::unexpected(Refusal::kSliceRange);
  }
  const bool along_lines = axis == static_cast<std::size_t>(d.group_axis);
  if (along_lines && (!between_groups(d, begin) || !between_groups(d, end))) {
    return std::unexpected(Refusal::kSliceSplitsGroup);
  }

  Array result{d, {view.shape.begin(), view.shape.end()}, {}};
  result.shape[axis] = end - begin;
  const PlaneOrder order = plane_order(d, result.shape);
  // Of an empty result no line is selected: the strides of an empty source mean nothing.
  LineSelection selection;
  if (order.elements != 0) selection = selection_of(view, result.shape, axis, begin);
  if (!keeps_level1_groups(d, admitted->order, order, selection)) {
    return std::unexpected(Refusal::kSliceSplitsGroup);
  }

  PlaneBuffers storage;
  const Planes planes = to_plane_order(admitted->form, d, admitted->order, view.planes, storage);
  result.planes = to_stored_form(admitted->form, d, order,
                                 gather(d, admitted->order, planes, order, selection));
  return result;
}

}  // namespace grit::reference
