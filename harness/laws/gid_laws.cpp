#include "harness/laws/gid_laws.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string>
#include <vector>

namespace grit::laws {

LawResult gid_sensitive(std::span<const std::byte, reference::kDescriptorBytes> descriptor,
                        std::string_view grade, reference::Shape shape,
                        const Implementation& implementation) {
  constexpr Law kLaw = Law::kGidSensitive;
  const reference::Gid base = implementation.gid(descriptor, grade, shape);
  std::array<std::byte, reference::kDescriptorBytes> bytes{};
  std::ranges::copy(descriptor, bytes.begin());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const bool is_note = at >= 28 && at < 32;
    for (unsigned bit = 0; bit < 8; ++bit) {
      const std::byte mask = std::byte{1} << bit;
      bytes[at] ^= mask;
      const bool same = implementation.gid(bytes, grade, shape) == base;
      bytes[at] ^= mask;
      if (same != is_note) {
        return broken(kLaw, "bit " + std::to_string(bit) + " of descriptor byte " +
                                std::to_string(at) + (same ? " leaves" : " changes") + " the gid");
      }
    }
  }
  std::vector<std::int64_t> extents(shape.begin(), shape.end());
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    for (unsigned bit = 0; bit < 64; bit += 7) {  // one bit in every byte but the last, and bit 63
      const auto mask = static_cast<std::int64_t>(std::uint64_t{1} << bit);
      extents[axis] ^= mask;
      const bool same = implementation.gid(descriptor, grade, extents) == base;
      extents[axis] ^= mask;
      if (same) return broken(kLaw, "extent " + std::to_string(axis) + " leaves the gid");
    }
  }
  extents.push_back(1);
  if (implementation.gid(descriptor, grade, extents) == base) {
    return broken(kLaw, "one more extent leaves the gid");
  }
  extents.pop_back();
  if (!extents.empty()) {
    extents.pop_back();
    if (implementation.gid(descriptor, grade, extents) == base) {
      return broken(kLaw, "one extent less leaves the gid");
    }
  }
  if (implementation.gid(descriptor, std::string(grade) + ' ', shape) == base ||
      (!grade.empty() &&
       implementation.gid(descriptor, grade.substr(0, grade.size() - 1), shape) == base)) {
    return broken(kLaw, "the grade leaves the gid");
  }
  return holds();
}

LawResult printed_gid(const reference::Gid& gid, const Implementation& implementation) {
  constexpr Law kLaw = Law::kPrintedGid;
  constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const std::string printed = implementation.format_gid(gid);
  if (printed.size() != 26)
    return broken(kLaw, "printed are " + std::to_string(printed.size()) + " symbols");
  if (printed.find_first_not_of(kAlphabet) != std::string::npos || printed[0] > '7') {
    return broken(kLaw, "printed is " + printed);
  }
  // The bits, most significant first, behind two zeros.
  for (std::size_t i = 0; i < 26; ++i) {
    unsigned symbol = 0;
    for (std::size_t b = 0; b < 5; ++b) {
      const std::size_t at = 5 * i + b;
      const unsigned bit =
          at < 2 ? 0 : std::to_integer<unsigned>(gid[(at - 2) / 8]) >> (7 - (at - 2) % 8) & 1u;
      symbol = symbol << 1 | bit;
    }
    if (printed[i] != kAlphabet[symbol]) return broken(kLaw, "symbol " + std::to_string(i));
  }
  std::string lower;
  std::string hyphens = "-";
  std::string letters;
  for (const char c : printed) {
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    hyphens += std::string(1, c) + '-';
    letters += c == '1' ? (letters.size() % 2 == 0 ? 'I' : 'l') : c == '0' ? 'o' : c;
  }
  for (const std::string& spelling : {printed, lower, hyphens, letters}) {
    const auto read = implementation.parse_gid(spelling);
    if (!read) return broken(kLaw, spelling + " is refused");
    if (*read != gid) return broken(kLaw, spelling + " reads as another gid");
  }
  return holds();
}

}  // namespace grit::laws
