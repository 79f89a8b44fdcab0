// Fault: a swizzle counts its tiles by ⌊C0/4⌋ a row, as though no group were padding: tiles of the
// lines from 128 on go where others lie. Breaks spec §12.2.2, wherever there are more than 128
// lines and C0 is no multiple of 4. The reference's stored forms are compiled over these two
// functions.
#include "adapters/faulty/faulty.h"
#include "harness/reference/swizzle.h"

namespace grit::reference {
namespace {

std::size_t offset(std::uint64_t line, std::uint64_t group, std::uint64_t groups) {
  return static_cast<std::size_t>((line / 128 * (groups / 4) + group / 4) * 512 + line % 32 * 16 +
                                  line % 128 / 32 * 4 + group % 4);
}

}  // namespace

std::vector<std::byte> faulty_swizzle(std::span<const std::byte> plane, std::uint64_t lines,
                                      std::uint64_t groups) {
  std::vector<std::byte> stored(static_cast<std::size_t>(swizzled_bytes(lines, groups).low));
  for (std::size_t at = 0; at < plane.size(); ++at) {
    stored[offset(at / groups, at % groups, groups)] = plane[at];
  }
  return stored;
}

std::vector<std::byte> faulty_unswizzle(std::span<const std::byte> stored, std::uint64_t lines,
                                        std::uint64_t groups) {
  std::vector<std::byte> plane(static_cast<std::size_t>(lines * groups));
  for (std::size_t at = 0; at < plane.size(); ++at) {
    plane[at] = stored[offset(at / groups, at % groups, groups)];
  }
  return plane;
}

}  // namespace grit::reference

int main() {
  return grit::faulty::serve([](const grit::protocol::FrameView&, grit::protocol::Reply&) {});
}
