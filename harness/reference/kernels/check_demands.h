// What check compares at level 1, as tables: no branch, no parser (spec §4, §5, §6). Shared by its
// forms for different instruction sets.
#ifndef GRIT_REFERENCE_KERNELS_CHECK_DEMANDS_H_
#define GRIT_REFERENCE_KERNELS_CHECK_DEMANDS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/reference/bytes.h"
#include "harness/reference/check.h"
#include "harness/reference/placement.h"
#include "harness/reference/registry.h"
#include "harness/reference/view.h"

namespace grit::reference::kernels::check_demands {

// What a registered grade demands of a descriptor, and what its planes' lengths are. Without grades
// of the caller's, steps 1 and 2 of spec §5 are one: the frame is that of a registered grade, or
// the status is GradeUnknown.
struct alignas(128) Demand {
  // Bytes 0-7, 8-15, 16-23 and 24-31, little-endian, with zeros for group_axis and note, which are
  // free (kWordMasks).
  std::array<std::uint64_t, 4> words{};
  // Bytes of a plane: elements >> shift, and so many more. Exact, because of the masks.
  std::array<std::uint64_t, kPlaneCount> shifts{};
  std::array<std::uint64_t, kPlaneCount> more{};
  std::uint64_t grade_id = 0;
  std::uint32_t extent_mask = 0;    // bits that k0, and sp_m, leave no extent of the group axis
  std::uint32_t elements_mask = 0;  // bits that k1 leaves no number of elements
  std::uint64_t aux = 0;            // 1: the plane aux is there, and so is placement_meta
};

inline constexpr std::uint64_t kAxisMask = 0xFFFF;  // of bytes 16-23
// What of Demand::words counts: not group_axis, not note.
alignas(32) inline constexpr std::array<std::uint64_t, 4> kWordMasks{
    ~std::uint64_t{0}, ~std::uint64_t{0}, ~kAxisMask, 0xFFFFFFFF};
inline constexpr std::uint64_t kNone = 63;  // there are fewer than 2^63 elements

constexpr Demand demand(GradeName grade, std::array<std::uint64_t, kPlaneCount> shifts,
                        std::uint64_t scale1_bytes = 0) {
  const GradeFrame& frame = kRegistry[static_cast<std::size_t>(grade)].frame;
  const std::array<std::byte, kDescriptorBytes> bytes = to_bytes(descriptor_from_frame(frame, {}));
  Demand result;
  for (std::size_t i = 0; i < result.words.size(); ++i) {
    result.words[i] = load_le(std::span(bytes).subspan(8 * i, 8));
  }
  result.shifts = shifts;
  result.more[2] = scale1_bytes;
  result.grade_id = frame.grade_id;
  // k0, k1 and sp_m are powers of two in the registry, and sp_m divides k0.
  result.extent_mask = frame.k0 - 1u;
  result.elements_mask = frame.k1 == 0 ? 0 : std::uint32_t{frame.k0} * frame.k1 - 1;
  result.aux = (frame.flags & (kFlagSparse | kFlagHasZp)) != 0;
  return result;
}

// data, scale0, scale1, aux (spec §6): MXFP4 has four bits an element and a byte a group of 32;
// NVF4 a byte a group of 16, and one binary32; Q4KS a byte a group for scale and zero point each,
// and two binary16 for eight groups; I8S24 a byte for every second element, two bytes a group, and
// two bits for each stored element.
inline constexpr std::array kRegistered = {
    demand(GradeName::kMxfp4, {1, 5, kNone, kNone}),
    demand(GradeName::kMxfp4Rne, {1, 5, kNone, kNone}),
    demand(GradeName::kNvf4, {1, 4, kNone, kNone}, 4),
    demand(GradeName::kNvf4Rtz, {1, 4, kNone, kNone}, 4),
    demand(GradeName::kQ4ks, {1, 5, 6, 5}),
    demand(GradeName::kI8s24, {1, 4, kNone, 3}),
};

// No two registered ids agree in these four bits. Slots without a grade have the first one's
// demand, whose id no id of theirs can be.
constexpr std::size_t slot_of(std::uint64_t grade_id) { return grade_id >> 6 & 15; }
inline constexpr std::array<Demand, 16> kDemands = [] {
  std::array<Demand, 16> demands;
  demands.fill(kRegistered.front());
  for (const Demand& each : kRegistered) demands[slot_of(each.grade_id)] = each;
  return demands;
}();

// What makes a placement word of a class, its upper four bits, known (spec §4): none of these bits
// is set, and the one that the lower six bits name is.
struct PlacementClass {
  std::uint64_t forbidden = ~std::uint64_t{0};
  std::uint64_t low_values = 0;
};
inline constexpr std::array<PlacementClass, 16> kPlacementClasses = [] {
  std::array<PlacementClass, 16> classes;
  classes[0x0] = {~std::uint64_t{0}, 1};  // UNSPECIFIED, which is zero
  classes[0x8] = {0, ~std::uint64_t{0}};  // a local hash
  classes[0xF] = {0, ~std::uint64_t{0}};  // opaque
  classes[0x1] = {~std::uint64_t{0} >> 4 & ~std::uint64_t{63}, 0};
  for (const Placement word : {kRowMajor, kColMajor, kSwizzle128x4B, kTile16x16, kBlockAos,
                               kLinearMeta, kMetaM16N8K32, kPackK4_12B}) {
    classes[0x1].low_values |= std::uint64_t{1} << (word & 63);
  }
  return classes;
}();

// 1 where all three are known.
constexpr std::uint64_t all_known(Placement data, Placement scale, Placement meta) {
  std::uint64_t forbidden = 0;
  std::uint64_t fitting = 1;
  for (const Placement word : {data, scale, meta}) {
    const PlacementClass& of = kPlacementClasses[static_cast<std::size_t>(word >> 60)];
    forbidden |= word & of.forbidden;
    fitting &= of.low_values >> (word & 63);
  }
  return fitting & static_cast<std::uint64_t>(forbidden == 0);
}

// The number of elements, and whether spec §6 has no answer because of the extents alone: bit 63 of
// `bad`.
struct Elements {
  std::uint64_t count;
  std::uint64_t bad;
};

// Any rank. One zero makes the count 0, whatever the other extents are; behind an overflow too, for
// a product with zero stays zero.
inline Elements count_elements(Shape shape) {
  std::uint64_t count = 1;
  std::uint64_t signs = 0;
  bool zero = false;
  bool overflow = false;
  for (const std::int64_t extent : shape) {
    const auto factor = static_cast<std::uint64_t>(extent);
    signs |= factor;
    zero |= factor == 0;
    overflow |= __builtin_mul_overflow(count, factor, &count);
  }
  if (zero) return {0, signs};
  return {count, signs | count | std::uint64_t{overflow} << 63};
}

// The extent at `i` where the rank is above it, else 1. Compilers would jump around the load, and
// jumps go wrong where ranks change from one tensor to the next: a choice made by arithmetic stays
// one.
inline std::uint64_t extent_or_one(Shape shape, std::uint64_t i) {
  static constexpr std::int64_t kOne = 1;
  std::uint64_t inside = 0 - static_cast<std::uint64_t>(i < shape.size());
#if defined(__GNUC__)
  asm("" : "+r"(inside));
#endif
  const auto extents = reinterpret_cast<std::uintptr_t>(shape.data());
  const auto one = reinterpret_cast<std::uintptr_t>(&kOne);
  const auto mask = static_cast<std::uintptr_t>(inside);
  const auto chosen = ((extents + static_cast<std::uintptr_t>(i) * 8) & mask) | (one & ~mask);
  return static_cast<std::uint64_t>(*reinterpret_cast<const std::int64_t*>(chosen));
}

// The same. Ranks up to 4, those of nearly all tensors, have no branch of their own: extents behind
// the last are 1.
inline Elements count_elements_of_few(Shape shape) {
  if (shape.size() > 4) [[unlikely]] {
    return count_elements(shape);
  }
  const std::uint64_t a = extent_or_one(shape, 0);
  const std::uint64_t b = extent_or_one(shape, 1);
  const std::uint64_t c = extent_or_one(shape, 2);
  const std::uint64_t d = extent_or_one(shape, 3);
  std::uint64_t left = 0;
  std::uint64_t right = 0;
  std::uint64_t count = 0;
  bool overflow = __builtin_mul_overflow(a, b, &left);
  overflow |= __builtin_mul_overflow(c, d, &right);
  overflow |= __builtin_mul_overflow(left, right, &count);
  if (overflow | (count >> 63 != 0)) [[unlikely]] {
    return count_elements(shape);
  }
  return {count, a | b | c | d};
}

// The extent of the group axis; 1, which no k0 of the registry divides, where there is none.
inline std::uint64_t axis_extent(Shape shape, std::uint64_t axis_word) {
  // A negative one becomes greater than every rank.
  const auto axis = static_cast<std::uint64_t>(static_cast<std::int16_t>(axis_word & kAxisMask));
  return extent_or_one(shape, axis);
}

// By what is wrong: 1 the grade, 2 the placement, 4 the sizes; the first of them decides (spec §5).
constexpr Status verdict(bool wrong_grade, bool wrong_placement, bool wrong_sizes) {
  constexpr std::array kStatuses = {Status::kOk,
                                    Status::kGradeUnknown,
                                    Status::kPlacementUnknown,
                                    Status::kGradeUnknown,
                                    Status::kSizeMismatch,
                                    Status::kGradeUnknown,
                                    Status::kPlacementUnknown,
                                    Status::kGradeUnknown};
  return kStatuses[static_cast<std::size_t>(wrong_grade) |
                   static_cast<std::size_t>(wrong_placement) << 1 |
                   static_cast<std::size_t>(wrong_sizes) << 2];
}

}  // namespace grit::reference::kernels::check_demands

#endif  // GRIT_REFERENCE_KERNELS_CHECK_DEMANDS_H_
