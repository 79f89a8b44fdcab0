#include "harness/reference/transpose.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "harness/reference/admit.h"
#include "harness/reference/line_selection.h"
#include "harness/reference/permutation.h"
#include "harness/reference/stored_form.h"

namespace grit::reference {
namespace {

constexpr std::size_t kMostGroupAxis = std::numeric_limits<std::int16_t>::max();

// Whether lines keep their numbers: the axes beside the group axis are in their order.
bool relabels_only(std::span<const std::size_t> perm, std::size_t group_axis) {
  std::vector<std::size_t> others(perm.begin(), perm.end());
  std::erase(others, group_axis);
  return std::ranges::is_sorted(others);
}

LineSelection selection_of(const View& view, std::span<const std::size_t> perm) {
  const auto group_axis = static_cast<std::size_t>(view.descriptor.group_axis);
  const std::vector<std::uint64_t> strides = line_strides(view.shape, group_axis);
  LineSelection selection;
  for (const std::size_t axis : perm) {
    if (axis == group_axis) continue;
    selection.lines.add_axis(static_cast<std::uint64_t>(view.shape[axis]), strides[axis]);
  }
  return selection;
}

}  // namespace

std::expected<Array, Refusal> transpose(const View& view, std::span<const std::size_t> perm,
                                        std::size_t group_axis) {
  const auto admitted = admit(view, {.sound_cells = true});
  if (!admitted) return std::unexpected(admitted.error());
  const Descriptor& d = view.descriptor;
  const auto source_axis = static_cast<std::size_t>(d.group_axis);
  if (!is_permutation(perm, view.shape.size())) return std::unexpected(Refusal::kBadPermutation);
  if (group_axis >= perm.size() || group_axis > kMostGroupAxis || perm[group_axis] != source_axis) {
    return std::unexpected(Refusal::kGroupAxisMoved);
  }

  Array result{d, permuted(view.shape, perm), {}};
  result.descriptor.group_axis = static_cast<std::int16_t>(group_axis);
  if (relabels_only(perm, source_axis)) {
    for (std::size_t i = 0; i < kPlaneCount; ++i) {
      result.planes[i].assign(view.planes[i].begin(), view.planes[i].end());
    }
    return result;
  }

  const PlaneOrder& order = admitted->order;  // of the result too: as many lines, each as long
  LineSelection selection;
  if (order.elements != 0) selection = selection_of(view, perm);
  if (!keeps_level1_groups(d, order, order, selection)) {
    return std::unexpected(Refusal::kSliceSplitsGroup);
  }
  PlaneBuffers storage;
  const Planes planes = to_plane_order(admitted->form, d, order, view.planes, storage);
  result.planes =
      to_stored_form(admitted->form, d, order, gather(d, order, planes, order, selection));
  return result;
}

}  // namespace grit::reference
