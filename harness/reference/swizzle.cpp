#include "harness/reference/swizzle.h"

namespace grit::reference {
namespace {

// The tile: 32 rows of 16 bytes, each row four groups of the lines r, r + 32, r + 64, r + 96.
constexpr std::uint64_t kTileLines = 128;
constexpr std::uint64_t kTileGroups = 4;
constexpr std::uint64_t kTileBytes = kTileLines * kTileGroups;
constexpr std::uint64_t kTileRows = 32;
constexpr std::uint64_t kRowBytes = kTileBytes / kTileRows;

std::uint64_t tiles(std::uint64_t count, std::uint64_t tile) {
  return count / tile + (count % tile != 0 ? 1 : 0);
}

}  // namespace

Uint128 swizzled_bytes(std::uint64_t lines, std::uint64_t groups) {
  // Both factors are exact; their product has at most 128 bits, and far fewer for a real array.
  const std::uint64_t padded_lines = tiles(lines, kTileLines);
  const std::uint64_t padded_groups = tiles(groups, kTileGroups);
  const Uint128 low = multiply(Uint128{padded_lines}, static_cast<std::uint32_t>(padded_groups));
  const Uint128 high =
      multiply(Uint128{padded_lines}, static_cast<std::uint32_t>(padded_groups >> 32));
  const Uint128 product = add(Uint128{high.high << 32 | high.low >> 32, high.low << 32}, low);
  return multiply(product, kTileBytes);
}

std::uint64_t swizzled_offset(std::uint64_t line, std::uint64_t group, std::uint64_t groups) {
  const std::uint64_t tile = line / kTileLines * tiles(groups, kTileGroups) + group / kTileGroups;
  return tile * kTileBytes + line % kTileRows * kRowBytes +
         line % kTileLines / kTileRows * kTileGroups + group % kTileGroups;
}

std::vector<std::byte> swizzle(std::span<const std::byte> plane, std::uint64_t lines,
                               std::uint64_t groups) {
  std::vector<std::byte> stored(static_cast<std::size_t>(swizzled_bytes(lines, groups).low));
  for (std::uint64_t line = 0; line < lines; ++line) {
    for (std::uint64_t group = 0; group < groups; ++group) {
      stored[static_cast<std::size_t>(swizzled_offset(line, group, groups))] =
          plane[static_cast<std::size_t>(line * groups + group)];
    }
  }
  return stored;
}

std::vector<std::byte> unswizzle(std::span<const std::byte> stored, std::uint64_t lines,
                                 std::uint64_t groups) {
  std::vector<std::byte> plane(static_cast<std::size_t>(lines * groups));
  for (std::uint64_t line = 0; line < lines; ++line) {
    for (std::uint64_t group = 0; group < groups; ++group) {
      plane[static_cast<std::size_t>(line * groups + group)] =
          stored[static_cast<std::size_t>(swizzled_offset(line, group, groups))];
    }
  }
  return plane;
}

}  // namespace grit::reference
