// encode of the six registered grades with the machine's vector instructions: the bytes of
// harness/reference/encode.h, sooner (spec §9).
#ifndef GRIT_REFERENCE_KERNELS_ENCODE_H_
#define GRIT_REFERENCE_KERNELS_ENCODE_H_

#include <cstdint>
#include <expected>
#include <span>

#include "harness/reference/encode.h"
#include "harness/reference/kernels/isa.h"

namespace grit::reference::kernels {

struct EncodeOptions {
  Isa isa = process_isa();  // supported(isa) is required; kScalar is the reference itself
};

// reference::encode_into, every byte and every error alike: `planes` are as long as encoded_lengths
// says, disjoint from each other and from `values`, and untouched on error. The same bytes in every
// floating-point environment, which is left as it was. No pointer needs an alignment beyond its
// type's. Allocation-free. Spec §9.
std::expected<void, EncodeError> encode_into(GradeName grade, std::span<const std::uint32_t> values,
                                             const MutablePlanes& planes,
                                             const EncodeOptions& options = {});

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_ENCODE_H_
