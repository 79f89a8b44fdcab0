#include "harness/reference/kernels/decode_avx512.h"

#if defined(__x86_64__)

#include "harness/reference/kernels/decode_avx512.hpp"

namespace grit::reference::kernels {

const DecodeKernels kAvx512DecodeKernels = avx512::kDecodeKernels;
const DecodeKernels kAvx512DlDecodeKernels = avx512dl::kDecodeKernels;

}  // namespace grit::reference::kernels

#endif  // x86-64
