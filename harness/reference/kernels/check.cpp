#include "harness/reference/kernels/check.h"

#include "harness/reference/bytes.h"
#include "harness/reference/kernels/check_avx2.h"
#include "harness/reference/kernels/check_demands.h"

namespace grit::reference::kernels {
namespace {

using namespace check_demands;

Status check_scalar(std::span<const std::byte, kDescriptorBytes> descriptor, Shape shape,
                    const PlaneLengths& plane_bytes) {
  const auto word = [&](std::size_t i) {
    return load_le_as<std::uint64_t>(descriptor.subspan(8 * i).first<8>());
  };
  const std::uint64_t grade_id = word(7);
  const Demand& demanded = kDemands[slot_of(grade_id)];

  std::uint64_t differing = grade_id ^ demanded.grade_id;
  for (std::size_t i = 0; i < demanded.words.size(); ++i) {
    differing |= (word(i) ^ demanded.words[i]) & kWordMasks[i];
  }
  const Placement meta = word(6);
  const std::uint64_t placed =
      all_known(word(4), word(5), meta) &
      static_cast<std::uint64_t>(demanded.aux == static_cast<std::uint64_t>(meta != kUnspecified));

  const Elements elements = count_elements_of_few(shape);
  std::uint64_t unfitting = elements.bad >> 63 |
                            (axis_extent(shape, word(2)) & demanded.extent_mask) |
                            (elements.count & demanded.elements_mask);
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    unfitting |= ((elements.count >> demanded.shifts[i]) + demanded.more[i]) ^
                 static_cast<std::uint64_t>(plane_bytes[i]);
  }
  return verdict(differing != 0, placed == 0, unfitting != 0);
}

}  // namespace

Status check_status(std::span<const std::byte, kDescriptorBytes> descriptor, Shape shape,
                    const PlaneLengths& plane_bytes, Isa isa) {
  if (has_check_avx2(isa)) return check_avx2(descriptor, shape, plane_bytes);
  return check_scalar(descriptor, shape, plane_bytes);
}

void check_many(const CheckBatch& batch, std::span<Status> statuses, Isa isa) {
  if (has_check_avx2(isa)) {
    check_many_avx2(batch, statuses);
    return;
  }
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    statuses[i] = check_scalar(batch.descriptors[i], batch.shapes[i], batch.plane_bytes[i]);
  }
}

}  // namespace grit::reference::kernels
