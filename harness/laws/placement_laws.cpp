#include "harness/laws/placement_laws.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "harness/laws/long_hand.h"

namespace grit::laws {
namespace {

using reference::Array;
using reference::Refusal;
using reference::View;
using reference::view_of;

using Operation = std::function<std::expected<Array, Refusal>(const View&)>;

LawResult commutes(const View& view, const Layout& layout, const Implementation& implementation,
                   std::string_view name, const Operation& operation) {
  constexpr Law kLaw = Law::kPlacementInvariance;
  const auto laid = implementation.relayout(view, layout.role, layout.placement);
  if (!laid) return vacuous();
  const auto changed = operation(view);
  const auto a = operation(view_of(*laid, view.grade));
  if (!changed) {
    if (!a && a.error() == changed.error()) return vacuous();
    return broken(kLaw, std::string(name) + " is refused on the view, after relayout it is not");
  }
  if (!a) return broken(kLaw, std::string(name) + " is answered on the view, after relayout not");
  const auto b =
      implementation.relayout(view_of(*changed, view.grade), layout.role, layout.placement);
  if (!b) return broken(kLaw, "relayout is refused after " + std::string(name));
  if (*a != *b) {
    return broken(kLaw, std::string(name) + " and relayout give other bytes in the other order");
  }
  return holds();
}

}  // namespace

LawResult placement_invariance(const View& view, const Layout& layout,
                               const Implementation& implementation) {
  constexpr Law kLaw = Law::kPlacementInvariance;
  const auto before = implementation.decode_view(view);
  if (!before) return vacuous();
  const auto laid = implementation.relayout(view, layout.role, layout.placement);
  if (!laid) return vacuous();
  reference::Descriptor descriptor = view.descriptor;
  reference::placement_word(descriptor, layout.role) = layout.placement;
  if (laid->descriptor != descriptor) return broken(kLaw, "the descriptor after relayout");
  if (!std::ranges::equal(laid->shape, view.shape)) return broken(kLaw, "the shape after relayout");
  const auto after = implementation.decode_view(view_of(*laid, view.grade));
  if (!after) return broken(kLaw, "decode_view refuses what relayout gave");
  return same_values(kLaw, "decode_view after relayout", *after, *before);
}

LawResult slice_commutes(const View& view, const Layout& layout, const Range& range,
                         const Implementation& implementation) {
  return commutes(view, layout, implementation, "slice", [&](const View& of) {
    return implementation.slice(of, range.axis, range.begin, range.end);
  });
}

LawResult transpose_commutes(const View& view, const Layout& layout, const Turn& turn,
                             const Implementation& implementation) {
  return commutes(view, layout, implementation, "transpose", [&](const View& of) {
    return implementation.transpose(of, turn.perm, turn.group_axis);
  });
}

LawResult relayout_round_trip(const View& view, const Layout& layout,
                              const Implementation& implementation) {
  constexpr Law kLaw = Law::kRelayoutRoundTrip;
  const reference::Placement home = reference::placement_word(view.descriptor, layout.role);
  const auto round = [&](const View& from) -> std::expected<Array, Refusal> {
    const auto there = implementation.relayout(from, layout.role, layout.placement);
    if (!there) return there;
    return implementation.relayout(view_of(*there, view.grade), layout.role, home);
  };
  if (!implementation.relayout(view, layout.role, layout.placement)) return vacuous();
  const auto once = round(view);
  if (!once) return broken(kLaw, "relayout back is refused");
  if (once->descriptor != view.descriptor) return broken(kLaw, "the descriptor that comes back");
  const View back = view_of(*once, view.grade);
  if (codes_of(back) != codes_of(view)) return broken(kLaw, "the codes that come back");
  const auto is_plane_order = [](reference::Placement word) {
    return word == reference::kRowMajor || word == reference::kLinearMeta;
  };
  if (layout.placement == home || (is_plane_order(layout.placement) && is_plane_order(home))) {
    for (std::size_t plane = 0; plane < reference::kPlaneCount; ++plane) {
      if (!std::ranges::equal(once->planes[plane], view.planes[plane])) {
        return broken(kLaw, "the bytes under the same placement");  // spec §12.9.3
      }
    }
  }
  // What was rebuilt has nothing left to lose.
  const auto twice = round(back);
  if (!twice) return broken(kLaw, "the second relayout is refused");
  if (*twice != *once) return broken(kLaw, "the bytes that come back the second time");
  return holds();
}

}  // namespace grit::laws
