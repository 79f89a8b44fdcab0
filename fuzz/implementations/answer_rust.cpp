#include "fuzz/implementations/answers.h"
#include "fuzz/rust/grit_rust.h"

namespace grit::fuzz {
namespace {

// Without memory for the reply it ends the process: no exception may enter Rust.
void take(void* reply, const std::uint8_t* payload, std::size_t size) noexcept {
  const auto* bytes = reinterpret_cast<const std::byte*>(payload);
  static_cast<protocol::Reply*>(reply)->payload.assign(bytes, bytes + size);
}

}  // namespace

void answer_rust(Workspace&, std::uint8_t op, std::span<const std::byte> payload,
                 protocol::Reply& reply) {
  reply.kind = static_cast<protocol::ReplyKind>(grit_rust_answer(
      op, reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size(), take, &reply));
}

}  // namespace grit::fuzz
