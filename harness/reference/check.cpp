#include "harness/reference/check.h"

#include "harness/reference/registry.h"
#include "harness/reference/sizes.h"

namespace grit::reference {
namespace {

struct RuleInfo {
  Rule rule;
  std::string_view number;  // of the clause in docs/SPEC.md
  std::string_view name;
  std::string_view clause;
};

// In the order of enum Rule.
constexpr std::array<RuleInfo, kRuleCount> kRules{{
    {Rule::kNone, "§5.0.4", "none", "spec §5: every step holds"},
    {Rule::kLength, "§5.1.1", "length", "spec §5 step 1: the descriptor has 64 bytes"},
    {Rule::kMagic, "§5.1.2", "magic", "spec §5 step 1: magic is GRT1"},
    {Rule::kHdrBytes, "§5.1.3", "hdr-bytes", "spec §5 step 1: hdr_bytes is 64"},
    {Rule::kVersion, "§5.1.4", "version", "spec §5 step 1: version is 1"},
    {Rule::kLevels, "§5.1.5", "levels", "spec §5 step 1: n_levels is 1 or 2"},
    {Rule::kReservedFlags, "§5.1.6", "reserved-flags", "spec §5 step 1: reserved flags are 0"},
    {Rule::kFrameReserved, "§5.1.7", "frame-reserved", "spec §5 step 1: frame_rsvd is 0"},
    {Rule::kContainer, "§5.1.8", "container", "spec §5 step 1: container is 0 or 1"},
    {Rule::kOneLevelK1, "§5.1.9", "one-level-k1", "spec §5 step 1: with one level k1 is 0"},
    {Rule::kOneLevelScale1, "§5.1.9", "one-level-scale1",
     "spec §5 step 1: with one level scale1 is absent"},
    {Rule::kSparseZeroPoint, "§5.1.10", "sparse-zero-point",
     "spec §5 step 1: SPARSE excludes HAS_ZP"},
    {Rule::kL1ScaledWithoutZeroPoint, "§5.1.11", "l1scaled-without-zero-point",
     "spec §5 step 1: ZP_L1SCALED needs HAS_ZP"},
    {Rule::kL1ScaledOneLevel, "§5.1.12", "l1scaled-one-level",
     "spec §5 step 1: ZP_L1SCALED needs two levels"},
    {Rule::kElemBias, "§5.1.13", "elem-bias", "spec §5 step 1: elem has no bias_ovr"},
    {Rule::kElemNan, "§5.1.14", "elem-nan", "spec §5 step 1: nan_enc of elem is not 3"},
    {Rule::kScale0Nan, "§5.1.14", "scale0-nan", "spec §5 step 1: nan_enc of scale0 is not 3"},
    {Rule::kScale1Nan, "§5.1.14", "scale1-nan", "spec §5 step 1: nan_enc of scale1 is not 3"},
    {Rule::kZeroPointNan, "§5.1.14", "zero-point-nan",
     "spec §5 step 1: nan_enc of zp_fmt is not 3"},
    {Rule::kGradeId, "§5.2.1", "grade-id",
     "spec §5 step 2: grade_id is registered or the caller's"},
    {Rule::kGradeLevels, "§5.2.2", "grade-levels",
     "spec §5 step 2: n_levels is what the grade demands"},
    {Rule::kGradeFlags, "§5.2.2", "grade-flags",
     "spec §5 step 2: flags are what the grade demands"},
    {Rule::kGradeElem, "§5.2.2", "grade-elem", "spec §5 step 2: elem is what the grade demands"},
    {Rule::kGradeScale0, "§5.2.2", "grade-scale0",
     "spec §5 step 2: scale0 is what the grade demands"},
    {Rule::kGradeScale1, "§5.2.2", "grade-scale1",
     "spec §5 step 2: scale1 is what the grade demands"},
    {Rule::kGradeZeroPoint, "§5.2.2", "grade-zero-point",
     "spec §5 step 2: zp_fmt is what the grade demands"},
    {Rule::kGradeK0, "§5.2.2", "grade-k0", "spec §5 step 2: k0 is what the grade demands"},
    {Rule::kGradeK1, "§5.2.2", "grade-k1", "spec §5 step 2: k1 is what the grade demands"},
    {Rule::kGradeSpN, "§5.2.2", "grade-sp-n", "spec §5 step 2: sp_n is what the grade demands"},
    {Rule::kGradeSpM, "§5.2.2", "grade-sp-m", "spec §5 step 2: sp_m is what the grade demands"},
    {Rule::kGradeMetaFormat, "§5.2.2", "grade-meta-format",
     "spec §5 step 2: sp_meta_fmt is what the grade demands"},
    {Rule::kGradeIndexOrder, "§5.2.2", "grade-index-order",
     "spec §5 step 2: sp_order is what the grade demands"},
    {Rule::kGradeContainer, "§5.2.2", "grade-container",
     "spec §5 step 2: container is what the grade demands"},
    {Rule::kPlacementData, "§5.3.1", "placement-data", "spec §5 step 3: placement_data is known"},
    {Rule::kPlacementScale, "§5.3.1", "placement-scale",
     "spec §5 step 3: placement_scale is known"},
    {Rule::kPlacementMeta, "§5.3.1", "placement-meta", "spec §5 step 3: placement_meta is known"},
    {Rule::kAuxWithoutPlacement, "§5.3.2", "aux-without-placement",
     "spec §5 step 3: an aux plane has a placement"},
    {Rule::kPlacementWithoutAux, "§5.3.3", "placement-without-aux",
     "spec §5 step 3: placement_meta is 0 without an aux plane"},
    {Rule::kNegativeExtent, "§6.2.1", "negative-extent", "spec §6: no extent is negative"},
    {Rule::kTooManyElements, "§6.2.2", "too-many-elements", "spec §6: at most 2^63 - 1 elements"},
    {Rule::kGroupAxis, "§6.2.3", "group-axis", "spec §6: group_axis is an axis of the shape"},
    {Rule::kK0Zero, "§6.2.5", "k0-zero", "spec §6: k0 is not 0"},
    {Rule::kK0DoesNotDivide, "§6.2.4", "k0-divides",
     "spec §6: k0 divides the extent of the group axis"},
    {Rule::kSpMZero, "§6.2.6", "sp-m-zero", "spec §6: sp_m is not 0"},
    {Rule::kSpMDoesNotDivide, "§6.2.6", "sp-m-divides",
     "spec §6: sp_m divides the extent of the group axis"},
    {Rule::kK1DoesNotDivide, "§6.2.7", "k1-divides",
     "spec §6: k1 divides the number of level-0 groups"},
    {Rule::kSizesMetaFormat, "§6.2.8", "sizes-meta-format", "spec §6: sp_meta_fmt is 0, 1 or 2"},
    {Rule::kDataBytes, "§5.4.2", "data-bytes", "spec §5 step 4: data has the length of §6"},
    {Rule::kScale0Bytes, "§5.4.2", "scale0-bytes", "spec §5 step 4: scale0 has the length of §6"},
    {Rule::kScale1Bytes, "§5.4.2", "scale1-bytes", "spec §5 step 4: scale1 has the length of §6"},
    {Rule::kAuxBytes, "§5.4.2", "aux-bytes", "spec §5 step 4: aux has the length of §6"},
    {Rule::kDigest, "§5.5.1", "digest", "spec §5 step 5: the digest is the given one"},
    {Rule::kMetaIndexRange, "§5.5.2", "meta-index-range",
     "spec §5 step 5: survivor indices are below sp_m"},
    {Rule::kMetaIndexOrder, "§5.5.2", "meta-index-order",
     "spec §5 step 5: survivor indices of a cell ascend strictly"},
}};

constexpr bool in_enum_order() {
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    if (static_cast<std::size_t>(kRules[i].rule) != i) return false;
  }
  return true;
}
static_assert(in_enum_order());

const GradeFrame* find_frame(std::uint64_t grade_id, std::span<const GradeFrame> grades) {
  if (const RegistryEntry* entry = find_by_id(grade_id)) return &entry->frame;
  for (const GradeFrame& frame : grades) {
    if (frame.grade_id == grade_id) return &frame;
  }
  return nullptr;
}

Rule rule_of(SizesError error) {
  switch (error) {
    case SizesError::kNegativeExtent:
      return Rule::kNegativeExtent;
    case SizesError::kTooManyElements:
      return Rule::kTooManyElements;
    case SizesError::kGroupAxis:
      return Rule::kGroupAxis;
    case SizesError::kK0Zero:
      return Rule::kK0Zero;
    case SizesError::kK0DoesNotDivide:
      return Rule::kK0DoesNotDivide;
    case SizesError::kSpMZero:
      return Rule::kSpMZero;
    case SizesError::kSpMDoesNotDivide:
      return Rule::kSpMDoesNotDivide;
    case SizesError::kK1DoesNotDivide:
      return Rule::kK1DoesNotDivide;
    case SizesError::kMetaFormat:
      return Rule::kSizesMetaFormat;
  }
  return Rule::kNone;
}

// Index `slot` of a metadata plane of 2- or 4-bit indices, the lowest bits of a byte first; 0 where
// the format has no bits at all.
unsigned meta_index(std::span<const std::byte> meta, std::uint64_t slot, unsigned bits) {
  if (bits == 0) return 0;
  const std::uint64_t slots_per_byte = 8 / bits;
  const auto byte =
      std::to_integer<unsigned>(meta[static_cast<std::size_t>(slot / slots_per_byte)]);
  return byte >> (slot % slots_per_byte * bits) & ((1u << bits) - 1);
}

// Requires `meta` to have the length of spec §6 for `numel` elements, and sp_m != 0.
Rule broken_meta_rule(const Descriptor& d, std::uint64_t numel, std::span<const std::byte> meta) {
  const unsigned bits = 2u * d.sp_meta_fmt;
  std::uint64_t slot = 0;
  for (std::uint64_t cell = 0; cell < numel / d.sp_m; ++cell) {
    unsigned least = 0;  // what the next index must not be below
    for (unsigned j = 0; j < d.sp_n; ++j, ++slot) {
      const unsigned index = meta_index(meta, slot, bits);
      if (index >= d.sp_m) return Rule::kMetaIndexRange;
      if (index < least) return Rule::kMetaIndexOrder;
      least = index + 1;
    }
  }
  return Rule::kNone;
}

// A length that was given: nothing where it is negative, which no size equation yields.
using GivenBytes = std::array<std::optional<std::uint64_t>, kPlaneCount>;

CheckResult check_all(const CheckRequest& request, const GivenBytes& plane_bytes,
                      const Planes* planes, const std::optional<Digest>& expected_digest) {
  if (request.level == 0) return {};

  if (request.descriptor.size() != kDescriptorBytes) {
    return {Status::kGradeUnknown, std::nullopt, Rule::kLength};
  }
  const Descriptor d = parse_descriptor(request.descriptor.first<kDescriptorBytes>());
  if (const Rule rule = broken_frame_rule(d); rule != Rule::kNone) {
    return {Status::kGradeUnknown, std::nullopt, rule};
  }
  const GradeFrame* demanded = find_frame(d.grade_id, request.grades);
  if (demanded == nullptr) return {Status::kGradeUnknown, std::nullopt, Rule::kGradeId};
  if (const Rule rule = broken_grade_rule(d, *demanded); rule != Rule::kNone) {
    return {Status::kGradeUnknown, std::nullopt, rule};
  }
  if (const Rule rule = broken_placement_rule(d); rule != Rule::kNone) {
    const bool aux_is_wrong =
        rule == Rule::kAuxWithoutPlacement || rule == Rule::kPlacementWithoutAux;
    return {Status::kPlacementUnknown, aux_is_wrong ? std::optional(Plane::kAux) : std::nullopt,
            rule};
  }

  const std::expected<Sizes, SizesError> expected = sizes(d, request.shape);
  if (!expected) return {Status::kSizeMismatch, std::nullopt, rule_of(expected.error())};
  constexpr Rule kBytesRule[kPlaneCount] = {Rule::kDataBytes, Rule::kScale0Bytes,
                                            Rule::kScale1Bytes, Rule::kAuxBytes};
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (!plane_bytes[i] || Uint128{*plane_bytes[i]} != expected->plane_bytes[i]) {
      return {Status::kSizeMismatch, static_cast<Plane>(i), kBytesRule[i]};
    }
  }

