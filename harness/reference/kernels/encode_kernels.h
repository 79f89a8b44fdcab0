// The inner loops of encode, one set for each instruction set. encode.h is what callers want: here
// nothing is validated, counts are whole chunks, and the floating-point environment has to be a
// KernelFloatEnvironment.
#ifndef GRIT_REFERENCE_KERNELS_ENCODE_KERNELS_H_
#define GRIT_REFERENCE_KERNELS_ENCODE_KERNELS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/reference/kernels/isa.h"
#include "harness/reference/registry.h"

namespace grit::reference::kernels {

// Consecutive chunks of values, and where the planes' bytes for them go. Planes that the grade does
// not have, and NVF4's scale1, are not written.
struct EncodeChunks {
  const std::uint32_t* values = nullptr;  // binary32 bit patterns
  std::size_t chunks = 0;                 // of encode_chunk_values(grade) each
  std::uint32_t tensor_scale = 0;         // NVF4 and NVF4_RTZ: the bits of scale1 (spec §9.3.1)
  std::uint8_t* data = nullptr;
  std::uint8_t* scale0 = nullptr;
  std::uint8_t* scale1 = nullptr;
  std::uint8_t* aux = nullptr;
};

// A chunk is four blocks, so that what is done once a block fills vectors; of Q4KS it is one block,
// which has eight groups.
inline constexpr std::size_t kMostChunkValues = 256;
constexpr std::size_t encode_chunk_values(GradeName grade) {
  switch (grade) {
    case GradeName::kMxfp4:
    case GradeName::kMxfp4Rne:
    case GradeName::kI8s24:
      return 128;
    case GradeName::kNvf4:
    case GradeName::kNvf4Rtz:
      return 64;
    case GradeName::kQ4ks:
      return 256;
  }
  return 0;
}

struct EncodeKernels {
  using Kernel = void (*)(const EncodeChunks&);

  Kernel mxfp4 = nullptr;
  Kernel mxfp4_rne = nullptr;
  Kernel nvf4 = nullptr;
  Kernel nvf4_rtz = nullptr;
  Kernel q4ks = nullptr;
  Kernel i8s24 = nullptr;
  // The largest magnitude among the finite values, +0 where there is none. Multiples of 16 values.
  std::uint32_t (*largest_finite)(std::span<const std::uint32_t>) = nullptr;

  Kernel kernel(GradeName grade) const;
};

// nullptr where this build has none: always for kScalar.
const EncodeKernels* encode_kernels(Isa isa);

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_ENCODE_KERNELS_H_
