#include "harness/laws/slice_laws.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/laws/long_hand.h"
#include "harness/laws/refusals.h"

namespace grit::laws {
namespace {

using reference::Array;
using reference::Refusal;
using reference::View;
using reference::view_of;

// What spec §12.6 says of a view that is one; nothing where it must answer.
std::optional<Refusal> must_refuse(const View& view, const Range& range, const PlaneCodes& codes) {
  const auto& d = view.descriptor;
  if (!cells_are_sound(d, codes[3])) return Refusal::kDigestMismatch;
  const auto [axis, begin, end] = range;
  if (axis >= view.shape.size() || begin < 0 || begin > end || end > view.shape[axis]) {
    return Refusal::kSliceRange;
  }
  const auto group_axis = static_cast<std::size_t>(d.group_axis);
  if (axis == group_axis) {
    const bool sparse = (d.flags & reference::kFlagSparse) != 0;
    for (const std::int64_t bound : {begin, end}) {
      if (bound % d.k0 != 0 || (sparse && bound % d.sp_m != 0)) return Refusal::kSliceSplitsGroup;
    }
  }
  std::vector<std::int64_t> kept(view.shape.begin(), view.shape.end());
  kept[axis] = end - begin;
  std::vector<std::uint64_t> source_groups;
  const std::uint64_t elements = product(kept);
  for (std::uint64_t i = 0; i < elements; i += d.k0) {
    auto at = at_plane_index(i, kept, group_axis);
    at[axis] += static_cast<std::uint64_t>(begin);
    source_groups.push_back(plane_index(at, view.shape, group_axis) / d.k0);
  }
  if (!keeps_level1_groups(d, source_groups)) return Refusal::kSliceSplitsGroup;
  return std::nullopt;
}

}  // namespace

LawResult slice_honesty(const View& view, const Range& range,
                        const Implementation& implementation) {
  const auto before = implementation.decode_view(view);
  if (!before) return vacuous();
  const auto sliced = implementation.slice(view, range.axis, range.begin, range.end);
  if (!sliced) return vacuous();
  std::vector<std::int64_t> shape(view.shape.begin(), view.shape.end());
  if (range.axis >= shape.size()) return broken(Law::kSliceHonesty, "an axis that is none is cut");
  shape[range.axis] = range.end - range.begin;
  if (sliced->shape != shape) return broken(Law::kSliceHonesty, "the shape of the slice");
  if (sliced->descriptor != view.descriptor) {
    return broken(Law::kSliceHonesty, "the descriptor of the slice");
  }
  const auto after = implementation.decode_view(view_of(*sliced, view.grade));
  if (!after) return broken(Law::kSliceHonesty, "decode_view refuses the slice");
  return same_values(Law::kSliceHonesty, "decode_view of the slice", *after,
                     cut(*before, view.shape, range.axis, range.begin, range.end));
}

LawResult slice_refusals(const View& view, const Range& range,
                         const Implementation& implementation) {
  const auto codes = codes_of(view);
  if (!codes || !implementation.decode_view(view)) return vacuous();
  return refuses_as(Law::kSliceRefusals, "slice",
                    implementation.slice(view, range.axis, range.begin, range.end),
                    must_refuse(view, range, *codes));
}

LawResult slice_composition(const View& view, const Range& first, const Range& second,
                            const Implementation& implementation) {
  const auto slice = [&](const View& from, const Range& range) {
    return implementation.slice(from, range.axis, range.begin, range.end);
  };
  const auto once = slice(view, first);
  if (!once) return vacuous();
  const auto twice = slice(view_of(*once, view.grade), second);
  if (!twice) return vacuous();
  if (first.axis == second.axis) {
    const auto direct =
        slice(view, {first.axis, first.begin + second.begin, first.begin + second.end});
    if (!direct) return broken(Law::kSliceComposition, "the slice between the sums is refused");
    if (*direct != *twice) {
      return broken(Law::kSliceComposition, "the slice between the sums has other bytes");
    }
    return holds();
  }
  const auto other = slice(view, second);
  if (!other) return vacuous();
  const auto both = slice(view_of(*other, view.grade), first);
  if (!both) return vacuous();
  if (*both != *twice) {
    return broken(Law::kSliceComposition, "the two slices in the other order give other bytes");
  }
  return holds();
}

}  // namespace grit::laws
