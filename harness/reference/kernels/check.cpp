#include "harness/reference/kernels/check.h"

#include "harness/reference/bytes.h"
#include "harness/reference/format.h"
#include "harness/reference/placement.h"

namespace grit::reference::kernels {
namespace {

// What a registered grade demands of a descriptor, and what its planes' lengths are. Without grades
// of the caller's, steps 1 and 2 of spec §5 are one: the frame is that of a registered grade, or
// the status is GradeUnknown.
struct Demand {
  std::uint64_t grade_id = 0;
  // Bytes 0-7, 8-15, 16-23 and 24-31, little-endian, with zeros for group_axis and note, which are
  // free.
  std::array<std::uint64_t, 4> words{};
  std::uint64_t extent_mask = 0;    // bits that k0, and sp_m, leave no extent of the group axis
  std::uint64_t elements_mask = 0;  // bits that k1 leaves no number of elements
  // Bytes of a plane: elements >> shift, and so many more. Exact, because of the masks.
  std::array<std::uint8_t, kPlaneCount> shifts{};
  std::uint64_t scale1_bytes = 0;
  bool aux = false;
};

constexpr std::uint64_t kAxisMask = 0xFFFF;          // of bytes 16-23
constexpr std::uint64_t kNoteMask = ~0xFFFFFFFFULL;  // of bytes 24-31
constexpr std::uint8_t kNone = 63;                   // there are fewer than 2^63 elements

// The fields of spec §3.9's table, in its order.
struct Row {
  std::uint64_t grade_id;
  std::uint8_t n_levels = 1;
  std::uint8_t flags = 0;
  FormatWord elem{};
  FormatWord scale0{};
  FormatWord scale1{};
  FormatWord zp_fmt{};
  std::uint16_t k0 = 0;
  std::uint16_t k1 = 0;
  std::uint8_t sp_n = 0;
  std::uint8_t sp_m = 0;
  std::uint8_t sp_meta_fmt = 0;
  std::uint8_t sp_order = 0;
};

constexpr Demand demand(const Row& row, std::array<std::uint8_t, kPlaneCount> shifts,
                        std::uint64_t scale1_bytes = 0) {
  Demand result;
  result.grade_id = row.grade_id;
  result.words[0] = kDescriptorMagic | std::uint64_t{64} << 32 | std::uint64_t{1} << 40 |
                    std::uint64_t{row.n_levels} << 48 | std::uint64_t{row.flags} << 56;
  result.words[1] = row.elem.bits | std::uint64_t{row.scale0.bits} << 16 |
                    std::uint64_t{row.scale1.bits} << 32 | std::uint64_t{row.zp_fmt.bits} << 48;
  result.words[2] = std::uint64_t{row.k0} << 16 | std::uint64_t{row.k1} << 32 |
                    std::uint64_t{row.sp_n} << 48 | std::uint64_t{row.sp_m} << 56;
  result.words[3] = row.sp_meta_fmt | std::uint64_t{row.sp_order} << 8;
  // k0, k1 and sp_m are powers of two in the registry, and sp_m divides k0.
  result.extent_mask = row.k0 - 1u;
  result.elements_mask = row.k1 == 0 ? 0 : row.k0 * std::uint64_t{row.k1} - 1;
  result.shifts = shifts;
  result.scale1_bytes = scale1_bytes;
  result.aux = (row.flags & (kFlagSparse | kFlagHasZp)) != 0;
  return result;
}

constexpr Row mxfp4(std::uint64_t grade_id) {
  return {.grade_id = grade_id, .elem = kE2m1, .scale0 = kE8m0, .k0 = 32};
}
constexpr Row nvf4(std::uint64_t grade_id) {
  return {.grade_id = grade_id,
          .n_levels = 2,
          .elem = kE2m1,
          .scale0 = kE4m3,
          .scale1 = kBinary32,
          .k0 = 16};
}
constexpr Row kQ4ks{.grade_id = 0x1c600de02594fb55,
                    .n_levels = 2,
                    .flags = kFlagHasZp | kFlagZpL1Scaled,
                    .elem = kU4,
                    .scale0 = kU6,
                    .scale1 = kBinary16,
                    .zp_fmt = kU6,
                    .k0 = 32,
                    .k1 = 8};
constexpr Row kI8s24{.grade_id = 0xbbbb283a2539ebe8,
                     .flags = kFlagSparse,
                     .elem = kS8,
                     .scale0 = kBinary16,
                     .k0 = 32,
                     .sp_n = 2,
                     .sp_m = 4,
                     .sp_meta_fmt = 1,
                     .sp_order = static_cast<std::uint8_t>(IndexOrder::kAscLsb)};

// data, scale0, scale1, aux (spec §6): MXFP4 has four bits an element and a byte a group of 32;
// NVF4 a byte a group of 16, and one binary32; Q4KS a byte a group for scale and zero point each,
// and two binary16 for eight groups; I8S24 a byte for every second element, two bytes a group, and
// two bits for each stored element.
constexpr Demand kMxfp4Demand = demand(mxfp4(0x2370ee9ee454a183), {1, 5, kNone, kNone});
constexpr Demand kMxfp4RneDemand = demand(mxfp4(0x254285e10d6068c8), {1, 5, kNone, kNone});
constexpr Demand kNvf4Demand = demand(nvf4(0x00ff6f4c2870831e), {1, 4, kNone, kNone}, 4);
constexpr Demand kNvf4RtzDemand = demand(nvf4(0x006c3850a3f42dea), {1, 4, kNone, kNone}, 4);
constexpr Demand kQ4ksDemand = demand(kQ4ks, {1, 5, 6, 5});
constexpr Demand kI8s24Demand = demand(kI8s24, {1, 4, kNone, 3});

// No two registered ids agree in these four bits. Slots without a grade have the first one's
// demand, whose id no id of theirs can be.
constexpr std::size_t slot_of(std::uint64_t grade_id) { return grade_id >> 6 & 15; }
constexpr std::array<Demand, 16> kDemands = [] {
  std::array<Demand, 16> demands;
  demands.fill(kMxfp4Demand);
  for (const Demand& each :
       {kMxfp4Demand, kMxfp4RneDemand, kNvf4Demand, kNvf4RtzDemand, kQ4ksDemand, kI8s24Demand}) {
    demands[slot_of(each.grade_id)] = each;
  }
  return demands;
}();

// reference::known without branches (spec §4): 0, class 8, class F, or a well-known word, which
// differ in their low bytes only.
std::uint64_t is_known(Placement word) {
  constexpr std::uint64_t kWellKnownBytes = 1ULL << 0x01 | 1ULL << 0x02 | 1ULL << 0x03 |
                                            1ULL << 0x04 | 1ULL << 0x05 | 1ULL << 0x11 |
                                            1ULL << 0x12 | 1ULL << 0x20;
  const std::uint64_t low = word & 0xFF;
  const std::uint64_t well_known = static_cast<std::uint64_t>(word >> 8 == kRowMajor >> 8) &
                                   static_cast<std::uint64_t>(low < 64) &
                                   kWellKnownBytes >> (low & 63);
  const std::uint64_t top = word >> 60;
  return well_known | static_cast<std::uint64_t>(word == kUnspecified) |
         static_cast<std::uint64_t>(top == 0x8) | static_cast<std::uint64_t>(top == 0xF);
}

// The number of elements, and whether spec §6 has no answer because of the extents alone.
struct Elements {
  std::uint64_t count;
  std::uint64_t bad;
};
Elements count_elements(Shape shape) {
  std::uint64_t count = 1;
  std::uint64_t signs = 0;
  std::uint64_t zero = 0;
  std::uint64_t overflow = 0;
  for (const std::int64_t extent : shape) {
    const auto factor = static_cast<std::uint64_t>(extent);
    signs |= factor;
    zero |= static_cast<std::uint64_t>(factor == 0);
    overflow |= static_cast<std::uint64_t>(__builtin_mul_overflow(count, factor, &count));
  }
  // One zero makes it 0, whatever the others are; behind an overflow too, for a product with zero
  // stays zero.
  overflow = (overflow | count >> 63) & (zero ^ 1);
  return {count, signs >> 63 | overflow};
}

}  // namespace

Status check_status(std::span<const std::byte, kDescriptorBytes> descriptor, Shape shape,
                    const PlaneLengths& plane_bytes) {
  const auto word = [&](std::size_t i) {
    return load_le_as<std::uint64_t>(descriptor.subspan(8 * i).first<8>());
  };
  const std::uint64_t grade_id = word(7);
  const Demand& demanded = kDemands[slot_of(grade_id)];

  const std::uint64_t axis_word = word(2);
  const std::uint64_t differing = (grade_id ^ demanded.grade_id) | (word(0) ^ demanded.words[0]) |
                                  (word(1) ^ demanded.words[1]) |
                                  ((axis_word ^ demanded.words[2]) & ~kAxisMask) |
                                  ((word(3) ^ demanded.words[3]) & ~kNoteMask);

  const Placement meta = word(6);
  const std::uint64_t placed = is_known(word(4)) & is_known(word(5)) & is_known(meta) &
                               static_cast<std::uint64_t>(demanded.aux == (meta != kUnspecified));

  const Elements elements = count_elements(shape);
  // A negative group_axis is above every rank here, but for ranks that no memory holds.
  const auto axis = static_cast<std::size_t>(axis_word & kAxisMask);
  const bool in_shape = axis < shape.size() && axis <= 0x7FFF;
  const std::uint64_t extent = in_shape ? static_cast<std::uint64_t>(shape[axis]) : 1;
  std::uint64_t unfitting =
      elements.bad | (extent & demanded.extent_mask) | (elements.count & demanded.elements_mask);
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    unfitting |= ((elements.count >> demanded.shifts[i]) + (i == 2 ? demanded.scale1_bytes : 0)) ^
                 static_cast<std::uint64_t>(plane_bytes[i]);
  }

  // By what is wrong: 1 the grade, 2 the placement, 4 the sizes; the first of them decides.
  static constexpr std::array kStatuses = {Status::kOk,
                                           Status::kGradeUnknown,
                                           Status::kPlacementUnknown,
                                           Status::kGradeUnknown,
                                           Status::kSizeMismatch,
                                           Status::kGradeUnknown,
                                           Status::kPlacementUnknown,
                                           Status::kGradeUnknown};
  return kStatuses[static_cast<std::size_t>(differing != 0) | (placed ^ 1) << 1 |
                   static_cast<std::size_t>(unfitting != 0) << 2];
}

void check_many(const CheckBatch& batch, std::span<Status> statuses) {
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    statuses[i] = check_status(batch.descriptors[i], batch.shapes[i], batch.plane_bytes[i]);
  }
}

}  // namespace grit::reference::kernels
