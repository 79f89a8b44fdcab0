#include "harness/reference/requantize.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "harness/reference/admit.h"
#include "harness/reference/decode_view.h"
#include "harness/reference/encode.h"
#include "harness/reference/permutation.h"
#include "harness/reference/registry.h"
#include "harness/reference/sizes.h"
#include "harness/reference/stored_form.h"

namespace grit::reference {
namespace {

constexpr std::size_t kMostGroupAxis = std::numeric_limits<std::int16_t>::max();

// The values of the view in plane order of the result, from those in the view's own row-major
// order.
std::vector<std::uint32_t> reordered(const std::vector<std::uint32_t>& logical, Shape shape,
                                     std::span<const std::size_t> perm, std::size_t group_axis) {
  std::vector<std::uint32_t> values;
  if (logical.empty()) return values;
  values.reserve(logical.size());
  const std::vector<std::uint64_t> strides = row_major_strides(shape);
  StridedBox line_start;
  for (std::size_t axis = 0; axis < perm.size(); ++axis) {
    if (axis == group_axis) continue;
    line_start.add_axis(static_cast<std::uint64_t>(shape[perm[axis]]), strides[perm[axis]]);
  }
  const auto length = static_cast<std::uint64_t>(shape[perm[group_axis]]);
  const std::uint64_t lines = logical.size() / length;
  for (std::uint64_t line = 0; line < lines; ++line) {
    std::uint64_t place = line_start.offset(line);
    for (std::uint64_t at = 0; at < length; ++at, place += strides[perm[group_axis]]) {
      values.push_back(logical[static_cast<std::size_t>(place)]);
    }
  }
  return values;
}

}  // namespace

std::expected<Array, Refusal> requantize(const View& view, std::span<const std::size_t> perm,
                                         std::size_t group_axis) {
  const auto admitted = admit(view, {.decodable = true, .registered = true});
  if (!admitted) return std::unexpected(admitted.error());
  if (!is_permutation(perm, view.shape.size())) return std::unexpected(Refusal::kBadPermutation);
  Array result{view.descriptor, permuted(view.shape, perm), {}};
  if (group_axis >= perm.size() || group_axis > kMostGroupAxis) {
    return std::unexpected(Refusal::kSizeMismatch);
  }
  result.descriptor.group_axis = static_cast<std::int16_t>(group_axis);
  if (!sizes(result.descriptor, result.shape)) return std::unexpected(Refusal::kSizeMismatch);

  const auto logical = decode_view(view);
  if (!logical) return std::unexpected(logical.error());
  const RegistryEntry& entry = *find_by_id(view.descriptor.grade_id);  // it is registered
  auto encoded = encode(entry.grade, reordered(*logical, view.shape, perm, group_axis));
  // §6 has an answer, so the count is a multiple of the grade's block.
  if (!encoded) return std::unexpected(Refusal::kSizeMismatch);
  result.planes = to_stored_form(admitted->form, result.descriptor,
                                 plane_order(result.descriptor, result.shape), std::move(*encoded));
  return result;
}

}  // namespace grit::reference
