// Statuses, planes and rules by hand from spec §5: one broken byte or number at a time.
#include "harness/reference/check.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "harness/reference/allocation_counter.h"
#include "harness/reference/registry.h"
#include "harness/reference/test_bytes.h"

namespace grit::reference {
namespace {

using Lengths = std::array<std::int64_t, 4>;
using DescriptorBytes = std::array<std::byte, kDescriptorBytes>;

const std::vector<std::int64_t> kShape32{32};
const std::vector<std::int64_t> kShape256{256};
constexpr Lengths kMxfp4Lengths{16, 1, 0, 0};
constexpr Lengths kQ4ksLengths{128, 8, 4, 8};
constexpr Lengths kNvf4Lengths{16, 2, 4, 0};
constexpr Lengths kI8s24Lengths{16, 2, 0, 4};

DescriptorBytes canonical_bytes(GradeName grade) { return to_bytes(canonical_descriptor(grade)); }

CheckResult check_lengths(const DescriptorBytes& bytes, Shape shape, const Lengths& lengths,
                          unsigned level = 1) {
  return check({.descriptor = bytes, .shape = shape, .level = level, .grades = {}}, lengths);
}

// The canonical descriptor with one byte replaced.
CheckResult with_byte(GradeName grade, std::size_t offset, unsigned value) {
  DescriptorBytes bytes = canonical_bytes(grade);
  bytes[offset] = static_cast<std::byte>(value);
  const bool q4ks = grade == GradeName::kQ4ks;
  const Lengths lengths = q4ks                         ? kQ4ksLengths
                          : grade == GradeName::kNvf4  ? kNvf4Lengths
                          : grade == GradeName::kI8s24 ? kI8s24Lengths
                                                       : kMxfp4Lengths;
  return check_lengths(bytes, q4ks ? kShape256 : kShape32, lengths);
}

CheckResult grade_unknown(Rule rule) { return {Status::kGradeUnknown, std::nullopt, rule}; }
CheckResult placement_unknown(Rule rule, std::optional<Plane> plane = std::nullopt) {
  return {Status::kPlacementUnknown, plane, rule};
}
CheckResult size_mismatch(Rule rule, std::optional<Plane> plane = std::nullopt) {
  return {Status::kSizeMismatch, plane, rule};
}

TEST(Check, CanonicalDescriptorsAreOk) {
  EXPECT_EQ(with_byte(GradeName::kMxfp4, 0, 0x47), CheckResult{});
  EXPECT_EQ(with_byte(GradeName::kQ4ks, 0, 0x47), CheckResult{});
  EXPECT_EQ(with_byte(GradeName::kNvf4, 0, 0x47), CheckResult{});
  EXPECT_EQ(with_byte(GradeName::kI8s24, 0, 0x47), CheckResult{});
  for (const unsigned note : {1u, 0xFFu}) {  // any note is legal
    EXPECT_EQ(with_byte(GradeName::kMxfp4, 28, note), CheckResult{});
  }
}

TEST(Check, LevelZeroLooksAtNothing) {
  EXPECT_EQ(check({.descriptor = {}, .shape = {}, .level = 0, .grades = {}}, Lengths{-1, 2, 3, 4}),
            CheckResult{});
  const Planes none{};
  EXPECT_EQ(check({.descriptor = {}, .shape = {}, .level = 0, .grades = {}}, none, Digest{}),
            CheckResult{});
}

TEST(Check, Step1Frame) {
  constexpr GradeName kM = GradeName::kMxfp4;
  const DescriptorBytes bytes = canonical_bytes(kM);
  const std::span<const std::byte> all(bytes);
  EXPECT_EQ(check({.descriptor = all.first(63), .shape = kShape32, .level = 1, .grades = {}},
                  kMxfp4Lengths),
            grade_unknown(Rule::kLength));
  EXPECT_EQ(check({.descriptor = filled(65, 0), .shape = kShape32, .level = 1, .grades = {}},
                  kMxfp4Lengths),
            grade_unknown(Rule::kLength));
  for (const std::size_t offset : {0u, 1u, 2u, 3u}) {
    EXPECT_EQ(with_byte(kM, offset, 0), grade_unknown(Rule::kMagic));
  }
  EXPECT_EQ(with_byte(kM, 4, 63), grade_unknown(Rule::kHdrBytes));
  EXPECT_EQ(with_byte(kM, 5, 2), grade_unknown(Rule::kVersion));
  EXPECT_EQ(with_byte(kM, 6, 0), grade_unknown(Rule::kLevels));
  EXPECT_EQ(with_byte(kM, 6, 3), grade_unknown(Rule::kLevels));
  EXPECT_EQ(with_byte(kM, 7, 0x40), grade_unknown(Rule::kReservedFlags));
  EXPECT_EQ(with_byte(kM, 7, 0x80), grade_unknown(Rule::kReservedFlags));
  EXPECT_EQ(with_byte(kM, 27, 1), grade_unknown(Rule::kFrameReserved));
  EXPECT_EQ(with_byte(kM, 26, 2), grade_unknown(Rule::kContainer));
  EXPECT_EQ(with_byte(kM, 20, 1), grade_unknown(Rule::kOneLevelK1));
  EXPECT_EQ(with_byte(kM, 12, 1), grade_unknown(Rule::kOneLevelScale1));
  EXPECT_EQ(with_byte(kM, 7, 0x05), grade_unknown(Rule::kSparseZeroPoint));
  EXPECT_EQ(with_byte(kM, 7, 0x20), grade_unknown(Rule::kL1ScaledWithoutZeroPoint));
  EXPECT_EQ(with_byte(kM, 7, 0x21), grade_unknown(Rule::kL1ScaledOneLevel));
  EXPECT_EQ(with_byte(kM, 9, 0xA0), grade_unknown(Rule::kElemBias));
  EXPECT_EQ(with_byte(kM, 9, 0x38), grade_unknown(Rule::kElemNan));
  EXPECT_EQ(with_byte(kM, 11, 0x58), grade_unknown(Rule::kScale0Nan));
  EXPECT_EQ(with_byte(GradeName::kNvf4, 13, 0x3F), grade_unknown(Rule::kScale1Nan));
  EXPECT_EQ(with_byte(kM, 15, 0x18), grade_unknown(Rule::kZeroPointNan));
}

TEST(Check, Step2Grade) {
  constexpr GradeName kM = GradeName::kMxfp4;
  constexpr GradeName kN = GradeName::kNvf4;
  constexpr GradeName kS = GradeName::kI8s24;
  for (std::size_t offset = 56; offset < 64; ++offset) {
    EXPECT_EQ(with_byte(kM, offset, 0x99), grade_unknown(Rule::kGradeId));
  }
  EXPECT_EQ(with_byte(kM, 6, 2), grade_unknown(Rule::kGradeLevels));
  for (const unsigned flags : {0x01u, 0x02u, 0x04u, 0x08u, 0x10u}) {
    EXPECT_EQ(with_byte(kM, 7, flags), grade_unknown(Rule::kGradeFlags));
  }
  EXPECT_EQ(with_byte(kM, 8, 0x44), grade_unknown(Rule::kGradeElem));
  EXPECT_EQ(with_byte(kM, 11, 0xC8), grade_unknown(Rule::kGradeScale0));  // bias_ovr of a scale
  EXPECT_EQ(with_byte(kN, 12, 0x1E), grade_unknown(Rule::kGradeScale1));
  EXPECT_EQ(with_byte(kM, 14, 0x01), grade_unknown(Rule::kGradeZeroPoint));
  EXPECT_EQ(with_byte(kM, 18, 16), grade_unknown(Rule::kGradeK0));
  EXPECT_EQ(with_byte(kM, 18, 0), grade_unknown(Rule::kGradeK0));
  EXPECT_EQ(with_byte(kN, 20, 1), grade_unknown(Rule::kGradeK1));
  EXPECT_EQ(with_byte(kS, 22, 1), grade_unknown(Rule::kGradeSpN));
  EXPECT_EQ(with_byte(kS, 23, 0), grade_unknown(Rule::kGradeSpM));
  EXPECT_EQ(with_byte(kS, 24, 2), grade_unknown(Rule::kGradeMetaFormat));
  EXPECT_EQ(with_byte(kS, 25, 0), grade_unknown(Rule::kGradeIndexOrder));
  EXPECT_EQ(with_byte(kM, 26, 1), grade_unknown(Rule::kGradeContainer));
}

TEST(Check, Step3Placement) {
  constexpr GradeName kM = GradeName::kMxfp4;
  EXPECT_EQ(with_byte(kM, 39, 0x20), placement_unknown(Rule::kPlacementData));
  EXPECT_EQ(with_byte(kM, 32, 0x06), placement_unknown(Rule::kPlacementData));
  EXPECT_EQ(with_byte(kM, 47, 0x70), placement_unknown(Rule::kPlacementScale));
  EXPECT_EQ(with_byte(kM, 48, 0x01), placement_unknown(Rule::kPlacementMeta));  // class 0
  EXPECT_EQ(with_byte(kM, 55, 0x80), placement_unknown(Rule::kPlacementWithoutAux, Plane::kAux));
  for (const GradeName grade : {GradeName::kQ4ks, GradeName::kI8s24}) {
    Descriptor d = canonical_descriptor(grade);
    d.placement_meta = kUnspecified;
    EXPECT_EQ(check_lengths(to_bytes(d), kShape256, kQ4ksLengths),
              placement_unknown(Rule::kAuxWithoutPlacement, Plane::kAux));
  }
  // 0 is known for data and scale; so are local hashes and opaque words, and the first wrong word
  // of the three decides.
  Descriptor d = canonical_descriptor(kM);
  d.placement_data = 0;
  d.placement_scale = 0x8000000000000123;
  EXPECT_EQ(check_lengths(to_bytes(d), kShape32, kMxfp4Lengths), CheckResult{});
  d.placement_data = 0xF000000000000000;
  d.placement_scale = 0x3000000000000000;
  d.placement_meta = 0x4000000000000000;
  EXPECT_EQ(check_lengths(to_bytes(d), kShape32, kMxfp4Lengths),
            placement_unknown(Rule::kPlacementScale));
}

TEST(Check, Step4SizesWithoutAnswer) {
  const DescriptorBytes m = canonical_bytes(GradeName::kMxfp4);
  const auto mxfp4 = [&](const std::vector<std::int64_t>& shape) {
    return check_lengths(m, shape, kMxfp4Lengths);
  };
  EXPECT_EQ(mxfp4({-32}), size_mismatch(Rule::kNegativeExtent));
  EXPECT_EQ(mxfp4({32, INT64_MAX}), size_mismatch(Rule::kTooManyElements));
  EXPECT_EQ(mxfp4({}), size_mismatch(Rule::kGroupAxis));
  EXPECT_EQ(mxfp4({31}), size_mismatch(Rule::kK0DoesNotDivide));
  EXPECT_EQ(check_lengths(canonical_bytes(GradeName::kQ4ks), kShape32, kQ4ksLengths),
            size_mismatch(Rule::kK1DoesNotDivide));
  // No registered grade can reach the other three; a caller's frame can.
  GradeFrame frame{.grade_id = 1,
                   .n_levels = 1,
                   .flags = kFlagSparse,
                   .elem = kU4,
                   .scale0 = kU8,
                   .scale1 = {},
                   .zp_fmt = {},
                   .k0 = 0,
                   .k1 = 0,
                   .sp_n = 1,
                   .sp_m = 0,
                   .sp_meta_fmt = 3,
                   .sp_order = 1,
                   .container = 0};
  const auto custom = [&](const std::vector<std::int64_t>& shape) {
    const Descriptor d = descriptor_from_frame(frame, {.placement_meta = kLinearMeta});
    const DescriptorBytes bytes = to_bytes(d);
    const std::span<const GradeFrame> grades(&frame, 1);
    return check({.descriptor = bytes, .shape = shape, .level = 1, .grades = grades},
                 Lengths{1, 1, 0, 1});
  };
  EXPECT_EQ(custom({6}), size_mismatch(Rule::kK0Zero));
  frame.k0 = 1;
  EXPECT_EQ(custom({6}), size_mismatch(Rule::kSpMZero));
  frame.sp_m = 4;
  EXPECT_EQ(custom({6}), size_mismatch(Rule::kSpMDoesNotDivide));
  EXPECT_EQ(custom({8}), size_mismatch(Rule::kSizesMetaFormat));
}

TEST(Check, Step4NamesTheFirstWrongPlane) {
  const DescriptorBytes q = canonical_bytes(GradeName::kQ4ks);
  const Rule rules[] = {Rule::kDataBytes, Rule::kScale0Bytes, Rule::kScale1Bytes, Rule::kAuxBytes};
  for (std::size_t first = 0; first < 4; ++first) {
    for (const std::int64_t delta : {-1, 1}) {
      Lengths lengths = kQ4ksLengths;
      for (std::size_t i = first; i < 4; ++i) lengths[i] += delta;
      EXPECT_EQ(check_lengths(q, kShape256, lengths),
                size_mismatch(rules[first], static_cast<Plane>(first)));
    }
  }
  Lengths negative = kQ4ksLengths;
  negative[3] = INT64_MIN;
  EXPECT_EQ(check_lengths(q, kShape256, negative), size_mismatch(Rule::kAuxBytes, Plane::kAux));
}

TEST(Check, Step4IsExactForHugeShapes) {
  const DescriptorBytes m = canonical_bytes(GradeName::kMxfp4);
  const std::vector<std::int64_t> shape{std::int64_t{1} << 62};
  EXPECT_EQ(check_lengths(m, shape, {std::int64_t{1} << 61, std::int64_t{1} << 57, 0, 0}),
            CheckResult{});
  EXPECT_EQ(check_lengths(m, shape, {0, std::int64_t{1} << 57, 0, 0}),
            size_mismatch(Rule::kDataBytes, Plane::kData));
  // A length that no i64 can hold is matched by none: (2^63 - 1) * 4 wraps to -4 and to 2^64 - 4.
  const GradeFrame frame{.grade_id = 1,
                         .n_levels = 1,
                         .flags = 0,
                         .elem = kBinary32,
                         .scale0 = kU8,
                         .scale1 = {},
                         .zp_fmt = {},
                         .k0 = 1,
                         .k1 = 0,
                         .sp_n = 0,
                         .sp_m = 0,
                         .sp_meta_fmt = 0,
                         .sp_order = 0,
                         .container = 0};
  const DescriptorBytes wide = to_bytes(descriptor_from_frame(frame, {}));
  const std::vector<std::int64_t> most{INT64_MAX};
  const std::span<const GradeFrame> grades(&frame, 1);
  EXPECT_EQ(check({.descriptor = wide, .shape = most, .level = 1, .grades = grades},
                  Lengths{-4, INT64_MAX, 0, 0}),
            size_mismatch(Rule::kDataBytes, Plane::kData));
}

TEST(Check, AnEarlierStepDecides) {
  // Everything is wrong at once; repairing one step uncovers the next.
  Descriptor d = canonical_descriptor(GradeName::kMxfp4);
  d.version = 9;
  d.grade_id = 0;
  d.placement_data = 1;
  const auto status = [&] { return check_lengths(to_bytes(d), {}, {-1, -1, -1, -1}).rule; };
  EXPECT_EQ(status(), Rule::kVersion);
  d.version = 1;
  EXPECT_EQ(status(), Rule::kGradeId);
  d.grade_id = 0x2370ee9ee454a183;
  EXPECT_EQ(status(), Rule::kPlacementData);
  d.placement_data = 0;
  EXPECT_EQ(status(), Rule::kGroupAxis);
}

struct SparseCase {
  std::vector<std::byte> data = filled(16, 1);
  std::vector<std::byte> scale0 = from_hex("003c");
  std::vector<std::byte> aux = filled(4, 0x44);  // every quad keeps positions 0 and 1
  Planes planes() const { return {data, scale0, {}, aux}; }
};

CheckResult check_sparse(const SparseCase& c, unsigned level,
                         const std::optional<Digest>& expected = std::nullopt) {
  const DescriptorBytes bytes = canonical_bytes(GradeName::kI8s24);
  return check({.descriptor = bytes, .shape = kShape32, .level = level, .grades = {}}, c.planes(),
               expected);
}

TEST(Check, Step5Digest) {
  const SparseCase c;
  Digest wrong = digest(c.planes());
  EXPECT_EQ(check_sparse(c, 2, wrong), CheckResult{});
  wrong[15] ^= std::byte{1};
  const CheckResult mismatch{Status::kDigestMismatch, std::nullopt, Rule::kDigest};
  EXPECT_EQ(check_sparse(c, 1, wrong), CheckResult{});
  EXPECT_EQ(check_sparse(c, 2, wrong), mismatch);
  EXPECT_EQ(check_sparse(c, UINT_MAX, wrong), mismatch);
}

TEST(Check, Step5Metadata) {
  const auto mismatch = [](Rule rule) {
    return CheckResult{Status::kDigestMismatch, Plane::kAux, rule};
  };
  SparseCase c;
  c.aux[3] = std::byte{0x14};  // the last quad: slots 1, 0
  EXPECT_EQ(check_sparse(c, 2), mismatch(Rule::kMetaIndexOrder));
  EXPECT_EQ(check_sparse(c, 1), CheckResult{});
  c.aux[3] = std::byte{0xF4};  // slots 3, 3
  EXPECT_EQ(check_sparse(c, 2), mismatch(Rule::kMetaIndexOrder));
  c.aux[3] = std::byte{0xE4};  // slots 2, 3
  EXPECT_EQ(check_sparse(c, 2), CheckResult{});
  Digest wrong{};
  c.aux[0] = std::byte{0};
  EXPECT_EQ(check_sparse(c, 2, wrong).rule, Rule::kDigest);  // compared first
}

TEST(Check, Step5OfACallersGrade) {
  // 2 of every 3, 4-bit indices: an index can be out of range, and half a byte of padding is not
  // looked at. Unordered metadata is not judged at all.
  GradeFrame frame{.grade_id = 1,
                   .n_levels = 1,
                   .flags = kFlagSparse,
                   .elem = kU8,
                   .scale0 = kU8,
                   .scale1 = {},
                   .zp_fmt = {},
                   .k0 = 1,
                   .k1 = 0,
                   .sp_n = 1,
                   .sp_m = 3,
                   .sp_meta_fmt = 2,
                   .sp_order = 1,
                   .container = 0};
  const auto run = [&](const char* aux_hex) {
    const DescriptorBytes bytes =
        to_bytes(descriptor_from_frame(frame, {.placement_meta = kLinearMeta}));
    const std::vector<std::int64_t> shape{9};
    const std::vector<std::byte> data = filled(3, 0);
    const std::vector<std::byte> scale0 = filled(9, 0);
    const std::vector<std::byte> aux = from_hex(aux_hex);
    return check({.descriptor = bytes, .shape = shape, .level = 2, .grades = {&frame, 1}},
                 Planes{data, scale0, {}, aux});
  };
  EXPECT_EQ(run("20 f1"), CheckResult{});
  EXPECT_EQ(run("20 03"),
            (CheckResult{Status::kDigestMismatch, Plane::kAux, Rule::kMetaIndexRange}));
  frame.sp_order = 0;
  EXPECT_EQ(run("20 03"), CheckResult{});
}

TEST(Check, RulesAreNamedAndCited) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto rule = static_cast<Rule>(i);
    EXPECT_TRUE(names.insert(rule_name(rule)).second) << rule_name(rule);
    EXPECT_TRUE(rule_clause(rule).starts_with("spec §"));
  }
  EXPECT_EQ(status_name(Status::kDigestMismatch), "DigestMismatch");
}

TEST(Check, AllocatesNothing) {
  const DescriptorBytes bytes = canonical_bytes(GradeName::kI8s24);
  const SparseCase c;
  const Planes planes = c.planes();
  const Digest expected = digest(planes);
  const std::uint64_t before = allocation_count();
  const CheckResult ok =
      check({.descriptor = bytes, .shape = kShape32, .level = 2, .grades = {}}, planes, expected);
  const CheckResult bad =
      check({.descriptor = bytes, .shape = kShape256, .level = 2, .grades = {}}, planes);
  const std::uint64_t after = allocation_count();
  EXPECT_EQ(ok, CheckResult{});
  EXPECT_EQ(bad.status, Status::kSizeMismatch);
  EXPECT_EQ(after, before);
  ::operator delete(::operator new(1));  // the counter counts
  EXPECT_GT(allocation_count(), before);
}

}  // namespace
}  // namespace grit::reference
