#include <cstdlib>

#include "fuzz/implementations/answers.h"

extern "C" {
#include "adapters/c/adapter/ops.h"
}

namespace grit::fuzz {

struct Workspace::C {
  gcp_scratch scratch{};
  gcp_writer reply{};

  C() = default;
  C(const C&) = delete;
  C& operator=(const C&) = delete;
  ~C() {
    std::free(scratch.words);
    std::free(reply.data);
  }
};

Workspace::Workspace() : c_(std::make_unique<C>()) {}
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
Workspace::~Workspace() = default;

void answer_c(Workspace& workspace, std::uint8_t op, std::span<const std::byte> payload,
              protocol::Reply& reply) {
  Workspace::C& c = workspace.c();
  c.reply.size = 0;
  c.reply.error = nullptr;
  const grit_bytes request{reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size()};
  const gcp_outcome outcome = gcp_reply(op, request, &c.scratch, &c.reply);
  const auto* bytes = reinterpret_cast<const std::byte*>(c.reply.data);
  reply.kind = static_cast<protocol::ReplyKind>(outcome);
  reply.payload.assign(bytes, bytes + c.reply.size);
}

}  // namespace grit::fuzz
