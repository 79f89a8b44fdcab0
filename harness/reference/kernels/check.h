// check at level 1 without branches: the status of harness/reference/check.h, sooner (spec §5). Who
// wants to know which rule was broken, and in which plane, asks the reference.
#ifndef GRIT_REFERENCE_KERNELS_CHECK_H_
#define GRIT_REFERENCE_KERNELS_CHECK_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/reference/check.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/kernels/isa.h"
#include "harness/reference/view.h"

namespace grit::reference::kernels {

// In bytes, in the order of Plane; negative lengths fit nothing.
using PlaneLengths = std::array<std::int64_t, kPlaneCount>;

// What reference::check says of 64 bytes at level 1 where the caller has no grades of his own.
// Total and allocation-free; all verdicts take about the same time. supported(isa) is required;
// sets narrower than AVX2 take the form without vectors.
Status check_status(std::span<const std::byte, kDescriptorBytes> descriptor, Shape shape,
                    const PlaneLengths& plane_bytes, Isa isa = process_isa());

// What check_many is given, one of each for each descriptor.
struct CheckBatch {
  std::span<const std::array<std::byte, kDescriptorBytes>> descriptors;
  std::span<const Shape> shapes;
  std::span<const PlaneLengths> plane_bytes;
};

// statuses[i] = check_status of the i-th of each. All four are equally long.
void check_many(const CheckBatch& batch, std::span<Status> statuses, Isa isa = process_isa());

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_CHECK_H_
