#include "harness/protocol/payload.h"

#include <algorithm>
#include <concepts>

namespace grit::protocol {
namespace {

template <std::unsigned_integral T>
void store_little_endian(std::span<std::byte, sizeof(T)> bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    bytes[i] = static_cast<std::byte>((value >> (8 * i)) & 0xFF);
  }
}

template <std::unsigned_integral T>
void append_little_endian(Bytes& out, T value) {
  std::array<std::byte, sizeof(T)> bytes;
  store_little_endian(std::span(bytes), value);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

template <std::unsigned_integral T>
T load_little_endian(std::span<const std::byte> bytes) {
  T value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    value = static_cast<T>(value | (static_cast<T>(bytes[i]) << (8 * i)));
  }
  return value;
}

}  // namespace

void PayloadWriter::u8(std::uint8_t value) { out_.push_back(std::byte{value}); }
void PayloadWriter::u16(std::uint16_t value) { append_little_endian(out_, value); }
void PayloadWriter::u32(std::uint32_t value) { append_little_endian(out_, value); }
void PayloadWriter::u64(std::uint64_t value) { append_little_endian(out_, value); }

void PayloadWriter::bytes(std::span<const std::byte> value) {
  out_.insert(out_.end(), value.begin(), value.end());
}

void PayloadWriter::blob(std::span<const std::byte> value) {
  u32(static_cast<std::uint32_t>(value.size()));
  bytes(value);
}

void PayloadWriter::text(std::string_view value) { blob(as_bytes(value)); }

void PayloadWriter::shape(std::span<const std::int64_t> extents) {
  u8(static_cast<std::uint8_t>(extents.size()));
  for (const std::int64_t extent : extents) i64(extent);
}

void PayloadWriter::planes(const Planes& value) {
  for (const Bytes& plane : value) blob(plane);
}

void PayloadWriter::words(std::span<const std::uint32_t> value) {
  u32(static_cast<std::uint32_t>(value.size()));
  const std::size_t begin = out_.size();
  out_.resize(begin + 4 * value.size());
  const std::span<std::byte> bytes = std::span(out_).subspan(begin);
  for (std::size_t i = 0; i < value.size(); ++i) {
    store_little_endian(bytes.subspan(4 * i).first<4>(), value[i]);
  }
}

bool PayloadReader::take(std::size_t count, std::span<const std::byte>& out) {
  if (failed_ || rest_.size() < count) {
    if (!failed_) failed_at_ = consumed_;
    failed_ = true;
    out = {};
    return false;
  }
  out = rest_.first(count);
  rest_ = rest_.subspan(count);
  consumed_ += count;
  return true;
}

std::uint8_t PayloadReader::u8() {
  std::span<const std::byte> piece;
  take(1, piece);
  return load_little_endian<std::uint8_t>(piece);
}

std::uint16_t PayloadReader::u16() {
  std::span<const std::byte> piece;
  take(2, piece);
  return load_little_endian<std::uint16_t>(piece);
}

std::uint32_t PayloadReader::u32() {
  std::span<const std::byte> piece;
  take(4, piece);
  return load_little_endian<std::uint32_t>(piece);
}

std::uint64_t PayloadReader::u64() {
  std::span<const std::byte> piece;
  take(8, piece);
  return load_little_endian<std::uint64_t>(piece);
}

std::span<const std::byte> PayloadReader::bytes(std::size_t count) {
  std::span<const std::byte> piece;
  take(count, piece);
  return piece;
}

std::span<const std::byte> PayloadReader::blob() {
  const std::uint32_t count = u32();
  return bytes(count);
}

std::string PayloadReader::text() { return std::string(as_text(blob())); }

Shape PayloadReader::shape() {
  const std::uint8_t rank = u8();
  Shape extents;
  // The rank is believed only as far as bytes are there, so a lie costs nothing.
  extents.reserve(std::min<std::size_t>(rank, rest_.size() / sizeof(std::int64_t)));
  for (std::size_t axis = 0; axis < rank && !failed_; ++axis) extents.push_back(i64());
  if (failed_) extents.clear();
  return extents;
}

Planes PayloadReader::planes() {
  Planes value;
  for (Bytes& plane : value) {
    const auto piece = blob();
    plane.assign(piece.begin(), piece.end());
  }
  return value;
}

Words PayloadReader::words() {
  const std::uint32_t count = u32();
  // The count is believed only as far as bytes are there, so a lie costs nothing.
  const auto piece = bytes(std::size_t{count} * 4);
  Words value(piece.size() / 4);
  for (std::size_t i = 0; i < value.size(); ++i) {
    value[i] = load_little_endian<std::uint32_t>(piece.subspan(4 * i, 4));
  }
  return value;
}

std::optional<std::string> PayloadReader::finish() const {
  if (failed_) {
    return "unreadable payload: the piece at byte " + std::to_string(failed_at_) + " is cut short";
  }
  if (!rest_.empty()) {
    return "unreadable payload: " + std::to_string(rest_.size()) + " surplus bytes from byte " +
           std::to_string(consumed_);
  }
  return std::nullopt;
}

std::span<const std::byte> as_bytes(std::string_view text) {
  return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string to_hex(std::span<const std::byte> bytes, std::size_t limit) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes.first(std::min(bytes.size(), limit))) {
    const auto value = static_cast<unsigned>(byte);
    text += {kDigits[value >> 4], kDigits[value & 15]};
  }
  return text;
}

}  // namespace grit::protocol
