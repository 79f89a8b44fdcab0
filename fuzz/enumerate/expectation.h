// What check must answer about a descriptor of the enumeration, worked out from the specification
// without the reference: so an enumeration asserts every answer, and not only that there is one.
//
// It is short because of what is enumerated. Steps 1 and 2 of check (spec §5.1, §5.2) pass exactly
// where every frame field but group_axis is that of the registered grade whose id the descriptor
// has, and all failures of the two are one answer. So the 64 bytes of spec §3.9.2 decide them.
#ifndef GRIT_FUZZ_ENUMERATE_EXPECTATION_H_
#define GRIT_FUZZ_ENUMERATE_EXPECTATION_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "fuzz/enumerate/plan.h"
#include "harness/reference/check.h"
#include "harness/reference/fingerprint.h"
#include "harness/reference/view.h"

namespace grit::enumerate {

inline constexpr std::size_t kStatusCount = 5;  // spec §5.0.3
using StatusCounts = std::array<std::uint64_t, kStatusCount>;

// The shape that every descriptor is checked with. Axes 0 and 2 can be grouped by each registered
// grade, axis 1 by none (3 is no multiple of 16 or 32).
inline constexpr std::array<std::int64_t, 3> kShape{32, 3, 64};

using PlaneBytes = std::array<std::int64_t, reference::kPlaneCount>;

// Of spec §6 for kShape, group_axis 0 or 2, by hand: in the source.
const PlaneBytes& plane_bytes_of(reference::GradeName grade);

struct Answer {
  reference::Status status = reference::Status::kOk;
  std::optional<reference::Plane> plane;

  friend bool operator==(const Answer&, const Answer&) = default;
};

// Of check at level 1 with kShape and these lengths (none negative), for any 64 bytes.
Answer expected_answer(std::span<const std::byte, reference::kDescriptorBytes> descriptor,
                       const PlaneBytes& plane_bytes);

// How often check must answer each status over a whole unit, with plane_bytes_of(unit.grade):
// counted value by value of each field alone, then multiplied. It looks at no descriptor, so it
// also notices an enumeration that visits the wrong ones.
StatusCounts expected_counts(const Unit& unit);

}  // namespace grit::enumerate

#endif  // GRIT_FUZZ_ENUMERATE_EXPECTATION_H_
