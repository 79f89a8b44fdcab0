// Decode kernels with AVX-512 intrinsics, beside those of decode_kernels.cpp.
#ifndef GRIT_REFERENCE_KERNELS_DECODE_AVX512_H_
#define GRIT_REFERENCE_KERNELS_DECODE_AVX512_H_

#include "harness/reference/kernels/decode_kernels.h"

namespace grit::reference::kernels {

#if defined(__x86_64__)
extern const DecodeKernels kAvx512DecodeKernels;    // what Isa::kAvx512 has
extern const DecodeKernels kAvx512DlDecodeKernels;  // what Isa::kAvx512Dl has
#endif

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_DECODE_AVX512_H_
