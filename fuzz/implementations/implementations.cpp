#include "fuzz/implementations/implementations.h"

#include "fuzz/implementations/answers.h"
#include "harness/protocol/answer.h"
#include "harness/protocol/payload.h"

namespace grit::fuzz {
namespace {

void answer_reference(Workspace&, std::uint8_t op, std::span<const std::byte> payload,
                      protocol::Reply& reply) {
  reply = protocol::answer(op, payload);
}

constexpr Implementation kImplementations[] = {
    {"reference", answer_reference},
    {"c", answer_c},
#if GRIT_HAVE_RUST
    {"rust", answer_rust},
#endif
};

}  // namespace

std::span<const Implementation> implementations() { return kImplementations; }

bool is_panic(const protocol::Reply& reply) {
  return reply.kind == protocol::ReplyKind::kInternalError &&
         protocol::as_text(reply.payload).starts_with("panic: ");
}

}  // namespace grit::fuzz
