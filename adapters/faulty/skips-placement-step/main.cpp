// Fault: check has no step 3. Breaks spec §5.3: PlacementUnknown is never answered.
#include <span>

#include "adapters/faulty/faulty.h"
#include "harness/reference/descriptor.h"

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    if (!faulty::asks(request, protocol::Op::kCheck)) return;
    auto check = protocol::CheckRequest::parse(request.payload);
    if (!check || check->desc.size() != reference::kDescriptorBytes) return;
    // Placement words that pass step 3, which alone looks at them.
    auto descriptor =
        reference::parse_descriptor(std::span(check->desc).first<reference::kDescriptorBytes>());
    const bool has_aux = (descriptor.flags & (reference::kFlagSparse | reference::kFlagHasZp)) != 0;
    descriptor.placement_data = reference::kUnspecified;
    descriptor.placement_scale = reference::kUnspecified;
    descriptor.placement_meta = has_aux ? reference::kRowMajor : reference::kUnspecified;
    const auto bytes = reference::to_bytes(descriptor);
    check->desc.assign(bytes.begin(), bytes.end());
    reply = protocol::answer(request.header.op, check->encode());
  });
}
