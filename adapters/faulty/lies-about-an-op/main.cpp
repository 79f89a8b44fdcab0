// Fault: HELLO offers EXPLAIN, which is then answered "unsupported". Outcome: unsupported, a
// failure.
#include "adapters/faulty/faulty.h"

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    if (faulty::asks(request, protocol::Op::kExplain)) {
      reply = {protocol::ReplyKind::kUnsupported, {}};
    }
  });
}
