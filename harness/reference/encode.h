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

// Owned bytes of the four planes; an absent plane is empty.
using PlaneBuffers = std::array<std::vector<std::byte>, kPlaneCount>;

Planes borrow(const PlaneBuffers& buffers);

enum class EncodeError : std::uint8_t {
  kCount,  // not a multiple of the block: 32, 256, 16, 32 (spec §9)
};
std::string_view describe(EncodeError error);

// The planes of `values`, binary32 bit patterns in plane order. Their lengths are those of spec §6
// for values.size() elements. Spec §9.
std::expected<PlaneBuffers, EncodeError> encode(GradeName grade,
                                                std::span<const std::uint32_t> values);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_ENCODE_H_
