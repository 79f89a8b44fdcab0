// Fault: of two requests under way the second is answered first, as by a pool of workers. Right
// where requests come one at a time. Outcome: protocol error that no single case reproduces.
#include <unistd.h>

#include <array>
#include <span>
#include <utility>

#include "adapters/faulty/faulty.h"

int main() {
  using namespace grit;
  protocol::FrameReader reader;
  protocol::Bytes held;  // the reply to a request whose successor is answered first
  std::array<std::byte, 65536> chunk;
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (count <= 0) break;
    reader.feed(std::span(chunk).first(static_cast<std::size_t>(count)));
    while (true) {
      const auto frame = reader.next();
      if (!frame) return 2;
      if (!*frame) break;
      const auto& [header, payload] = **frame;
      const protocol::Reply reply = protocol::answer(header.op, payload);
      protocol::Bytes replies;
      protocol::append_frame(
          replies,
          {.op = header.op, .detail = static_cast<std::uint8_t>(reply.kind), .id = header.id},
          reply.payload);
      const bool flush = (header.detail & protocol::kFlagFlush) != 0;
      if (held.empty() && !flush) {
        held = std::move(replies);
        continue;
      }
      replies.insert(replies.end(), held.begin(), held.end());
      held.clear();
      if (::write(STDOUT_FILENO, replies.data(), replies.size()) < 0) return 2;
    }
  }
  return ::write(STDOUT_FILENO, held.data(), held.size()) < 0 ? 2 : 0;
}
