#include "harness/laws/requantize_laws.h"

#include <string>

#include "harness/laws/long_hand.h"

namespace grit::laws {

LawResult requantize_values(const reference::View& view, const Turn& turn,
                            const Implementation& implementation) {
  constexpr Law kLaw = Law::kRequantize;
  const auto* entry = reference::find_by_id(view.descriptor.grade_id);
  if (entry == nullptr || !in_plane_order(view.descriptor)) return vacuous();
  const auto result = implementation.requantize(view, turn.perm, turn.group_axis);
  if (!result) return vacuous();
  if (!is_permutation(turn.perm, view.shape.size())) return broken(kLaw, "perm is no permutation");
  const auto values = implementation.decode_view(view);
  if (!values) return broken(kLaw, "decode_view refuses what requantize answers");
  reference::Descriptor descriptor = view.descriptor;
  descriptor.group_axis = static_cast<std::int16_t>(turn.group_axis);
  if (result->descriptor != descriptor) return broken(kLaw, "the descriptor of the result");
  const auto shape = permuted_shape(view.shape, turn.perm);
  if (result->shape != shape) return broken(kLaw, "the shape of the result");
  const auto planes = implementation.encode(
      entry->grade,
      in_plane_order(permuted(*values, view.shape, turn.perm), shape, turn.group_axis));
  if (!planes) return broken(kLaw, "encode refuses the permuted values");
  for (std::size_t p = 0; p < reference::kPlaneCount; ++p) {
    if (result->planes[p] != (*planes)[p]) {
      return broken(kLaw, "plane " +
                              std::string(reference::plane_name(static_cast<reference::Plane>(p))) +
                              " is not what encode gives");
    }
  }
  return holds();
}

}  // namespace grit::laws
