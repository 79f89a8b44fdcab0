// encode of the six registered grades: binary32 bit patterns to plane bytes (spec §9).
#ifndef GRIT_REFERENCE_ENCODE_H_
#define GRIT_REFERENCE_ENCODE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "harness/reference/registry.h"
#include "harness/reference/view.h"

namespace grit::reference {

// Writable bytes of the four planes, disjoint; an absent plane is empty.
using MutablePlanes = std::array<std::span<std::byte>, kPlaneCount>;

enum class EncodeError : std::uint8_t {
  kCount,       // not a multiple of the block: 32, 256, 16, 32 (spec §9)
  kPlaneBytes,  // encode_into only: a plane is not exactly as long as encoded_lengths says
};
std::string_view describe(EncodeError error);

// Lengths in bytes of the planes of `count` elements. Allocation-free. Spec §6.
std::expected<std::array<std::size_t, kPlaneCount>, EncodeError> encoded_lengths(GradeName grade,
                                                                                 std::size_t count);

// Writes every byte of `planes`, whatever they held, from `values`, binary32 bit patterns in plane
// order. Allocation-free. On error `planes` are untouched. Spec §9.
std::expected<void, EncodeError> encode_into(GradeName grade, std::span<const std::uint32_t> values,
                                             const MutablePlanes& planes);

// The same into new buffers, which are allocated only once the count has been found right.
std::expected<PlaneBuffers, EncodeError> encode(GradeName grade,
                                                std::span<const std::uint32_t> values);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_ENCODE_H_
