#include "fuzz/enumerate/expectation.h"

#include <algorithm>
#include <string_view>

namespace grit::enumerate {
namespace {

using reference::GradeName;
using reference::Plane;
using reference::Status;

// A text that is no 128 digits does not compile.
constexpr DescriptorBytes from_hex(std::string_view digits) {
  return bytes_from_hex(digits).value();
}

// What the specification says of a registered grade.
struct Canonical {
  GradeName grade;
  DescriptorBytes bytes;  // spec §3.9.2
  bool has_aux;           // zp or sp in the string of spec §3.9.1
  PlaneBytes plane_bytes;
};

// Plane bytes by spec §6.1 with N = 32 * 3 * 64 = 6144:
//   MXFP4   groups0 = 6144/32 = 192; data 6144*4/8; scale0 192*8/8; no more.
//   Q4KS    groups0 = 192, groups1 = 192/8 = 24; data 6144*4/8; scale0 192 (u6 takes a byte);
//           scale1 24 pairs of binary16; aux 192 (u6 takes a byte).
//   NVF4    groups0 = 6144/16 = 384, groups1 = 1; data 6144*4/8; scale0 384; scale1 one binary32.
//   I8S24   groups0 = 192, nnz = 6144*2/4 = 3072; data 3072; scale0 192*16/8; aux 3072*2/8.
constexpr std::array<Canonical, 6> kCanonical{{
    {GradeName::kMxfp4,
     from_hex("47525431400101004320074800000000"
              "00002000000000000000000000000000"
              "01000000000000100100000000000010"
              "000000000000000083a154e49eee7023"),
     false,
     {3072, 192, 0, 0}},
    {GradeName::kQ4ks,
     from_hex("4752543140010221e343e5436f35e543"
              "00002000080000000000000000000000"
              "01000000000000100100000000000010"
              "010000000000001055fb9425e00d601c"),
     true,
     {3072, 192, 96, 192}},
    {GradeName::kNvf4,
     from_hex("4752543140010200432087281f370000"
              "00001000000000000000000000000000"
              "01000000000000100100000000000010"
              "00000000000000001e8370284c6fff00"),
     false,
     {3072, 384, 4, 0}},
    {GradeName::kI8s24,
     from_hex("4752543140010104e7036f3500000000"
              "00002000000002040101000000000000"
              "01000000000000100100000000000010"
              "1100000000000010e8eb39253a28bbbb"),
     true,
     {3072, 384, 0, 768}},
    {GradeName::kMxfp4Rne,
     from_hex("47525431400101004320074800000000"
              "00002000000000000000000000000000"
              "01000000000000100100000000000010"
              "0000000000000000c868600de1854225"),
     false,
     {3072, 192, 0, 0}},
    {GradeName::kNvf4Rtz,
     from_hex("4752543140010200432087281f370000"
              "00001000000000000000000000000000"
              "01000000000000100100000000000010"
              "0000000000000000ea2df4a350386c00"),
     false,
     {3072, 384, 4, 0}},
}};

const Canonical& canonical_of(GradeName grade) {
  return *std::ranges::find(kCanonical, grade, &Canonical::grade);
}

// Offsets of spec §2.1.1.
constexpr std::size_t kGroupAxis = 16;
constexpr std::size_t kAfterGroupAxis = 18;
constexpr std::size_t kNote = 28;  // the frame's end
constexpr std::size_t kPlacementData = 32;
constexpr std::size_t kPlacementScale = 40;
constexpr std::size_t kPlacementMeta = 48;
constexpr std::size_t kGradeId = 56;

bool same(std::span<const std::byte, 64> a, const DescriptorBytes& b, std::size_t from,
          std::size_t to) {
  const auto at = static_cast<std::ptrdiff_t>(from);
  return std::equal(a.begin() + at, a.begin() + static_cast<std::ptrdiff_t>(to), b.begin() + at);
}

std::uint64_t word(std::span<const std::byte, 64> bytes, std::size_t from, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value |= std::to_integer<std::uint64_t>(bytes[from + i]) << (8 * i);
  }
  return value;
}

// Spec §4.
bool is_known_word(std::uint64_t placement) {
  const std::uint64_t low = placement & 0x0FFFFFFFFFFFFFFF;
  switch (placement >> 60) {
    case 0x0:
      return low == 0;
    case 0x1:
      return (low >= 0x01 && low <= 0x05) || low == 0x11 || low == 0x12 || low == 0x20;
    case 0x8:
    case 0xF:
      return true;
    default:
      return false;
  }
}

// Axes 0 and 2 have 32 and 64 elements: multiples of k0 (16 or 32) and of sp_m (4), and the number
// of groups is a multiple of k1. Axis 1 has 3 (spec §6.2.4), and there are no more (spec §6.2.3).
bool has_sizes(std::uint64_t group_axis) { return group_axis == 0 || group_axis == 2; }

// How many values of one field, put into the canonical descriptor alone, fail at steps 1 and 2, at
// step 3, at step 4, and not at all.
struct Fates {
  std::uint64_t grade = 0;
  std::uint64_t placement = 0;
  std::uint64_t sizes = 0;
  std::uint64_t none = 0;
};

template <typename Predicate>
std::uint64_t count_if(const FieldValues& values, const Predicate& holds) {
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < values.size(); ++i) count += holds(values.at(i)) ? 1 : 0;
  return count;
}

