// What the families of CHECK share. Internal to the generator.
#ifndef GRIT_VECTORS_CHECK_PARTS_H_
#define GRIT_VECTORS_CHECK_PARTS_H_

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "harness/protocol/messages.h"
#include "harness/reference/descriptor.h"
#include "harness/vectors/arrays.h"
#include "harness/vectors/family.h"

namespace grit::vectors::check {

using protocol::CheckReply;
using protocol::CheckRequest;
using protocol::Op;

// Statuses of spec §5.0.3, and planes.
inline constexpr std::uint8_t kOk = 0;
inline constexpr std::uint8_t kSizeMismatch = 1;
inline constexpr std::uint8_t kGradeUnknown = 2;
inline constexpr std::uint8_t kPlacementUnknown = 3;
inline constexpr std::uint8_t kDigestMismatch = 4;
inline constexpr std::uint8_t kNone = protocol::kNoPlane;
inline constexpr std::uint8_t kData = 0;
inline constexpr std::uint8_t kAux = 3;

inline constexpr std::int64_t kMaxInt64 = std::numeric_limits<std::int64_t>::max();
inline constexpr std::int64_t kMinInt64 = std::numeric_limits<std::int64_t>::min();

using Grades = std::vector<GradeName>;
inline Grades all_grades() { return {kAllGrades.begin(), kAllGrades.end()}; }

Draft draft(const CheckRequest& request, std::optional<CheckReply> expected);

// A level at which steps 1 to 4 run.
std::uint8_t deciding_level(Random& random);

// Asks about an array at a deciding level, without planes.
Draft ask(Draw& draw, const Array& array, std::optional<CheckReply> expected);

// One function a file.
void add_frame_families(std::vector<Family>& families);      // step 1
void add_grade_families(std::vector<Family>& families);      // step 2
void add_placement_families(std::vector<Family>& families);  // step 3
void add_shape_families(std::vector<Family>& families);      // step 4: no answer, or which
void add_length_families(std::vector<Family>& families);     // step 4: the planes against it
void add_level_families(std::vector<Family>& families);
void add_content_families(std::vector<Family>& families);  // step 5
void add_byte_families(std::vector<Family>& families);     // bytes without a plan

}  // namespace grit::vectors::check

#endif  // GRIT_VECTORS_CHECK_PARTS_H_
