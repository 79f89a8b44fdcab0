#include "harness/reference/kernels/check.h"

#include "harness/reference/bytes.h"
#include "harness/reference/placement.h"
#include "harness/reference/registry.h"

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

constexpr Demand demand(GradeName grade, std::array<std::uint8_t, kPlaneCount> shifts,
                        std::uint64_t scale1_bytes = 0) {
  const GradeFrame& frame = kRegistry[static_cast<std::size_t>(grade)].frame;
  const std::array<std::byte, kDescriptorBytes> bytes = to_bytes(descriptor_from_frame(frame, {}));
  Demand result;
  result.grade_id = frame.grade_id;
  for (std::size_t i = 0; i < result.words.size(); ++i) {
    result.words[i] = load_le(std::span(bytes).subspan(8 * i, 8));
  }
  // k0, k1 and sp_m are powers of two in the registry, and sp_m divides k0.
  result.extent_mask = frame.k0 - 1u;
  result.elements_mask = frame.k1 == 0 ? 0 : frame.k0 * std::uint64_t{frame.k1} - 1;
  result.shifts = shifts;
  result.scale1_bytes = scale1_bytes;
  result.aux = (frame.flags & (kFlagSparse | kFlagHasZp)) != 0;
  return result;
}

// data, scale0, scale1, aux (spec §6): MXFP4 has four bits an element and a byte a group of 32;
// NVF4 a byte a group of 16, and one binary32; Q4KS a byte a group for scale and zero point each,
// and two binary16 for eight groups; I8S24 a byte for every second element, two bytes a group, and
// two bits for each stored element.
constexpr std::array kRegistered = {
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
constexpr std::array<Demand, 16> kDemands = [] {
  std::array<Demand, 16> demands;
  demands.fill(kRegistered.front());
  for (const Demand& each : kRegistered) demands[slot_of(each.grade_id)] = each;
  return demands;
}();

// The low bytes of the well-known words, as bits.
constexpr std::uint64_t kWellKnownBytes = [] {
  std::uint64_t bytes = 0;
  for (const Placement word : {kRowMajor, kColMajor, kSwizzle128x4B, kTile16x16, kBlockAos,
                               kLinearMeta, kMetaM16N8K32, kPackK4_12B}) {
    bytes |= std::uint64_t{1} << (word & 0xFF);
  }
  return bytes;
}();

// reference::known without branches (spec §4): 0, class 8, class F, or a well-known word, which
// differ in their low bytes only.
std::uint64_t is_known(Placement word) {
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
