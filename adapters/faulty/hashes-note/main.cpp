// Fault: the gid is hashed over all 64 descriptor bytes, note included. Breaks spec §7.2.1, for
// every descriptor: four zero bytes change the hash too.
#include "adapters/faulty/faulty.h"
#include "harness/reference/fingerprint.h"

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    if (!faulty::asks(request, protocol::Op::kGid)) return;
    const auto gid = protocol::GidRequest::parse(request.payload);
    if (!gid) return;
    protocol::Bytes hashed;
    protocol::PayloadWriter writer(hashed);
    writer.bytes(protocol::as_bytes(gid->canonical));
    writer.u8(0);
    writer.bytes(gid->desc);
    writer.u32(static_cast<std::uint32_t>(gid->shape.size()));
    for (const std::int64_t extent : gid->shape) writer.i64(extent);
    reference::Fnv1a128 hash;
    hash.update(hashed);
    reply.payload = protocol::GidReply{hash.value(), reference::format_gid(hash.value())}.encode();
  });
}
