// Fault: operations on views look at the lengths before the placements: where refusal 2 or 4 is due
// and a plane is not as long as in plane order, they refuse SizeMismatch. Breaks the order of spec
// §11.2.3.
#include <algorithm>
#include <optional>

#include "adapters/faulty/faulty.h"
#include "harness/reference/refusal.h"
#include "harness/reference/sizes.h"
#include "harness/reference/stored_form.h"

namespace {

using namespace grit;

// Whether refusal 5 applies too, by the lengths of plane order.
bool lengths_differ(const protocol::ViewRequest& view) {
  const auto sizes = reference::sizes(reference::parse_descriptor(view.desc), view.shape);
  if (!sizes) return true;
  for (std::size_t plane = 0; plane < reference::kPlaneCount; ++plane) {
    if (reference::Uint128{view.planes[plane].size()} != sizes->plane_bytes[plane]) return true;
  }
  return false;
}

// relayout refuses a target by the name of refusal 4 (spec §12.9.2); that comes after the lengths.
bool has_stored_form(const protocol::ViewRequest& view) {
  return reference::stored_form(reference::parse_descriptor(view.desc), view.shape.size())
      .has_value();
}

// The view that an operation of spec §11.2.1 was asked about.
std::optional<protocol::ViewRequest> view_of(const protocol::FrameView& request) {
  switch (static_cast<protocol::Op>(request.header.op)) {
    case protocol::Op::kDecodeView:
      return *protocol::ViewRequest::parse(request.payload);
    case protocol::Op::kSlice:
      return protocol::SliceRequest::parse(request.payload)->view;
    case protocol::Op::kTranspose:
    case protocol::Op::kRequantize:
      return protocol::TransposeRequest::parse(request.payload)->view;
    case protocol::Op::kRelayout:
      return protocol::RelayoutRequest::parse(request.payload)->view;
    default:
      return std::nullopt;
  }
}

}  // namespace

int main() {
  using reference::Refusal;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    if (reply.kind != protocol::ReplyKind::kRefused) return;
    const auto view = view_of(request);
    if (!view) return;
    const auto refuses = [&](Refusal refusal) {
      return std::ranges::equal(reply.payload, protocol::as_bytes(refusal_name(refusal)));
    };
    if (!refuses(Refusal::kPlacementUnknown) &&
        !(refuses(Refusal::kRelayoutUnsupported) && !has_stored_form(*view))) {
      return;
    }
    if (!lengths_differ(*view)) return;
    const auto name = protocol::as_bytes(refusal_name(Refusal::kSizeMismatch));
    reply.payload.assign(name.begin(), name.end());
  });
}
