// Fault: descriptors carry k0 big-endian. Breaks spec §2: every integer is little-endian.
#include <utility>

#include "adapters/faulty/faulty.h"

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    constexpr std::size_t kK0Offset = 18;
    if (faulty::asks(request, protocol::Op::kDescriptor) && reply.payload.size() == 64) {
      std::swap(reply.payload[kK0Offset], reply.payload[kK0Offset + 1]);
    }
  });
}
