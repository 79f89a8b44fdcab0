#include "harness/reference/ggml_blocks.h"

#include <algorithm>

namespace grit::reference {
namespace {

using Bytes = std::span<const std::byte>;
using MutableBytes = std::span<std::byte>;

constexpr std::size_t kMxfp4Codes = 16;  // bytes of element codes in a block
constexpr std::size_t kQ8Codes = 32;
constexpr std::size_t kQ4kPair = 4;  // d and dmin
constexpr std::size_t kQ4kScales = 12;
constexpr std::size_t kQ4kCodes = 128;
constexpr std::size_t kQ4kGroups = 8;

std::uint8_t u8(std::byte byte) { return std::to_integer<std::uint8_t>(byte); }

std::byte nibble(Bytes plane, std::size_t element) {
  return plane[element / 2] >> (element % 2 * 4) & std::byte{0xF};
}

void put_nibble(MutableBytes plane, std::size_t element, std::byte code) {
  plane[element / 2] |= (code & std::byte{0xF}) << (element % 2 * 4);
}

// Runs of 2 * half nibbles: byte `at` of a run has element `at` low and element half + at high.
void pack_halves(Bytes plane, std::size_t first, std::size_t half, MutableBytes out) {
  for (std::size_t at = 0; at < out.size(); ++at) {
    const std::size_t element = first + at / half * 2 * half + at % half;
    out[at] = nibble(plane, element) | nibble(plane, element + half) << 4;
  }
}

void unpack_halves(Bytes codes, std::size_t first, std::size_t half, MutableBytes plane) {
  for (std::size_t at = 0; at < codes.size(); ++at) {
    const std::size_t element = first + at / half * 2 * half + at % half;
    put_nibble(plane, element, codes[at]);
    put_nibble(plane, element + half, codes[at] >> 4);
  }
}

void copy(Bytes from, MutableBytes to) { std::ranges::copy(from, to.begin()); }

struct Block {
  std::size_t number;
  const Planes& planes;
  MutableBytes out;

