#include "harness/reference/kernels/check_avx2.h"

#include "harness/reference/kernels/check_demands.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#include <bit>

// In each function by itself, so that nothing that other files use as well is compiled for AVX2.
#define GRIT_AVX2 __attribute__((target("avx2,bmi,bmi2")))

namespace grit::reference::kernels {
namespace {

using namespace check_demands;

GRIT_AVX2 __m256i load(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

GRIT_AVX2 std::uint64_t word(std::span<const std::byte, kDescriptorBytes> descriptor,
                             std::size_t i) {
  std::uint64_t value;
  __builtin_memcpy(&value, descriptor.data() + 8 * i, sizeof value);
  return value;
}

GRIT_AVX2 inline Status check_one(std::span<const std::byte, kDescriptorBytes> descriptor,
                                  Shape shape, const PlaneLengths& plane_bytes) {
  const std::uint64_t grade_id = word(descriptor, 7);
  const Demand& demanded = kDemands[slot_of(grade_id)];
  const __m256i differing = _mm256_xor_si256(load(descriptor.data()), load(demanded.words.data()));
  const bool wrong_frame = _mm256_testz_si256(differing, load(kWordMasks.data())) == 0;

  const Placement meta = word(descriptor, 6);
  const std::uint64_t placed =
      all_known(word(descriptor, 4), word(descriptor, 5), meta) &
      static_cast<std::uint64_t>(demanded.aux == static_cast<std::uint64_t>(meta != kUnspecified));

  const Elements elements = count_elements_of_few(shape);
  const std::uint64_t unfitting = elements.bad >> 63 |
                                  (axis_extent(shape, word(descriptor, 2)) & demanded.extent_mask) |
                                  (elements.count & demanded.elements_mask);
  const __m256i count = _mm256_set1_epi64x(static_cast<long long>(elements.count));
  const __m256i lengths =
      _mm256_xor_si256(_mm256_add_epi64(_mm256_srlv_epi64(count, load(demanded.shifts.data())),
                                        load(demanded.more.data())),
                       load(plane_bytes.data()));
  const bool wrong_lengths = _mm256_testz_si256(lengths, lengths) == 0;
  return verdict(wrong_frame | (grade_id != demanded.grade_id), placed == 0,
                 (unfitting != 0) | wrong_lengths);
}

}  // namespace

GRIT_AVX2 Status check_avx2(std::span<const std::byte, kDescriptorBytes> descriptor, Shape shape,
                            const PlaneLengths& plane_bytes) {
  return check_one(descriptor, shape, plane_bytes);
}

GRIT_AVX2 void check_many_avx2(const CheckBatch& batch, std::span<Status> statuses) {
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    statuses[i] = check_one(batch.descriptors[i], batch.shapes[i], batch.plane_bytes[i]);
  }
}

}  // namespace grit::reference::kernels

#else

#include <utility>

namespace grit::reference::kernels {

Status check_avx2(std::span<const std::byte, kDescriptorBytes>, Shape, const PlaneLengths&) {
  std::unreachable();  // has_check_avx2
}
void check_many_avx2(const CheckBatch&, std::span<Status>) { std::unreachable(); }

}  // namespace grit::reference::kernels

#endif
