#include "harness/protocol/frame.h"

#include <array>
#include <cstring>

#include "harness/protocol/payload.h"

namespace grit::protocol {
namespace {

constexpr std::array kMagic = {std::byte{'G'}, std::byte{'C'}, std::byte{'P'}, std::byte{'1'}};

}  // namespace

std::string_view to_string(FrameError error) {
  switch (error) {
    case FrameError::kBadMagic:
      return "the frame does not begin with GCP1";
    case FrameError::kReservedNotZero:
      return "bytes 6 and 7 of the frame header are not zero";
    case FrameError::kPayloadTooLong:
      return "the payload is longer than 64 MiB";
  }
  return "unknown frame error";
}

void append_frame(std::vector<std::byte>& out, Header header, std::span<const std::byte> payload) {
  PayloadWriter writer(out);
  writer.bytes(kMagic);
  writer.u8(header.op);
  writer.u8(header.detail);
  writer.u16(0);
  writer.u32(header.id);
  writer.u32(static_cast<std::uint32_t>(payload.size()));
  writer.bytes(payload);
}

std::expected<Header, FrameError> parse_header(std::span<const std::byte, kHeaderBytes> bytes) {
  if (std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) {
    return std::unexpected(FrameError::kBadMagic);
  }
  PayloadReader reader(bytes.subspan(kMagic.size()));
  Header header;
  header.op = reader.u8();
  header.detail = reader.u8();
  if (reader.u16() != 0) return std::unexpected(FrameError::kReservedNotZero);
  header.id = reader.u32();
  header.payload_bytes = reader.u32();
  if (header.payload_bytes > kMaxPayloadBytes) return std::unexpected(FrameError::kPayloadTooLong);
  return header;
}

void FrameReader::feed(std::span<const std::byte> bytes) {
  // Only the unread tail moves, so feeding stays linear in the bytes fed.
  if (begin_ == buffer_.size()) {
    buffer_.clear();
    begin_ = 0;
  } else if (begin_ > buffer_.size() / 2) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

std::expected<std::optional<FrameView>, FrameError> FrameReader::next() {
  const auto rest = unread();
  if (rest.size() < kHeaderBytes) {
    // What is there can already be judged: a child that prints must not have to print 16 bytes.
    const std::size_t seen = rest.size() < kMagic.size() ? rest.size() : kMagic.size();
    if (seen > 0 && std::memcmp(rest.data(), kMagic.data(), seen) != 0) {
      return std::unexpected(FrameError::kBadMagic);
    }
    return std::nullopt;
  }
  const auto header = parse_header(rest.first<kHeaderBytes>());
  if (!header) return std::unexpected(header.error());
  if (rest.size() - kHeaderBytes < header->payload_bytes) return std::nullopt;
  begin_ += kHeaderBytes + header->payload_bytes;
  return FrameView{*header, rest.subspan(kHeaderBytes, header->payload_bytes)};
}

std::span<const std::byte> FrameReader::unread() const {
  return std::span<const std::byte>(buffer_).subspan(begin_);
}

}  // namespace grit::protocol
