#include "harness/protocol/frame.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "harness/reference/bytes.h"

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
  // Grown once for the whole frame: a run puts millions.
  const std::size_t begin = out.size();
  out.resize(begin + kHeaderBytes + payload.size());
  const auto frame = std::span(out).subspan(begin);
  std::ranges::copy(kMagic, frame.begin());
  frame[4] = std::byte{header.op};
  frame[5] = std::byte{header.detail};
  reference::store_le(header.id, frame.subspan<8, 4>());
  reference::store_le(payload.size(), frame.subspan<12, 4>());
  std::ranges::copy(payload, frame.begin() + kHeaderBytes);
}

std::expected<Header, FrameError> parse_header(std::span<const std::byte, kHeaderBytes> bytes) {
  if (std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) {
    return std::unexpected(FrameError::kBadMagic);
  }
  if (reference::load_le_as<std::uint16_t>(bytes.subspan<6, 2>()) != 0) {
    return std::unexpected(FrameError::kReservedNotZero);
  }
  const Header header = {
      .op = std::to_integer<std::uint8_t>(bytes[4]),
      .detail = std::to_integer<std::uint8_t>(bytes[5]),
      .id = reference::load_le_as<std::uint32_t>(bytes.subspan<8, 4>()),
      .payload_bytes = reference::load_le_as<std::uint32_t>(bytes.subspan<12, 4>()),
  };
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
