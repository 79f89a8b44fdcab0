// The pieces that payloads are made of (PROTOCOL.md, "Pieces"), little-endian throughout:
// integers, blob, text, shape, planes, words.
#ifndef GRIT_PROTOCOL_PAYLOAD_H_
#define GRIT_PROTOCOL_PAYLOAD_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grit::protocol {

using Bytes = std::vector<std::byte>;
using Planes = std::array<Bytes, 4>;  // data, scale0, scale1, aux
using Shape = std::vector<std::int64_t>;
using Words = std::vector<std::uint32_t>;

// Appends pieces to a buffer that the caller owns and that outlives the writer.
class PayloadWriter {
 public:
  explicit PayloadWriter(Bytes& out) : out_(out) {}

  void u8(std::uint8_t value);
  void u16(std::uint16_t value);
  void u32(std::uint32_t value);
  void u64(std::uint64_t value);
  void i16(std::int16_t value) { u16(static_cast<std::uint16_t>(value)); }
  void i64(std::int64_t value) { u64(static_cast<std::uint64_t>(value)); }
  void bytes(std::span<const std::byte> value);
  void blob(std::span<const std::byte> value);
  void text(std::string_view value);
  // Precondition: rank <= 255.
  void shape(std::span<const std::int64_t> extents);
  void planes(const Planes& value);
  void words(std::span<const std::uint32_t> value);

 private:
  Bytes& out_;
};

// Takes pieces off the front of a payload. A piece that is not there puts the reader into failure;
// every later read then returns a zero or empty value, so a parser reads all its pieces and asks
// once at the end. Returned spans point into the payload.
class PayloadReader {
 public:
  explicit PayloadReader(std::span<const std::byte> payload) : rest_(payload) {}

  std::uint8_t u8();
  std::uint16_t u16();
  std::uint32_t u32();
  std::uint64_t u64();
  std::int16_t i16() { return static_cast<std::int16_t>(u16()); }
  std::int64_t i64() { return static_cast<std::int64_t>(u64()); }
  std::span<const std::byte> bytes(std::size_t count);
  std::span<const std::byte> blob();
  std::string text();
  Shape shape();
  Planes planes();
  Words words();

  bool failed() const { return failed_; }
  bool at_end() const { return rest_.empty(); }

  // Nullopt where every piece was there and nothing is left over; else what is wrong.
  std::optional<std::string> finish() const;

 private:
  bool take(std::size_t count, std::span<const std::byte>& out);

  std::span<const std::byte> rest_;
  std::size_t consumed_ = 0;
  std::size_t failed_at_ = 0;
  bool failed_ = false;
};

// Views of the same bytes as another type; no copy.
std::span<const std::byte> as_bytes(std::string_view text);
std::string_view as_text(std::span<const std::byte> bytes);

// Two lower-case digits a byte, of the first `limit` bytes.
std::string to_hex(std::span<const std::byte> bytes,
                   std::size_t limit = std::numeric_limits<std::size_t>::max());

}  // namespace grit::protocol

#endif  // GRIT_PROTOCOL_PAYLOAD_H_
