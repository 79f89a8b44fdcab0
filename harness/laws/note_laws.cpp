#include "harness/laws/note_laws.h"

#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "harness/reference/canonical_grade.h"

namespace grit::laws {
namespace {

using reference::Array;
using reference::Refusal;
using reference::View;

constexpr Law kLaw = Law::kNoteBlindness;

// The two answers are the same, and each carries the note of its own view.
bool blind(const std::expected<Array, Refusal>& a, std::uint32_t note_a,
           std::expected<Array, Refusal> b, std::uint32_t note_b) {
  if (!a || !b) return !a && !b && a.error() == b.error();
  if (a->descriptor.note != note_a || b->descriptor.note != note_b) return false;
  b->descriptor.note = note_a;
  return *a == *b;
}

}  // namespace

LawResult note_blindness(const View& view, std::uint32_t note,
                         const Implementation& implementation) {
  if (note == view.descriptor.note) return vacuous();
  View other = view;
  other.descriptor.note = note;
  const auto broken_by = [](std::string_view operation) {
    return broken(kLaw, std::string(operation) + " depends on the note, or loses it");
  };

  const auto bytes = reference::to_bytes(view.descriptor);
  const auto other_bytes = reference::to_bytes(other.descriptor);
  const std::array grades{view.grade};
  const auto frames = reference::frames_of(grades);
  const auto check = [&](const auto& descriptor) {
    return implementation.check_planes(
        {.descriptor = descriptor, .shape = view.shape, .level = 2, .grades = frames}, view.planes,
        std::nullopt);
  };
  if (check(bytes).status != check(other_bytes).status) return broken_by("check");
  if (implementation.gid(bytes, view.grade, view.shape) !=
      implementation.gid(other_bytes, view.grade, view.shape)) {
    return broken_by("gid");
  }
  const auto sizes = implementation.sizes(view.descriptor, view.shape);
  const auto other_sizes = implementation.sizes(other.descriptor, view.shape);
  if (sizes.has_value() != other_sizes.has_value() ||
      (sizes && sizes->plane_bytes != other_sizes->plane_bytes)) {
    return broken_by("sizes");
  }
  if (implementation.decode_view(view) != implementation.decode_view(other)) {
    return broken_by("decode_view");
  }
  const auto same = [&](const auto& operation) {
    return blind(operation(view), view.descriptor.note, operation(other), note);
  };
  if (!view.shape.empty()) {
    const std::int64_t extent = view.shape[0];
    if (!same([&](const View& of) { return implementation.slice(of, 0, 0, extent); })) {
      return broken_by("slice");
    }
  }
  std::vector<std::size_t> perm(view.shape.size());
  std::iota(perm.begin(), perm.end(), std::size_t{0});
  const auto axis = static_cast<std::size_t>(view.descriptor.group_axis);
  if (!same([&](const View& of) { return implementation.transpose(of, perm, axis); })) {
    return broken_by("transpose");
  }
  if (!same([&](const View& of) {
        return implementation.relayout(of, reference::Role::kData, of.descriptor.placement_data);
      })) {
    return broken_by("relayout");
  }
  if (!same([&](const View& of) { return implementation.requantize(of, perm, axis); })) {
    return broken_by("requantize");
  }
  return holds();
}

}  // namespace grit::laws
