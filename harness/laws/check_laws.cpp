#include "harness/laws/check_laws.h"

#include <string_view>

#include "harness/reference/canonical_grade.h"

namespace grit::laws {
namespace {

using reference::CheckRequest;
using reference::CheckResult;
using reference::Plane;
using reference::Status;

constexpr Law kLaw = Law::kCheckTotality;

// Of the closed set, with a plane that spec §5.6.1 allows it.
bool in_range(const CheckResult& result) {
  if (static_cast<unsigned>(result.status) > 4) return false;
  if (!result.plane) return true;
  if (static_cast<unsigned>(*result.plane) > 3) return false;
  switch (result.status) {
    case Status::kSizeMismatch:
      return true;
    case Status::kPlacementUnknown:
    case Status::kDigestMismatch:
      return *result.plane == Plane::kAux;
    default:
      return false;
  }
}

bool alike(const CheckResult& a, const CheckResult& b) {
  return a.status == b.status && a.plane == b.plane;
}

}  // namespace

LawResult check_closed(const CheckRequest& request,
                       const std::array<std::int64_t, reference::kPlaneCount>& plane_bytes,
                       const Implementation& implementation) {
  const CheckResult result = implementation.check_lengths(request, plane_bytes);
  if (!in_range(result)) return broken(kLaw, "a status or a plane outside the closed set");
  if (!alike(result, implementation.check_lengths(request, plane_bytes))) {
    return broken(kLaw, "another answer the second time");
  }
  return holds();
}

LawResult check_totality(const CheckInput& input, const Implementation& implementation) {
  const std::vector<std::string_view> texts(input.grades.begin(), input.grades.end());
  const auto frames = reference::frames_of(texts);
  CheckRequest request{
      .descriptor = input.descriptor, .shape = input.shape, .level = input.level, .grades = frames};
  auto lengths = input.plane_bytes;
  if (input.planes) {
    for (std::size_t p = 0; p < lengths.size(); ++p) {
      lengths[p] = static_cast<std::int64_t>((*input.planes)[p].size());
    }
  }
  const auto by_lengths = [&](unsigned level) {
    request.level = level;
    return implementation.check_lengths(request, lengths);
  };

  const CheckResult result = by_lengths(input.level);
  if (!in_range(result)) return broken(kLaw, "a status or a plane outside the closed set");
  if (!alike(result, by_lengths(input.level)))
    return broken(kLaw, "another answer the second time");
  const CheckResult nothing = by_lengths(0);
  if (nothing.status != Status::kOk) return broken(kLaw, "level 0 looks at something");
  const CheckResult first = by_lengths(1);
  if (first.status == Status::kDigestMismatch) return broken(kLaw, "a digest without planes");
  if (input.level > 0 && !alike(first, result)) {
    return broken(kLaw, "without planes a higher level finds something else");
  }
  if (input.descriptor.size() != reference::kDescriptorBytes &&
      first.status != Status::kGradeUnknown) {
    return broken(kLaw, "a descriptor that is not 64 bytes long");  // spec §5.1.1
  }
  if (!input.planes) return holds();

  const auto planes = reference::borrow(*input.planes);
  const auto by_planes = [&](unsigned level) {
    request.level = level;
    return implementation.check_planes(request, planes, input.digest);
  };
  const CheckResult whole = by_planes(input.level);
  if (!in_range(whole)) return broken(kLaw, "a status or a plane outside the closed set");
  if (!alike(whole, by_planes(input.level))) return broken(kLaw, "another answer the second time");
  if (by_planes(0).status != Status::kOk) return broken(kLaw, "level 0 looks at something");
  if (!alike(by_planes(1), first)) return broken(kLaw, "level 1 depends on what the planes hold");
  const CheckResult second = by_planes(2);
  if (first.status != Status::kOk && !alike(second, first)) {
    return broken(kLaw, "a later step decides before an earlier one");
  }
  if (first.status == Status::kOk && second.status != Status::kOk &&
      second.status != Status::kDigestMismatch) {
    return broken(kLaw, "step 5 finds what is another step's");
  }
  for (const unsigned level : {3u, 7u, 255u, ~0u}) {
    if (!alike(by_planes(level), second)) return broken(kLaw, "a level above 2 is not level 2");
  }
  return holds();
}

}  // namespace grit::laws
