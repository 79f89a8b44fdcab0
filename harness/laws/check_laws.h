// L10: check is total (spec §5.0, §5.6, §11.8.10).
#ifndef GRIT_LAWS_CHECK_LAWS_H_
#define GRIT_LAWS_CHECK_LAWS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"

namespace grit::laws {

// Everything that check is given, whatever it is.
struct CheckInput {
  std::vector<std::byte> descriptor;
  std::vector<std::int64_t> shape;
  unsigned level = 1;
  std::array<std::int64_t, reference::kPlaneCount> plane_bytes{};  // used where no planes are given
  std::optional<reference::PlaneBuffers> planes;
  std::optional<reference::Digest> digest;
  std::vector<std::string> grades;  // any texts

  friend bool operator==(const CheckInput&, const CheckInput&) = default;
};

// The part of check_totality that needs no memory of its own, for drivers that ask it of a million
// inputs a second: one status of the closed set, a plane only where spec §5.6.1 names one, and the
// same answer again. Always applies. Allocation-free where it holds.
LawResult check_closed(const reference::CheckRequest& request,
                       const std::array<std::int64_t, reference::kPlaneCount>& plane_bytes,
                       const Implementation& implementation = reference_implementation());

// Exactly one status of the closed set, the same every time; a plane only where spec §5.6.1 names
// one; the levels and the two forms of check agree as spec §5.0.4 to §5.0.6 say. Always applies.
LawResult check_totality(const CheckInput& input,
                         const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_CHECK_LAWS_H_
