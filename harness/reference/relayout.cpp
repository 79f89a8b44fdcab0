#include "harness/reference/relayout.h"

#include <cstddef>
#include <utility>

#include "harness/reference/admit.h"
#include "harness/reference/stored_form.h"

namespace grit::reference {
namespace {

PlaneBuffers copy_of(const Planes& planes) {
  PlaneBuffers buffers;
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    buffers[i].assign(planes[i].begin(), planes[i].end());
  }
  return buffers;
}

}  // namespace

std::expected<Array, Refusal> relayout(const View& view, Role role, Placement placement) {
  const auto admitted = admit(view, {});
  if (!admitted) return std::unexpected(admitted.error());
  const Descriptor& d = view.descriptor;
  const bool has_aux = (d.flags & (kFlagSparse | kFlagHasZp)) != 0;
  if (role == Role::kMeta && !has_aux) return std::unexpected(Refusal::kRelayoutUnsupported);
  Array result{d, {view.shape.begin(), view.shape.end()}, {}};
  placement_word(result.descriptor, role) = placement;
  const auto form = stored_form(result.descriptor, view.shape.size());
  if (!form) return std::unexpected(Refusal::kRelayoutUnsupported);

  // The same word, or another word for plane order.
  if (*form == admitted->form) {
    result.planes = copy_of(view.planes);
    return result;
  }
  PlaneBuffers storage;
  const Planes planes = to_plane_order(admitted->form, d, admitted->order, view.planes, storage);
  PlaneBuffers rebuilt = to_stored_form(*form, d, admitted->order, copy_of(planes));
  if (admitted->form.blocks || form->blocks) {
    result.planes = std::move(rebuilt);
  } else {
    const auto changed = static_cast<std::size_t>(plane_of(role));
    result.planes = copy_of(view.planes);
    result.planes[changed] = std::move(rebuilt[changed]);
  }
  return result;
}

}  // namespace grit::reference