Fates fates(const Canonical& canonical, const FieldValues& values) {
  const std::size_t offset = values.field->offset;
  const std::uint64_t size = values.size();
  Fates result;
  switch (offset) {
    case kNote:
      result.none = size;
      break;
    case kGroupAxis:
      result.none = count_if(values, has_sizes);
      result.sizes = size - result.none;
      break;
    case kPlacementData:
    case kPlacementScale:
      result.none = count_if(values, is_known_word);
      result.placement = size - result.none;
      break;
    case kPlacementMeta:
      result.none = count_if(values, [&](std::uint64_t value) {
        return canonical.has_aux ? value != 0 && is_known_word(value) : value == 0;
      });
      result.placement = size - result.none;
      break;
    case kGradeId:
      result.none = count_if(values, [&](std::uint64_t value) {
        return std::ranges::any_of(kCanonical, [&](const Canonical& other) {
          return value == word(other.bytes, kGradeId, 8) &&
                 same(canonical.bytes, other.bytes, 0, kNote);
        });
      });
      result.grade = size - result.none;
      break;
    default: {
      const std::uint64_t right = word(canonical.bytes, offset, values.field->size);
      result.none = count_if(values, [&](std::uint64_t value) { return value == right; });
      result.grade = size - result.none;
      break;
    }
  }
  return result;
}

}  // namespace

const PlaneBytes& plane_bytes_of(GradeName grade) { return canonical_of(grade).plane_bytes; }

Answer expected_answer(std::span<const std::byte, reference::kDescriptorBytes> descriptor,
                       const PlaneBytes& plane_bytes) {
  // Steps 1 and 2. No canonical descriptor breaks a rule of step 1, so whatever does break one
  // differs from all of them.
  const auto grade = std::ranges::find_if(kCanonical, [&](const Canonical& canonical) {
    return same(descriptor, canonical.bytes, kGradeId, descriptor.size());
  });
  if (grade == kCanonical.end() || !same(descriptor, grade->bytes, 0, kGroupAxis) ||
      !same(descriptor, grade->bytes, kAfterGroupAxis, kNote)) {
    return {Status::kGradeUnknown, std::nullopt};
  }
  // Step 3.
  const std::uint64_t meta = word(descriptor, kPlacementMeta, 8);
  if (!is_known_word(word(descriptor, kPlacementData, 8)) ||
      !is_known_word(word(descriptor, kPlacementScale, 8)) || !is_known_word(meta)) {
    return {Status::kPlacementUnknown, std::nullopt};
  }
  if (grade->has_aux != (meta != 0)) return {Status::kPlacementUnknown, Plane::kAux};
  // Step 4.
  if (!has_sizes(word(descriptor, kGroupAxis, 2))) return {Status::kSizeMismatch, std::nullopt};
  for (std::size_t i = 0; i < plane_bytes.size(); ++i) {
    if (plane_bytes[i] != grade->plane_bytes[i]) {
      return {Status::kSizeMismatch, static_cast<Plane>(i)};
    }
  }
  return {};
}

StatusCounts expected_counts(const Unit& unit) {
  const Canonical& canonical = canonical_of(unit.grade);
  const Fates a = fates(canonical, unit.first);
  const Fates b = unit.second ? fates(canonical, *unit.second)
                              : Fates{.grade = 0, .placement = 0, .sizes = 0, .none = 1};
  // Two values do not make each other right: no registered frame is two fields away from another.
  // So the earlier step of the two decides (spec §5.0.4).
  const std::uint64_t pass_grade_a = a.placement + a.sizes + a.none;
  const std::uint64_t pass_grade_b = b.placement + b.sizes + b.none;
  const std::uint64_t pass_placement = (a.sizes + a.none) * (b.sizes + b.none);
  StatusCounts counts{};
  counts[static_cast<std::size_t>(Status::kOk)] = a.none * b.none;
  counts[static_cast<std::size_t>(Status::kSizeMismatch)] = pass_placement - a.none * b.none;
  counts[static_cast<std::size_t>(Status::kPlacementUnknown)] =
      pass_grade_a * pass_grade_b - pass_placement;
  counts[static_cast<std::size_t>(Status::kGradeUnknown)] =
      unit.size() - pass_grade_a * pass_grade_b;
  return counts;
}

}  // namespace grit::enumerate
