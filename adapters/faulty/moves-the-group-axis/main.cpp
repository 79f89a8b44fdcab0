// Fault: transpose has no GroupAxisMoved: it takes for the new group axis the one that perm makes
// of the old one, whatever it was given. Breaks spec §12.7.3.
#include <algorithm>

#include "adapters/faulty/faulty.h"
#include "harness/reference/refusal.h"
#include "harness/reference/view.h"

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    const auto name = protocol::as_bytes(refusal_name(reference::Refusal::kGroupAxisMoved));
    if (!faulty::asks(request, protocol::Op::kTranspose)) return;
    if (reply.kind != protocol::ReplyKind::kRefused || !std::ranges::equal(reply.payload, name)) {
      return;
    }
    auto transpose = *protocol::TransposeRequest::parse(request.payload);
    const std::int16_t old = reference::parse_descriptor(transpose.view.desc).group_axis;
    const auto place = std::ranges::find(transpose.perm, static_cast<std::uint8_t>(old));
    transpose.group_axis = static_cast<std::uint8_t>(place - transpose.perm.begin());
    reply = protocol::answer(request.header.op, transpose.encode());
  });
}