  Bytes plane(Plane which) const { return planes[static_cast<std::size_t>(which)]; }
};

void pack_mxfp4(const Block& block) {
  block.out[0] = block.plane(Plane::kScale0)[block.number];
  pack_halves(block.plane(Plane::kData), 32 * block.number, 16, block.out.subspan(1, kMxfp4Codes));
}

void pack_q8(const Block& block) {
  copy(block.plane(Plane::kScale0).subspan(2 * block.number, 2), block.out);
  copy(block.plane(Plane::kData).subspan(kQ8Codes * block.number, kQ8Codes), block.out.subspan(2));
}

void pack_q4k(const Block& block) {
  copy(block.plane(Plane::kScale1).subspan(kQ4kPair * block.number, kQ4kPair), block.out);
  Q4kScales scales;
  for (std::size_t j = 0; j < kQ4kGroups; ++j) {
    const std::size_t group = kQ4kGroups * block.number + j;
    scales.scale[j] = u8(block.plane(Plane::kScale0)[group] & std::byte{0x3F});
    scales.minimum[j] = u8(block.plane(Plane::kAux)[group] & std::byte{0x3F});
  }
  copy(pack_q4k_scales(scales), block.out.subspan(kQ4kPair));
  pack_halves(block.plane(Plane::kData), 256 * block.number, 32,
              block.out.subspan(kQ4kPair + kQ4kScales, kQ4kCodes));
}

// The planes of one block, appended to those of the blocks before it.
void unpack_mxfp4(Bytes block, std::size_t number, PlaneBuffers& planes) {
  planes[1].push_back(block[0]);
  unpack_halves(block.subspan(1, kMxfp4Codes), 32 * number, 16, planes[0]);
}

void unpack_q8(Bytes block, std::size_t number, PlaneBuffers& planes) {
  planes[1].insert(planes[1].end(), block.begin(), block.begin() + 2);
  copy(block.subspan(2, kQ8Codes), MutableBytes(planes[0]).subspan(kQ8Codes * number));
}

void unpack_q4k(Bytes block, std::size_t number, PlaneBuffers& planes) {
  planes[2].insert(planes[2].end(), block.begin(), block.begin() + kQ4kPair);
  const Q4kScales scales = unpack_q4k_scales(block.subspan(kQ4kPair).first<kQ4kScales>());
  for (std::size_t j = 0; j < kQ4kGroups; ++j) {
    planes[1].push_back(std::byte{scales.scale[j]});
    planes[3].push_back(std::byte{scales.minimum[j]});
  }
  unpack_halves(block.subspan(kQ4kPair + kQ4kScales, kQ4kCodes), 256 * number, 32, planes[0]);
}

}  // namespace

std::uint64_t block_elements(BlockKind kind) { return kind == BlockKind::kQ4_K ? 256 : 32; }

std::uint64_t block_bytes(BlockKind kind) {
  switch (kind) {
    case BlockKind::kMxfp4:
      return 1 + kMxfp4Codes;
    case BlockKind::kQ8_0:
      return 2 + kQ8Codes;
    case BlockKind::kQ4_K:
      break;
  }
  return kQ4kPair + kQ4kScales + kQ4kCodes;
}

std::array<std::byte, 12> pack_q4k_scales(const Q4kScales& scales) {
  std::array<std::byte, 12> q{};
  const auto byte = [](int value) { return static_cast<std::byte>(value); };
  for (std::size_t j = 0; j < 4; ++j) {
    const int scale = scales.scale[j + 4];
    const int minimum = scales.minimum[j + 4];
    q[j] = byte(scales.scale[j] | scale >> 4 << 6);
    q[j + 4] = byte(scales.minimum[j] | minimum >> 4 << 6);
    q[j + 8] = byte((scale & 15) | (minimum & 15) << 4);
  }
  return q;
}

Q4kScales unpack_q4k_scales(std::span<const std::byte, 12> q) {
  Q4kScales scales;
  for (std::size_t j = 0; j < 4; ++j) {
    const int scale_byte = u8(q[j]);
    const int minimum_byte = u8(q[j + 4]);
    const int low_byte = u8(q[j + 8]);
    scales.scale[j] = static_cast<std::uint8_t>(scale_byte & 63);
    scales.minimum[j] = static_cast<std::uint8_t>(minimum_byte & 63);
    scales.scale[j + 4] = static_cast<std::uint8_t>((low_byte & 15) | scale_byte >> 6 << 4);
    scales.minimum[j + 4] = static_cast<std::uint8_t>(low_byte >> 4 | minimum_byte >> 6 << 4);
  }
  return scales;
}

std::vector<std::byte> pack_blocks(BlockKind kind, const Planes& planes, std::uint64_t elements) {
  const auto count = static_cast<std::size_t>(elements / block_elements(kind));
  const auto size = static_cast<std::size_t>(block_bytes(kind));
  std::vector<std::byte> blocks(count * size);
  for (std::size_t number = 0; number < count; ++number) {
    const Block block{number, planes, MutableBytes(blocks).subspan(number * size, size)};
    switch (kind) {
      case BlockKind::kMxfp4:
        pack_mxfp4(block);
        break;
      case BlockKind::kQ8_0:
        pack_q8(block);
        break;
      case BlockKind::kQ4_K:
        pack_q4k(block);
        break;
    }
  }
  return blocks;
}

PlaneBuffers unpack_blocks(BlockKind kind, Bytes blocks, std::uint64_t elements) {
  const auto count = static_cast<std::size_t>(elements / block_elements(kind));
  const auto size = static_cast<std::size_t>(block_bytes(kind));
  PlaneBuffers planes;
  planes[0].resize(static_cast<std::size_t>(kind == BlockKind::kQ8_0 ? elements : elements / 2));
  for (std::size_t number = 0; number < count; ++number) {
    const Bytes block = blocks.subspan(number * size, size);
    switch (kind) {
      case BlockKind::kMxfp4:
        unpack_mxfp4(block, number, planes);
        break;
      case BlockKind::kQ8_0:
        unpack_q8(block, number, planes);
        break;
      case BlockKind::kQ4_K:
        unpack_q4k(block, number, planes);
        break;
    }
  }
  return planes;
}

}  // namespace grit::reference
