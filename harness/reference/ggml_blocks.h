// ggml's blocks: element codes, scales and minima of a run of elements side by side (spec §12.3).
//
// All functions go between the four planes in plane order and the one plane of blocks. The grade's
// frame says which codes there are; ignored bits of the planes have no place in a block.
#ifndef GRIT_REFERENCE_GGML_BLOCKS_H_
#define GRIT_REFERENCE_GGML_BLOCKS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/reference/view.h"

namespace grit::reference {

enum class BlockKind : std::uint8_t { kMxfp4, kQ8_0, kQ4_K };

std::uint64_t block_elements(BlockKind kind);  // 32, 32, 256
std::uint64_t block_bytes(BlockKind kind);     // 17, 34, 144

// The eight 6-bit scales and minima of a Q4_K block in its twelve bytes. Spec §12.3.5.
struct Q4kScales {
  std::array<std::uint8_t, 8> scale{};
  std::array<std::uint8_t, 8> minimum{};
  friend bool operator==(const Q4kScales&, const Q4kScales&) = default;
};
std::array<std::byte, 12> pack_q4k_scales(const Q4kScales& scales);
Q4kScales unpack_q4k_scales(std::span<const std::byte, 12> q);

// `elements` is a multiple of block_elements, and the planes have the lengths that it demands.
std::vector<std::byte> pack_blocks(BlockKind kind, const Planes& planes, std::uint64_t elements);
PlaneBuffers unpack_blocks(BlockKind kind, std::span<const std::byte> blocks,
                           std::uint64_t elements);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_GGML_BLOCKS_H_
