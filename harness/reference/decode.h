// decode of the six registered grades: plane bytes to binary32 bit patterns (spec §8).
#ifndef GRIT_REFERENCE_DECODE_H_
#define GRIT_REFERENCE_DECODE_H_

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "harness/reference/registry.h"
#include "harness/reference/view.h"

namespace grit::reference {

enum class DecodeError : std::uint8_t {
  kCount,         // negative, not a multiple of the block, or more than memory can hold
  kPlaneBytes,    // a plane is not exactly as long as spec §6 says for the count
  kOutputLength,  // decode_into only: `out` has not `numel` elements
};
std::string_view describe(DecodeError error);

// Whether decode would answer, without decoding; allocation-free. The value is numel.
std::expected<std::size_t, DecodeError> validate_decode(GradeName grade, std::int64_t numel,
                                                        const Planes& planes);

// Writes element i of plane order to out[i] as a binary32 bit pattern; every NaN is 0x7fc00000.
// Allocation-free. On error `out` is untouched. Spec §8.
std::expected<void, DecodeError> decode_into(GradeName grade, std::int64_t numel,
                                             const Planes& planes, std::span<std::uint32_t> out);

// The same into a new vector, which is allocated only once the planes have been found right.
std::expected<std::vector<std::uint32_t>, DecodeError> decode(GradeName grade, std::int64_t numel,
                                                              const Planes& planes);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_DECODE_H_
