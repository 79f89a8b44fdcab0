#include "harness/protocol/serve.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <vector>

namespace grit::protocol {
namespace {

constexpr std::size_t kReadChunk = std::size_t{64} << 10;
constexpr std::size_t kFlushAbove = std::size_t{256} << 10;

// Writes everything and empties the buffer; false when the other side is gone.
bool flush(int out, Bytes& buffer) {
  std::span<const std::byte> rest = buffer;
  while (!rest.empty()) {
    const ssize_t written = ::write(out, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    rest = rest.subspan(static_cast<std::size_t>(written));
  }
  buffer.clear();
  return true;
}

}  // namespace

int serve(int in, int out, const Handler& handler) {
  FrameReader reader;
  Bytes replies;
  std::vector<std::byte> chunk(kReadChunk);
  while (true) {
    const ssize_t count = ::read(in, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      std::perror("requests cannot be read");
      flush(out, replies);
      return 2;
    }
    if (count == 0) break;
    reader.feed(std::span(chunk).first(static_cast<std::size_t>(count)));
    while (true) {
      const auto frame = reader.next();
      if (!frame) {
        const std::string_view problem = to_string(frame.error());
        std::fprintf(stderr, "unreadable request: %.*s\n", static_cast<int>(problem.size()),
                     problem.data());
        flush(out, replies);
        return 2;
      }
      if (!*frame) break;
      const FrameView& request = **frame;
      const Reply reply = handler(request);
      append_frame(replies,
                   {.op = request.header.op,
                    .detail = static_cast<std::uint8_t>(reply.kind),
                    .id = request.header.id},
                   reply.payload);
      const bool asked = (request.header.detail & kFlagFlush) != 0;
      if ((asked || replies.size() > kFlushAbove) && !flush(out, replies)) return 2;
    }
  }
  if (!flush(out, replies)) return 2;
  // PROTOCOL.md, "Rules for an adapter", 6: the beginning of a frame is no request.
  if (!reader.unread().empty()) {
    std::fputs("unreadable request: the input ends inside a frame\n", stderr);
    return 2;
  }
  return 0;
}

}  // namespace grit::protocol
