// Laws about encode of the registered grades and its way back (spec §9).
#ifndef GRIT_LAWS_ENCODE_LAWS_H_
#define GRIT_LAWS_ENCODE_LAWS_H_

#include <cstdint>
#include <span>

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"

namespace grit::laws {

// Spec §6.1: the planes are as long as the size equations say. Applies where encode answers.
LawResult encoded_sizes(reference::GradeName grade, std::span<const std::uint32_t> values,
                        const Implementation& implementation = reference_implementation());

// Spec §9.2 to §9.5: no point of the grid that a group's scales span is nearer to a value than the
// one it comes back as, so within the grid the error is at most half a step; a value that is a grid
// point comes back as itself. NVF4_RTZ takes the largest magnitude that does not exceed the value's
// instead, and promises nothing of grid points. Both up to the rounding of the operations that
// §9.1.2 demands, which MXFP4 does not need: its quotients are exact. Where a block holds a value
// that is not finite, its stored elements come back as NaN. Of I8S24, what is dropped is never
// larger than what is kept.
//
// Applies where encode answers and there is a value; groups whose grid reaches infinity (MXFP4_RNE
// above 2^127) are not judged.
LawResult encode_nearest(reference::GradeName grade, std::span<const std::uint32_t> values,
                         const Implementation& implementation = reference_implementation());

// encode(decode(encode(values))) = encode(values), byte for byte. Applies where docs/LAWS.md says
// that it holds, which is decided by the planes of the first encode.
LawResult encode_repeats(reference::GradeName grade, std::span<const std::uint32_t> values,
                         const Implementation& implementation = reference_implementation());

// Whether planes that encode gave for `count` values are among those that encode_repeats promises
// to come back.
bool repeats(reference::GradeName grade, std::size_t count, const reference::PlaneBuffers& planes);

}  // namespace grit::laws

#endif  // GRIT_LAWS_ENCODE_LAWS_H_
