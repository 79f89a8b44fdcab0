#include "harness/vectors/gid_text.h"

#include <cstddef>

namespace grit::vectors {

std::string printed_gid(const protocol::Digest& gid) {
  // 130 bits: two zeros, then the gid. Bit i counts from the most significant of them.
  const auto bit = [&gid](std::size_t i) -> unsigned {
    if (i < 2) return 0;
    const unsigned byte = std::to_integer<unsigned>(gid[(i - 2) / 8]);
    return byte >> (7 - (i - 2) % 8) & 1u;
  };
  std::string text;
  for (std::size_t symbol = 0; symbol < 26; ++symbol) {
    unsigned value = 0;
    for (std::size_t i = 0; i < 5; ++i) value = value << 1 | bit(5 * symbol + i);
    text += kGidSymbols[value];
  }
  return text;
}

}  // namespace grit::vectors