  if (request.level < 2 || planes == nullptr) return {};
  if (expected_digest && digest(*planes) != *expected_digest) {
    return {Status::kDigestMismatch, std::nullopt, Rule::kDigest};
  }
  const bool ascending = d.sp_order == static_cast<std::uint8_t>(IndexOrder::kAscLsb);
  if ((d.flags & kFlagSparse) != 0 && ascending) {
    const auto& meta = (*planes)[static_cast<std::size_t>(Plane::kAux)];
    if (const Rule rule = broken_meta_rule(d, expected->numel, meta); rule != Rule::kNone) {
      return {Status::kDigestMismatch, Plane::kAux, rule};
    }
  }
  return {};
}

}  // namespace

std::string_view status_name(Status status) {
  switch (status) {
    case Status::kOk:
      return "Ok";
    case Status::kSizeMismatch:
      return "SizeMismatch";
    case Status::kGradeUnknown:
      return "GradeUnknown";
    case Status::kPlacementUnknown:
      return "PlacementUnknown";
    case Status::kDigestMismatch:
      return "DigestMismatch";
  }
  return {};
}

Rule broken_frame_rule(const Descriptor& d) {
  if (d.magic != kDescriptorMagic) return Rule::kMagic;
  if (d.hdr_bytes != kDescriptorBytes) return Rule::kHdrBytes;
  if (d.version != 1) return Rule::kVersion;
  if (d.n_levels != 1 && d.n_levels != 2) return Rule::kLevels;
  if ((d.flags & kFlagsReserved) != 0) return Rule::kReservedFlags;
  if (d.frame_rsvd != 0) return Rule::kFrameReserved;
  if (d.container > 1) return Rule::kContainer;
  const bool one_level = d.n_levels == 1;
  if (one_level && d.k1 != 0) return Rule::kOneLevelK1;
  if (one_level && !d.scale1.is_absent()) return Rule::kOneLevelScale1;
  const bool has_zp = (d.flags & kFlagHasZp) != 0;
  const bool l1_scaled = (d.flags & kFlagZpL1Scaled) != 0;
  if ((d.flags & kFlagSparse) != 0 && has_zp) return Rule::kSparseZeroPoint;
  if (l1_scaled && !has_zp) return Rule::kL1ScaledWithoutZeroPoint;
  if (l1_scaled && one_level) return Rule::kL1ScaledOneLevel;
  if (d.elem.overrides_bias()) return Rule::kElemBias;
  // The absent word has nan_enc 0, so it passes by itself.
  if (d.elem.nan_encoding() == 3) return Rule::kElemNan;
  if (d.scale0.nan_encoding() == 3) return Rule::kScale0Nan;
  if (d.scale1.nan_encoding() == 3) return Rule::kScale1Nan;
  if (d.zp_fmt.nan_encoding() == 3) return Rule::kZeroPointNan;
  return Rule::kNone;
}

