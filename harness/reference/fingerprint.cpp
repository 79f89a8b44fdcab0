#include "harness/reference/fingerprint.h"

#include <array>

#include "harness/reference/bytes.h"

namespace grit::reference {
namespace {

constexpr std::string_view kSymbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kGidSymbols = 26;

void update_number(Fnv1a128& hash, std::uint64_t value, std::size_t size) {
  std::array<std::byte, 8> bytes;
  const auto used = std::span(bytes).first(size);
  store_le(value, used);
  hash.update(used);
}

// The value of one symbol of the printed form, or 32.
std::uint64_t symbol_value(char symbol) {
  if (symbol >= 'a' && symbol <= 'z') symbol = static_cast<char>(symbol - 'a' + 'A');
  if (symbol == 'I' || symbol == 'L') symbol = '1';
  if (symbol == 'O') symbol = '0';
  const std::size_t value = kSymbols.find(symbol);
  return value == std::string_view::npos ? 32 : value;
}

}  // namespace

Gid gid(std::span<const std::byte, kDescriptorBytes> descriptor, std::string_view canonical_grade,
        Shape shape) {
  Fnv1a128 hash;
  hash.update(bytes_of(canonical_grade));
  update_number(hash, 0, 1);
  hash.update(descriptor.first<28>());  // the frame leaves out note, bytes 28 to 31
  hash.update(descriptor.last<32>());
  update_number(hash, shape.size(), 4);
  for (const std::int64_t extent : shape) {
    update_number(hash, static_cast<std::uint64_t>(extent), 8);
  }
  return hash.value();
}

Digest digest(const Planes& planes) {
  Fnv1a128 hash;
  for (const std::span<const std::byte> plane : planes) {
    update_number(hash, plane.size(), 8);
    hash.update(plane);
  }
  return hash.value();
}

std::string format_gid(const Gid& gid) {
  // 26 symbols hold 130 bits: the value has two zero bits in front.
  std::string text;
  unsigned pending = 0;  // bits not yet written, `count` of them, the oldest highest
  int count = 2;
  for (const std::byte byte : gid) {
    pending = pending << 8 | std::to_integer<unsigned>(byte);
    count += 8;
    while (count >= 5) {
      count -= 5;
      text += kSymbols[pending >> count & 31];
      pending &= (1u << count) - 1;
    }
  }
  return text;
}

std::string_view describe(GidParseError error) {
  switch (error) {
    case GidParseError::kBadSymbol:
      return "a symbol is not Crockford base32";
    case GidParseError::kWrongLength:
      return "not exactly 26 symbols";
    case GidParseError::kTooLarge:
      return "the first symbol is above 7";
  }
  return {};
}

std::expected<Gid, GidParseError> parse_gid(std::string_view text) {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  std::size_t symbols = 0;
  for (const char symbol : text) {
    if (symbol == '-') continue;
    const std::uint64_t value = symbol_value(symbol);
    if (value > 31) return std::unexpected(GidParseError::kBadSymbol);
    if (symbols == 0 && value > 7) return std::unexpected(GidParseError::kTooLarge);
    high = high << 5 | low >> 59;
    low = low << 5 | value;
    ++symbols;
  }
  if (symbols != kGidSymbols) return std::unexpected(GidParseError::kWrongLength);
  Gid gid;
  for (std::size_t i = 0; i < 8; ++i) {
    gid[i] = static_cast<std::byte>(high >> (56 - 8 * i) & 0xFF);
    gid[8 + i] = static_cast<std::byte>(low >> (56 - 8 * i) & 0xFF);
  }
  return gid;
}

}  // namespace grit::reference
