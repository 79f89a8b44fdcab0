#include "harness/laws/transpose_laws.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "harness/laws/long_hand.h"
#include "harness/laws/refusals.h"

namespace grit::laws {
namespace {

using reference::Array;
using reference::Refusal;
using reference::View;
using reference::view_of;

// The source's coordinates of coordinates of the result.
std::vector<std::uint64_t> turned_back(std::span<const std::uint64_t> at, const Turn& turn) {
  std::vector<std::uint64_t> source(at.size());
  for (std::size_t j = 0; j < at.size(); ++j) source[turn.perm[j]] = at[j];
  return source;
}

std::optional<Refusal> must_refuse(const View& view, const Turn& turn, const PlaneCodes& codes) {
  const auto& d = view.descriptor;
  const std::size_t rank = view.shape.size();
  const auto group_axis = static_cast<std::size_t>(d.group_axis);
  if (!cells_are_sound(d, codes[3])) return Refusal::kDigestMismatch;
  if (!is_permutation(turn.perm, rank)) return Refusal::kBadPermutation;
  if (turn.group_axis >= rank || turn.perm[turn.group_axis] != group_axis) {
    return Refusal::kGroupAxisMoved;
  }
  const std::vector<std::int64_t> shape = permuted_shape(view.shape, turn.perm);
  std::vector<std::uint64_t> source_groups;
  const std::uint64_t elements = product(shape);
  for (std::uint64_t i = 0; i < elements; i += d.k0) {
    const auto at = turned_back(at_plane_index(i, shape, turn.group_axis), turn);
    source_groups.push_back(plane_index(at, view.shape, group_axis) / d.k0);
  }
  if (!keeps_level1_groups(d, source_groups)) return Refusal::kSliceSplitsGroup;
  return std::nullopt;
}

// A line of the result whose codes are not those of its line of the source.
std::optional<std::string> moved_line(const View& view, const View& result, const Turn& turn) {
  const auto before = codes_of(view);
  const auto after = codes_of(result);
  if (!before || !after) return std::nullopt;
  const LineCodes line = line_codes(view);
  const auto group_axis = static_cast<std::size_t>(view.descriptor.group_axis);
  const auto extent = static_cast<std::uint64_t>(view.shape[group_axis]);
  if (extent == 0) return std::nullopt;
  const std::uint64_t lines = product(result.shape) / extent;
  for (std::uint64_t number = 0; number < lines; ++number) {
    const auto at =
        turned_back(at_plane_index(number * extent, result.shape, turn.group_axis), turn);
    const std::uint64_t source = line_of(at, view.shape, group_axis);
    const auto equal = [&](std::size_t plane, std::uint64_t codes) {
      const auto of = [&](const PlaneCodes& all, std::uint64_t which) {
        return std::span(all[plane])
            .subspan(static_cast<std::size_t>(which * codes), static_cast<std::size_t>(codes));
      };
      return std::ranges::equal(of(*after, number), of(*before, source));
    };
    if (!equal(0, line.data) || !equal(1, line.scale0) || !equal(3, line.aux)) {
      return "line " + std::to_string(number) + " has not the codes of line " +
             std::to_string(source);
    }
  }
  return std::nullopt;
}

}  // namespace

LawResult transpose_lines(const View& view, const Turn& turn,
                          const Implementation& implementation) {
  constexpr Law kLaw = Law::kTransposeLines;
  const auto before = implementation.decode_view(view);
  if (!before) return vacuous();
  const auto result = implementation.transpose(view, turn.perm, turn.group_axis);
  if (!result) return vacuous();
  if (!is_permutation(turn.perm, view.shape.size())) return broken(kLaw, "perm is no permutation");
  reference::Descriptor descriptor = view.descriptor;
  descriptor.group_axis = static_cast<std::int16_t>(turn.group_axis);
  if (result->descriptor != descriptor) return broken(kLaw, "the descriptor of the result");
  if (result->shape != permuted_shape(view.shape, turn.perm)) {
    return broken(kLaw, "the shape of the result");
  }
  const View turned = view_of(*result, view.grade);
  const auto after = implementation.decode_view(turned);
  if (!after) return broken(kLaw, "decode_view refuses the result");
  const auto same = same_values(kLaw, "decode_view of the result", *after,
                                permuted(*before, view.shape, turn.perm));
  if (!same) return same;
  if (auto line = moved_line(view, turned, turn)) return broken(kLaw, std::move(*line));
  return holds();
}

LawResult transpose_refusals(const View& view, const Turn& turn,
                             const Implementation& implementation) {
  const auto codes = codes_of(view);
  if (!codes || !implementation.decode_view(view)) return vacuous();
  return refuses_as(Law::kTransposeRefusals, "transpose",
                    implementation.transpose(view, turn.perm, turn.group_axis),
                    must_refuse(view, turn, *codes));
}

LawResult transpose_composition(const View& view, const Turn& turn,
                                const Implementation& implementation) {
  constexpr Law kLaw = Law::kTransposeComposition;
  const auto there = implementation.transpose(view, turn.perm, turn.group_axis);
  if (!there) return vacuous();
  std::vector<std::size_t> inverse(turn.perm.size());
  for (std::size_t j = 0; j < turn.perm.size(); ++j) inverse[turn.perm[j]] = j;
  const auto group_axis = static_cast<std::size_t>(view.descriptor.group_axis);
  const auto back = implementation.transpose(view_of(*there, view.grade), inverse, group_axis);
  if (!back) return broken(kLaw, "the transposition back is refused");
  if (back->descriptor != view.descriptor) return broken(kLaw, "the descriptor that comes back");
  if (!std::ranges::equal(back->shape, view.shape))
    return broken(kLaw, "the shape that comes back");
  const auto before = codes_of(view);
  const auto after = codes_of(view_of(*back, view.grade));
  if (before != after) return broken(kLaw, "the codes that come back");
  return holds();
}

LawResult transpose_slice(const View& view, const Turn& turn, const Range& range,
                          const Implementation& implementation) {
  if (range.axis >= turn.perm.size()) return vacuous();
  const auto turned = implementation.transpose(view, turn.perm, turn.group_axis);
  if (!turned) return vacuous();
  const auto a =
      implementation.slice(view_of(*turned, view.grade), range.axis, range.begin, range.end);
  const auto sliced = implementation.slice(view, turn.perm[range.axis], range.begin, range.end);
  if (!a || !sliced) return vacuous();
  const auto b = implementation.transpose(view_of(*sliced, view.grade), turn.perm, turn.group_axis);
  if (!b) return vacuous();
  // slice rebuilds every plane, transpose rebuilds it or keeps it: ignored bits are 0 on both
  // sides.
  if (*a != *b) return broken(Law::kTransposeSlice, "the two orders give other bytes");
  return holds();
}

}  // namespace grit::laws
