// Fault: blocks of MXFP4 have element j in the high nibble and element j + 16 in the low one.
// Breaks spec §12.3.2. The reference's stored forms are compiled over these two functions.
#include <vector>

#include "adapters/faulty/faulty.h"
#include "harness/reference/ggml_blocks.h"

namespace grit::reference {
namespace {

std::vector<std::byte> swapped(BlockKind kind, std::vector<std::byte> blocks) {
  if (kind != BlockKind::kMxfp4) return blocks;
  for (std::size_t at = 0; at < blocks.size(); ++at) {
    if (at % block_bytes(kind) == 0) continue;  // the scale
    blocks[at] = blocks[at] << 4 | blocks[at] >> 4;
  }
  return blocks;
}

}  // namespace

std::vector<std::byte> faulty_pack_blocks(BlockKind kind, const Planes& planes,
                                          std::uint64_t elements) {
  return swapped(kind, pack_blocks(kind, planes, elements));
}

PlaneBuffers faulty_unpack_blocks(BlockKind kind, std::span<const std::byte> blocks,
                                  std::uint64_t elements) {
  return unpack_blocks(kind, swapped(kind, {blocks.begin(), blocks.end()}), elements);
}

}  // namespace grit::reference

int main() {
  return grit::faulty::serve([](const grit::protocol::FrameView&, grit::protocol::Reply&) {});
}
