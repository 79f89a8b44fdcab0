#include "harness/laws/decode_laws.h"

#include <functional>
#include <string>
#include <utility>

#include "harness/laws/long_hand.h"

namespace grit::laws {
namespace {

constexpr std::uint32_t kNan = 0x7FC00000;

// The law that `is_about` elements have the value that `must_be` says.
LawResult elements_are(Law law, const reference::View& view, const Implementation& implementation,
                       const std::function<bool(const Element&)>& is_about,
                       const std::function<std::uint32_t(const Element&)>& must_be) {
  const auto elements = evaluate(view);
  if (!elements) return vacuous();
  const auto decoded = implementation.decode_view(view);
  if (!decoded) return vacuous();
  if (decoded->size() != elements->size()) {
    return broken(law, "decode_view gives " + std::to_string(decoded->size()) +
                           " values, must be " + std::to_string(elements->size()));
  }
  bool any = false;
  for (const Element& element : *elements) {
    if (!is_about(element)) continue;
    any = true;
    const std::uint32_t found = (*decoded)[static_cast<std::size_t>(element.logical_index)];
    const std::uint32_t expected = must_be(element);
    if (found != expected) {
      return broken(law, "decode_view", Lane{element.logical_index, found, expected});
    }
  }
  return any ? holds() : vacuous();
}

std::uint32_t value_of(const Element& element) { return element.value; }

}  // namespace

LawResult nan_poison(const reference::View& view, const Implementation& implementation) {
  return elements_are(
      Law::kNanPoison, view, implementation,
      [](const Element& x) { return x.named && (x.nan_scale || x.nan_offset); },
      [](const Element&) { return kNan; });
}

LawResult sparse_wins(const reference::View& view, const Implementation& implementation) {
  return elements_are(
      Law::kSparseWins, view, implementation,
      [](const Element& x) { return !x.named && x.nan_scale; },
      [](const Element&) { return std::uint32_t{0}; });
}

LawResult outermost_first(const reference::View& view, const Implementation& implementation) {
  if (view.descriptor.n_levels != 2) return vacuous();
  return elements_are(
      Law::kOutermostFirst, view, implementation,
      [](const Element& x) { return x.named && x.value != x.innermost_first; }, value_of);
}

LawResult no_fused_multiply_add(const reference::View& view, const Implementation& implementation) {
  if ((view.descriptor.flags & reference::kFlagZpL1Scaled) == 0) return vacuous();
  return elements_are(
      Law::kNoFusedMultiplyAdd, view, implementation,
      [](const Element& x) { return x.value != x.fused; }, value_of);
}

LawResult values(const reference::View& view, const Implementation& implementation) {
  return elements_are(
      Law::kValues, view, implementation, [](const Element&) { return true; }, value_of);
}

LawResult plane_order_values(const reference::View& view, const Implementation& implementation) {
  const auto* entry = reference::find_by_id(view.descriptor.grade_id);
  if (entry == nullptr || !in_plane_order(view.descriptor)) return vacuous();
  const auto decoded = implementation.decode_view(view);
  if (!decoded || decoded->empty()) return vacuous();
  const auto flat =
      implementation.decode(entry->grade, static_cast<std::int64_t>(decoded->size()), view.planes);
  if (!flat) return broken(Law::kPlaneOrder, "decode refuses what decode_view answers");
  return same_values(
      Law::kPlaneOrder, "decode against decode_view, in plane order", *flat,
      in_plane_order(*decoded, view.shape, static_cast<std::size_t>(view.descriptor.group_axis)));
}

}  // namespace grit::laws
