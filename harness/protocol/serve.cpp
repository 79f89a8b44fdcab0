#include "harness/protocol/serve.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
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

// Complains in one line, and gives the exit code of whoever has to.
int unreadable(std::FILE* complaints, std::string_view what) {
  if (complaints != nullptr) {
    std::fprintf(complaints, "unreadable request: %.*s\n", static_cast<int>(what.size()),
                 what.data());
  }
  return 2;
}

}  // namespace

int serve(int in, int out, const Handler& handler, std::FILE* complaints) {
  FrameReader reader;
  Bytes replies;
  std::vector<std::byte> chunk(kReadChunk);
  while (true) {
    const ssize_t count = ::read(in, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int error = errno;
      flush(out, replies);
      return unreadable(complaints, std::strerror(error));
    }
    if (count == 0) break;
    reader.feed(std::span(chunk).first(static_cast<std::size_t>(count)));
    while (true) {
      const auto frame = reader.next();
      if (!frame) {
        flush(out, replies);
        return unreadable(complaints, to_string(frame.error()));
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
    return unreadable(complaints, "the input ends inside a frame");
  }
  return 0;
}

}  // namespace grit::protocol