Rule broken_grade_rule(const Descriptor& d, const GradeFrame& demanded) {
  if (d.n_levels != demanded.n_levels) return Rule::kGradeLevels;
  if (d.flags != demanded.flags) return Rule::kGradeFlags;
  if (d.elem != demanded.elem) return Rule::kGradeElem;
  if (d.scale0 != demanded.scale0) return Rule::kGradeScale0;
  if (d.scale1 != demanded.scale1) return Rule::kGradeScale1;
  if (d.zp_fmt != demanded.zp_fmt) return Rule::kGradeZeroPoint;
  if (d.k0 != demanded.k0) return Rule::kGradeK0;
  if (d.k1 != demanded.k1) return Rule::kGradeK1;
  if (d.sp_n != demanded.sp_n) return Rule::kGradeSpN;
  if (d.sp_m != demanded.sp_m) return Rule::kGradeSpM;
  if (d.sp_meta_fmt != demanded.sp_meta_fmt) return Rule::kGradeMetaFormat;
  if (d.sp_order != demanded.sp_order) return Rule::kGradeIndexOrder;
  if (d.container != demanded.container) return Rule::kGradeContainer;
  return Rule::kNone;
}

Rule broken_placement_rule(const Descriptor& d) {
  if (!known(d.placement_data)) return Rule::kPlacementData;
  if (!known(d.placement_scale)) return Rule::kPlacementScale;
  if (!known(d.placement_meta)) return Rule::kPlacementMeta;
  const bool has_aux = (d.flags & (kFlagSparse | kFlagHasZp)) != 0;
  if (has_aux && d.placement_meta == kUnspecified) return Rule::kAuxWithoutPlacement;
  if (!has_aux && d.placement_meta != kUnspecified) return Rule::kPlacementWithoutAux;
  return Rule::kNone;
}

std::string_view rule_name(Rule rule) { return kRules[static_cast<std::size_t>(rule)].name; }
std::string_view rule_number(Rule rule) { return kRules[static_cast<std::size_t>(rule)].number; }
std::string_view rule_clause(Rule rule) { return kRules[static_cast<std::size_t>(rule)].clause; }

CheckResult check(const CheckRequest& request,
                  const std::array<std::int64_t, kPlaneCount>& plane_bytes) {
  GivenBytes given;
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (plane_bytes[i] >= 0) given[i] = static_cast<std::uint64_t>(plane_bytes[i]);
  }
  return check_all(request, given, nullptr, std::nullopt);
}

CheckResult check(const CheckRequest& request, const Planes& planes,
                  const std::optional<Digest>& expected_digest) {
  GivenBytes given;
  for (std::size_t i = 0; i < kPlaneCount; ++i) given[i] = planes[i].size();
  return check_all(request, given, &planes, expected_digest);
}

}  // namespace grit::reference
