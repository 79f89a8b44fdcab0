// check at level 1 with 256-bit vectors: 32 bytes of a descriptor, and four lengths, at a time.
#ifndef GRIT_REFERENCE_KERNELS_CHECK_AVX2_H_
#define GRIT_REFERENCE_KERNELS_CHECK_AVX2_H_

#include "harness/reference/kernels/check.h"
#include "harness/reference/kernels/isa.h"

namespace grit::reference::kernels {

// Whether the functions below are what `isa` is served with; they must not be called otherwise.
constexpr bool has_check_avx2([[maybe_unused]] Isa isa) {
#if defined(__x86_64__) && defined(__GNUC__)
  return isa >= Isa::kAvx2;
#else
  return false;
#endif
}

// As check_status and check_many.
Status check_avx2(std::span<const std::byte, kDescriptorBytes> descriptor, Shape shape,
                  const PlaneLengths& plane_bytes);
void check_many_avx2(const CheckBatch& batch, std::span<Status> statuses);

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_CHECK_AVX2_H_
