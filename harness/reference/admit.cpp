#include "harness/reference/admit.h"

#include <array>

#include "harness/reference/canonical_grade.h"
#include "harness/reference/check.h"
#include "harness/reference/registry.h"
#include "harness/reference/sizes.h"
#include "harness/reference/sparse_cell.h"

namespace grit::reference {
namespace {

bool decodes_by_default(const Grade& grade) {
  return grade.dr == RoundingMode::kRne && grade.ds == Saturation::kSatFinite &&
         grade.dt == kBinary32;
}

bool is_registered(const View& view) {
  const RegistryEntry* entry = find_by_id(view.descriptor.grade_id);
  return entry != nullptr && entry->canonical == view.grade;
}

}  // namespace

std::expected<Admitted, Refusal> admit(const View& view, const Demands& demands) {
  const Descriptor& d = view.descriptor;
  if (broken_frame_rule(d) != Rule::kNone) return std::unexpected(Refusal::kGradeUnknown);
  const auto named = canonical_grade(view.grade);
  if (!named || named->frame.grade_id != d.grade_id ||
      broken_grade_rule(d, named->frame) != Rule::kNone) {
    return std::unexpected(Refusal::kGradeUnknown);
  }
  if (broken_placement_rule(d) != Rule::kNone) return std::unexpected(Refusal::kPlacementUnknown);
  if ((demands.decodable && !decodes_by_default(named->grade)) ||
      (demands.registered && !is_registered(view))) {
    return std::unexpected(Refusal::kGradeUnsupported);
  }
  const auto form = stored_form(d, view.shape.size());
  if (!form) return std::unexpected(Refusal::kRelayoutUnsupported);

  const auto expected = sizes(d, view.shape);
  if (!expected) return std::unexpected(Refusal::kSizeMismatch);
  const PlaneOrder order = plane_order(d, view.shape);
  const std::array<Uint128, kPlaneCount> bytes = stored_bytes(*form, *expected, order);
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (Uint128{view.planes[i].size()} != bytes[i]) return std::unexpected(Refusal::kSizeMismatch);
  }
  if (demands.sound_cells && (d.flags & kFlagSparse) != 0 &&
      !cells_are_sound(d, view.planes[static_cast<std::size_t>(Plane::kAux)],
                       order.elements / d.sp_m)) {
    return std::unexpected(Refusal::kDigestMismatch);
  }
  return Admitted{*form, order};
}

}  // namespace grit::reference
