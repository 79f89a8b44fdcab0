// Frames of the adapter protocol GCP 1 (PROTOCOL.md, "Frames"): a 16-byte header and a payload.
//
// Request and reply share one layout; byte 5 holds flags in a request and the outcome in a reply.
// Everything here works on bytes in memory; no process, no file descriptor.
#ifndef GRIT_PROTOCOL_FRAME_H_
#define GRIT_PROTOCOL_FRAME_H_

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace grit::protocol {

inline constexpr std::size_t kHeaderBytes = 16;
inline constexpr std::uint32_t kMaxPayloadBytes = std::uint32_t{64} << 20;
inline constexpr std::uint8_t kFlagFlush = 0x01;

// What an adapter says about a request (byte 5 of a reply).
enum class ReplyKind : std::uint8_t {
  kAnswered = 0,
  kRefused = 1,
  kUnsupported = 2,
  kInternalError = 3,
};

struct Header {
  std::uint8_t op = 0;
  std::uint8_t detail = 0;  // request: flags; reply: ReplyKind
  std::uint32_t id = 0;
  std::uint32_t payload_bytes = 0;
};

// Why 16 bytes are no header.
enum class FrameError : std::uint8_t {
  kBadMagic,         // bytes 0-3 are not "GCP1"
  kReservedNotZero,  // bytes 6-7
  kPayloadTooLong,   // above kMaxPayloadBytes
};
std::string_view to_string(FrameError error);

// A frame inside a FrameReader's buffer: `payload` is valid until the reader is fed again.
struct FrameView {
  Header header;
  std::span<const std::byte> payload;
};

// Appends header and payload. Precondition: payload.size() <= kMaxPayloadBytes;
// header.payload_bytes is ignored and taken from the payload.
void append_frame(std::vector<std::byte>& out, Header header, std::span<const std::byte> payload);

std::expected<Header, FrameError> parse_header(std::span<const std::byte, kHeaderBytes> bytes);

// Cuts a byte stream into frames. Owns what has been fed and not yet been returned; memory is
// bounded by one frame plus one feed.
class FrameReader {
 public:
  void feed(std::span<const std::byte> bytes);

  // The next whole frame; nullopt when more bytes are needed; an error when the stream is not one
  // of frames. After an error the reader stays in error, and unread() still shows the bytes.
  std::expected<std::optional<FrameView>, FrameError> next();

  // Bytes fed and not yet returned as a frame: a truncated frame, if the stream has ended.
  std::span<const std::byte> unread() const;

 private:
  std::vector<std::byte> buffer_;
  std::size_t begin_ = 0;  // first byte of buffer_ that belongs to no returned frame
};

}  // namespace grit::protocol

#endif  // GRIT_PROTOCOL_FRAME_H_
