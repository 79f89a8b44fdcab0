// Fault: reserved flags are ignored, where the frame is judged (step 1 of check) and where it is
// compared with the grade's (step 2). Breaks spec §5.1.6.
#include "adapters/faulty/faulty.h"
#include "harness/reference/descriptor.h"

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    constexpr std::size_t kFlagsOffset = 7;
    if (!faulty::asks(request, protocol::Op::kCheck)) return;
    auto check = protocol::CheckRequest::parse(request.payload);
    if (!check || check->desc.size() <= kFlagsOffset) return;
    check->desc[kFlagsOffset] &= ~std::byte{reference::kFlagsReserved};
    reply = protocol::answer(request.header.op, check->encode());
  });
}
