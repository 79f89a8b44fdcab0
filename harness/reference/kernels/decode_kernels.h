// The inner loops of decode: whole blocks of one layout, with one instruction set (spec §8).
//
// Nothing here is checked. Callers (decode.h) have found the planes to have the lengths that spec
// §6 gives them, and cut them into parts at block borders. Each kernel gives the bits of the scalar
// reference where arithmetic is binary32's own: round to nearest even, gradual underflow
// (kernel_float_environment.h sees to it).
#ifndef GRIT_REFERENCE_KERNELS_DECODE_KERNELS_H_
#define GRIT_REFERENCE_KERNELS_DECODE_KERNELS_H_

#include <cstddef>
#include <cstdint>

#include "harness/reference/kernels/isa.h"

namespace grit::reference::kernels {

// How results are written.
enum class Stores : std::uint8_t {
  kCached,    // any address that a std::uint32_t may have
  kStreamed,  // past the caches; `out` is aligned to kStreamAlignment; a fence is the caller's
};
inline constexpr std::size_t kStreamAlignment = 64;

// A part of an array is a run of its blocks. Pointers are to the part's first byte in each plane.

// Spec §8.2; a block is 32 elements: 16 bytes of data, 1 of scale0.
struct Mxfp4Part {
  const std::uint8_t* data;
  const std::uint8_t* scale0;
  std::size_t blocks;
};

// Spec §8.3; a block is 16 elements: 8 bytes of data, 1 of scale0.
struct Nvf4Part {
  const std::uint8_t* data;
  const std::uint8_t* scale0;
  std::uint32_t tensor_scale;  // scale1, a NaN canonical
  std::size_t blocks;
};

// Spec §8.4; a block is 256 elements: 128 bytes of data, 8 of scale0, 4 of scale1, 8 of aux.
struct Q4ksPart {
  const std::uint8_t* data;
  const std::uint8_t* scale0;
  const std::uint8_t* scale1;
  const std::uint8_t* aux;
  std::size_t blocks;
};

// Spec §8.5; a block is 32 elements: at most 16 bytes of data, 2 of scale0, 4 of aux.
struct I8s24Part {
  const std::uint8_t* data;  // at the cursor: what the metadata before this part has left
  const std::uint8_t* scale0;
  const std::uint8_t* aux;
  std::size_t blocks;
};

// Each writes all elements of the part to `out` as binary32 bit patterns.
struct DecodeKernels {
  void (*mxfp4)(const Mxfp4Part& part, std::uint32_t* out, Stores stores);
  void (*nvf4)(const Nvf4Part& part, std::uint32_t* out, Stores stores);
  void (*q4ks)(const Q4ksPart& part, std::uint32_t* out, Stores stores);
  void (*i8s24)(const I8s24Part& part, std::uint32_t* out, Stores stores);
};

// The kernels for `isa`; nullptr for kScalar and where this build has none (isa.h: compiled_in).
const DecodeKernels* decode_kernels(Isa isa);

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_DECODE_KERNELS_H_
