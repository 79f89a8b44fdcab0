#include "harness/laws/ledger_laws.h"

#include <algorithm>
#include <optional>

namespace grit::laws {
namespace {

using reference::AuditCeiling;
using reference::AuditLedger;
using reference::View;

// Spec §4.
bool is_known(reference::Placement word) {
  const std::uint64_t number = word & 0x0FFFFFFFFFFFFFFF;
  switch (word >> 60) {
    case 0x0:
      return number == 0;
    case 0x1:
      return (number >= 0x01 && number <= 0x05) || number == 0x11 || number == 0x12 ||
             number == 0x20;
    case 0x8:
    case 0xF:
      return true;
    default:
      return false;
  }
}

bool is_blank(std::string_view reason) {
  return reason.find_first_not_of(" \t\n\v\f\r") == std::string_view::npos;
}

// The same bytes at the same place.
bool same_planes(const View& a, const View& b) {
  for (std::size_t p = 0; p < reference::kPlaneCount; ++p) {
    if (a.planes[p].data() != b.planes[p].data() || a.planes[p].size() != b.planes[p].size()) {
      return false;
    }
  }
  return true;
}

}  // namespace

LawResult assume_records(const View& view, const Layout& layout, std::string_view reason,
                         std::uint64_t checks, const Implementation& implementation) {
  constexpr Law kLaw = Law::kAssume;
  AuditLedger ledger;
  for (std::uint64_t i = 0; i < checks; ++i) ledger.count_check(1 + static_cast<unsigned>(i % 3));
  ledger.count_check(0);  // no crossing
  const auto assume = [&](const AuditCeiling& ceiling) {
    return implementation.assume_placement(view, layout.role, layout.placement, reason, ledger,
                                           ceiling);
  };
  const auto untouched = [&] { return ledger.assumptions() == 0 && ledger.crossings() == checks; };

  const bool refused = is_blank(reason) || !is_known(layout.placement);
  const double rate = 1.0 / static_cast<double>(checks + 1);  // with this assumption
  for (const AuditCeiling& ceiling : {AuditCeiling{.readable = false, .limit = std::nullopt},
                                      AuditCeiling{.readable = true, .limit = rate / 2}}) {
    if (assume(ceiling)) return broken(kLaw, "a ceiling does not stop it");
    if (!untouched()) return broken(kLaw, "a refused assumption is in the ledger");
  }
  const auto assumed = assume({.readable = true, .limit = rate});
  if (refused) {
    if (assumed) return broken(kLaw, "a blank reason or an unknown placement is taken");
    if (!untouched()) return broken(kLaw, "a refused assumption is in the ledger");
    return holds();
  }
  if (!assumed) return broken(kLaw, "a ceiling that is just reached stops it");

  View expected = view;
  reference::placement_word(expected.descriptor, layout.role) = layout.placement;
  expected.descriptor.note |= reference::kNoteAssumed;
  if (assumed->descriptor != expected.descriptor) return broken(kLaw, "the descriptor");
  if (assumed->grade != view.grade || !std::ranges::equal(assumed->shape, view.shape) ||
      !same_planes(*assumed, view)) {
    return broken(kLaw, "more than the descriptor is another");
  }
  if (ledger.assumptions() != 1 || ledger.crossings() != checks + 1) {
    return broken(kLaw, "the ledger's counts");
  }
  const reference::AuditEntry& entry = ledger.entries()[0];
  const auto gid = [&](const View& of) {
    return implementation.gid(reference::to_bytes(of.descriptor), of.grade, of.shape);
  };
  if (entry.gid_before != gid(view) || entry.gid_after != gid(*assumed) ||
      entry.from != reference::placement_word(view.descriptor, layout.role) ||
      entry.to != layout.placement || entry.reason != reason || entry.role != layout.role ||
      entry.source.empty() || entry.time_ns <= 0) {
    return broken(kLaw, "the entry");
  }
  return holds();
}

LawResult verify_demands_proof(const View& view, const Layout& layout, std::uint64_t bit,
                               const Implementation& implementation) {
  constexpr Law kLaw = Law::kVerify;
  View proof = view;
  proof.descriptor.note &= ~reference::kNoteAssumed;
  auto laid = implementation.relayout(proof, layout.role, layout.placement);
  if (!laid) return vacuous();
  laid->descriptor.note = view.descriptor.note | reference::kNoteAssumed;
  const View asserted = reference::view_of(*laid, view.grade);
  std::uint64_t bits = 0;
  for (const auto& plane : laid->planes) bits += 8 * plane.size();
  if (bits == 0) return vacuous();

  const auto verified = implementation.verify_placement(asserted, proof);
  if (!verified) return broken(kLaw, "a proof is refused");
  reference::Descriptor expected = asserted.descriptor;
  expected.note &= ~reference::kNoteAssumed;
  if (verified->descriptor != expected || !same_planes(*verified, asserted)) {
    return broken(kLaw, "more than the mark is another");
  }
  View marked = proof;
  marked.descriptor.note |= reference::kNoteAssumed;
  if (implementation.verify_placement(asserted, marked)) {
    return broken(kLaw, "a proof that is assumed itself proves something");
  }
  View relabelled = proof;
  relabelled.descriptor.group_axis ^= 1;
  if (implementation.verify_placement(asserted, relabelled)) {
    return broken(kLaw, "another array proves something");
  }
  std::uint64_t left = bit % bits;
  for (auto& plane : laid->planes) {
    if (left >= 8 * plane.size()) {
      left -= 8 * plane.size();
      continue;
    }
    plane[static_cast<std::size_t>(left / 8)] ^= std::byte{1} << (left % 8);
    break;
  }
  if (implementation.verify_placement(reference::view_of(*laid, view.grade), proof)) {
    return broken(kLaw,
                  "bit " + std::to_string(bit % bits) + " differs, and the mark is taken off");
  }
  return holds();
}

}  // namespace grit::laws
