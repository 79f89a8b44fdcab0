// Fault: one reply ends in the middle, and with it the output. Outcome: truncated frame.
#include <unistd.h>

#include "adapters/faulty/faulty.h"

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    if (!faulty::is_the_case(request)) return;
    protocol::Bytes frame;
    protocol::append_frame(frame, {.op = request.header.op, .id = request.header.id},
                           reply.payload);
    ::_exit(::write(STDOUT_FILENO, frame.data(), frame.size() / 2) < 0 ? 1 : 0);
  });
}
