#include "harness/reference/verify.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "harness/reference/relayout.h"

namespace grit::reference {
namespace {

// What two views of one array have in common: everything that neither placements nor notes say.
Descriptor without_claims(Descriptor descriptor) {
  descriptor.note = 0;
  for (const Role role : {Role::kData, Role::kScale, Role::kMeta}) {
    placement_word(descriptor, role) = kUnspecified;
  }
  return descriptor;
}

bool same_array(const View& a, const View& b) {
  return a.grade == b.grade && std::ranges::equal(a.shape, b.shape) &&
         without_claims(a.descriptor) == without_claims(b.descriptor);
}

// Blocks leave no room for another scale placement than plane order: out of blocks data goes first,
// into them last.
std::array<Role, 3> order_of_roles(Placement from) {
  const bool from_blocks = from == kBlockAos || from == kPackK4_12B;
  if (from_blocks) return {Role::kData, Role::kScale, Role::kMeta};
  return {Role::kScale, Role::kMeta, Role::kData};
}

// The proof under the placements of the view.
std::expected<Array, Refusal> laid_out_like(const View& view, const View& proof) {
  Array laid_out;
  View current = proof;
  const bool has_aux = (view.descriptor.flags & (kFlagSparse | kFlagHasZp)) != 0;
  for (const Role role : order_of_roles(proof.descriptor.placement_data)) {
    if (role == Role::kMeta && !has_aux) continue;
    auto next = relayout(current, role, placement_word(view.descriptor, role));
    if (!next) return std::unexpected(next.error());
    laid_out = std::move(*next);
    current = view_of(laid_out, proof.grade);
  }
  return laid_out;
}

}  // namespace

std::string describe(const VerifyError& error) {
  switch (error.kind) {
    case VerifyErrorKind::kOtherArray:
      return "the second view is of another array: grade, shape or descriptor differ";
    case VerifyErrorKind::kAssumedProof:
      return "the second view is ASSUMED itself: it proves nothing";
    case VerifyErrorKind::kRefused:
      return std::string(refusal_name(*error.refusal)) +
             ": the second view cannot be laid out like the first";
    case VerifyErrorKind::kOtherBytes:
      return "plane " + std::string(plane_name(*error.plane)) +
             " is not laid out as its placement says";
  }
  return {};
}

std::expected<View, VerifyError> verify_placement(const View& view, const View& proof) {
  const auto fail = [](VerifyErrorKind kind, std::optional<Refusal> refusal = {},
                       std::optional<Plane> plane = {}) {
    return std::unexpected(VerifyError{kind, refusal, plane});
  };
  if (!same_array(view, proof)) return fail(VerifyErrorKind::kOtherArray);
  if ((proof.descriptor.note & kNoteAssumed) != 0) return fail(VerifyErrorKind::kAssumedProof);
  const auto expected = laid_out_like(view, proof);
  if (!expected) return fail(VerifyErrorKind::kRefused, expected.error());
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (!std::ranges::equal(expected->planes[i], view.planes[i])) {
      return fail(VerifyErrorKind::kOtherBytes, std::nullopt, static_cast<Plane>(i));
    }
  }
  View verified = view;
  verified.descriptor.note &= ~kNoteAssumed;
  return verified;
}

}  // namespace grit::reference
