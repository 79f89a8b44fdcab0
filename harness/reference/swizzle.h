// SWIZZLE_128x4B: scale bytes in tiles of 128 lines by 4 groups (spec §12.2.2).
#ifndef GRIT_REFERENCE_SWIZZLE_H_
#define GRIT_REFERENCE_SWIZZLE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/reference/uint128.h"

namespace grit::reference {

// Bytes of a swizzled matrix of `lines` lines by `groups` bytes, both padded. Exact; 0 where either
// is 0.
Uint128 swizzled_bytes(std::uint64_t lines, std::uint64_t groups);

// Where byte (line, group) of the matrix is stored; `groups` is the unpadded width of the matrix.
std::uint64_t swizzled_offset(std::uint64_t line, std::uint64_t group, std::uint64_t groups);

// From plane order, line by line, and back. Padding is written as 0 and not read.
std::vector<std::byte> swizzle(std::span<const std::byte> plane, std::uint64_t lines,
                               std::uint64_t groups);
std::vector<std::byte> unswizzle(std::span<const std::byte> stored, std::uint64_t lines,
                                 std::uint64_t groups);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_SWIZZLE_H_
