// check: do these 64 bytes, this shape and these plane lengths belong together, and is the content
// what it claims to be? (spec §5)
//
// Total and allocation-free: any bytes, any shape, any lengths give exactly one status, and nothing
// outside the given buffers is read.
#ifndef GRIT_REFERENCE_CHECK_H_
#define GRIT_REFERENCE_CHECK_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "harness/reference/descriptor.h"
#include "harness/reference/fingerprint.h"
#include "harness/reference/view.h"

namespace grit::reference {

// The closed set of spec §5, with its codes.
enum class Status : std::uint8_t {
  kOk = 0,
  kSizeMismatch = 1,
  kGradeUnknown = 2,
  kPlacementUnknown = 3,
  kDigestMismatch = 4,
};
std::string_view status_name(Status status);  // Ok, SizeMismatch, …

// The rule that decided, one for each way to fail, in the order in which they are looked at. The
// status is the answer; the rule is for people and for measuring which rules a test reached.
enum class Rule : std::uint8_t {
  kNone,  // status kOk
  // Step 1, frame.
  kLength,
  kMagic,
  kHdrBytes,
  kVersion,
  kLevels,
  kReservedFlags,
  kFrameReserved,
  kContainer,
  kOneLevelK1,
  kOneLevelScale1,
  kSparseZeroPoint,
  kL1ScaledWithoutZeroPoint,
  kL1ScaledOneLevel,
  kElemBias,
  kElemNan,
  kScale0Nan,
  kScale1Nan,
  kZeroPointNan,
  // Step 2, grade.
  kGradeId,
  kGradeLevels,
  kGradeFlags,
  kGradeElem,
  kGradeScale0,
  kGradeScale1,
  kGradeZeroPoint,
  kGradeK0,
  kGradeK1,
  kGradeSpN,
  kGradeSpM,
  kGradeMetaFormat,
  kGradeIndexOrder,
  kGradeContainer,
  // Step 3, placement.
  kPlacementData,
  kPlacementScale,
  kPlacementMeta,
  kAuxWithoutPlacement,
  kPlacementWithoutAux,
  // Step 4, sizes: §6 has no answer, then the planes in order.
  kNegativeExtent,
  kTooManyElements,
  kGroupAxis,
  kK0Zero,
  kK0DoesNotDivide,
  kSpMZero,
  kSpMDoesNotDivide,
  kK1DoesNotDivide,
  kSizesMetaFormat,
  kDataBytes,
  kScale0Bytes,
  kScale1Bytes,
  kAuxBytes,
  // Step 5, content.
  kDigest,
  kMetaIndexRange,
  kMetaIndexOrder,
};
inline constexpr std::size_t kRuleCount = static_cast<std::size_t>(Rule::kMetaIndexOrder) + 1;

std::string_view rule_name(Rule rule);    // stable identifier, e.g. "elem-bias"
std::string_view rule_number(Rule rule);  // of its clause in docs/SPEC.md, e.g. "§5.1.13"
std::string_view rule_clause(Rule rule);  // what the clause demands, with its number

struct CheckResult {
  Status status = Status::kOk;
  std::optional<Plane> plane;  // the offending one, where spec §5 names one
  Rule rule = Rule::kNone;

  friend bool operator==(const CheckResult&, const CheckResult&) = default;
};

// The first rule that a descriptor breaks in one step, kNone where it breaks none: step 1 but for
// the length, the comparison of step 2 with the frame of one grade (which does not look at the id),
// step 3. The operations of spec §11.2 ask for these by themselves.
Rule broken_frame_rule(const Descriptor& descriptor);
Rule broken_grade_rule(const Descriptor& descriptor, const GradeFrame& demanded);
Rule broken_placement_rule(const Descriptor& descriptor);

// What every form of check is given. Borrows everything.
struct CheckRequest {
  std::span<const std::byte> descriptor;  // any length; 64 is step 1's business
  Shape shape;
  unsigned level = 1;                  // 0 looks at nothing, 1 stops after step 4
  std::span<const GradeFrame> grades;  // accepted beside the registry (spec §11)
};

// Lengths only, in bytes: steps 1 to 4. Negative lengths are lengths that fit nothing.
CheckResult check(const CheckRequest& request,
                  const std::array<std::int64_t, kPlaneCount>& plane_bytes);

// With the planes: their lengths are the plane bytes, so the two cannot differ. At level 2 and
// above also step 5, where `expected_digest`, if given, is compared first.
CheckResult check(const CheckRequest& request, const Planes& planes,
                  const std::optional<Digest>& expected_digest = std::nullopt);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_CHECK_H_
