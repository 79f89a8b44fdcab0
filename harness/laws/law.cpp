#include "harness/laws/law.h"

#include <algorithm>
#include <array>

#include "harness/reference/bytes.h"

namespace grit::laws {
namespace {

constexpr std::array kLaws = {
    LawInfo{Law::kNanPoison, "L1", "nan-poison", "§11.8.1",
            "A NaN scale or zero point makes every element under it NaN.", "nan_poison"},
    LawInfo{Law::kSparseWins, "L2", "sparse-wins", "§11.8.2",
            "A position that is not named is +0 under a NaN scale too.", "sparse_wins"},
    LawInfo{Law::kSliceHonesty, "L3", "slice-honesty", "§11.8.3",
            "The values of a slice are the same cut out of the values of the view.",
            "slice_honesty"},
    LawInfo{Law::kTransposeLines, "L4", "transpose-lines", "§11.8.4",
            "transpose moves whole lines, and its values are those of the view, permuted.",
            "transpose_lines"},
    LawInfo{Law::kOutermostFirst, "L5", "outermost-first", "§11.8.5",
            "An element is (s1 × s0) × e, never s1 × (s0 × e).", "outermost_first"},
    LawInfo{Law::kNoFusedMultiplyAdd, "L6", "no-fused-multiply-add", "§11.8.6",
            "(S × e) − Z rounds twice.", "no_fused_multiply_add"},
    LawInfo{Law::kPlacementInvariance, "L7", "placement-invariance", "§11.8.7",
            "relayout changes no value; slice and transpose commute with it.",
            "placement_invariance slice_commutes transpose_commutes"},
    LawInfo{Law::kIndependence, "L8", "independence", "§11.8.8",
            "No result depends on rounding mode, flush-to-zero, denormals-are-zero or threads, and "
            "the caller's floating-point environment comes back as it was.",
            "independence encode_independence thread_independence"},
    LawInfo{Law::kNoteBlindness, "L9", "note-blindness", "§11.8.9",
            "The note changes no result but its own copy in the answer.", "note_blindness"},
    LawInfo{Law::kCheckTotality, "L10", "check-totality", "§11.8.10",
            "Any bytes, shape, lengths and grades give exactly one status of the closed set.",
            "check_totality"},
    LawInfo{Law::kValues, "values", "values", "§11.5",
            "decode_view gives the value of every element, worked out long-hand.", "values"},
    LawInfo{Law::kPlaneOrder, "plane-order", "plane-order", "§11.3.8",
            "decode of a registered grade gives decode_view's values in plane order.",
            "plane_order_values"},
    LawInfo{Law::kSliceRefusals, "slice-refusals", "slice-refusals", "§12.6.2 to §12.6.4",
            "slice refuses by name exactly what leaves the array or splits a group.",
            "slice_refusals"},
    LawInfo{Law::kSliceComposition, "slice-composition", "slice-composition", "§12.6.5",
            "A slice of a slice is the slice between the sums of their ends.", "slice_composition"},
    LawInfo{Law::kTransposeRefusals, "transpose-refusals", "transpose-refusals",
            "§12.7.2 to §12.7.4",
            "transpose refuses by name exactly what permutes wrongly, moves the group axis or "
            "splits a group.",
            "transpose_refusals"},
    LawInfo{Law::kTransposeComposition, "transpose-composition", "transpose-composition", "§12.7.6",
            "A transposition and its inverse give back every code.", "transpose_composition"},
    LawInfo{Law::kTransposeSlice, "transpose-slice", "transpose-slice", "§12.6.5, §12.7.6",
            "Slicing and transposing give the same codes in either order.", "transpose_slice"},
    LawInfo{Law::kRelayoutRoundTrip, "relayout-round-trip", "relayout-round-trip", "§12.9.5",
            "A relayout there and back keeps every code, and every byte where the bits that are "
            "ignored were 0.",
            "relayout_round_trip"},
    LawInfo{Law::kRequantize, "requantize", "requantize", "§12.8.1",
            "requantize is encode of the permuted values of decode_view.", "requantize_values"},
    LawInfo{Law::kCanonicalIdempotent, "canonical-idempotent", "canonical-idempotent", "§3.7.2",
            "The canonical form of a canonical form is itself.", "canonical_idempotent"},
    LawInfo{Law::kSpellingBlind, "spelling-blind", "spelling-blind", "§3.2 to §3.7",
            "Every spelling of a grade has its canonical form, id and projection.",
            "spelling_blind"},
    LawInfo{Law::kParseFormat, "parse-format", "parse-format", "§3.7.1",
            "Reading what was written gives the same grade.", "parse_format"},
    LawInfo{Law::kProjection, "projection", "projection", "§3.7.5",
            "Grades of equal projections decode equal planes to equal bits.",
            "projection_decodes_alike"},
    LawInfo{Law::kEncodedSizes, "encoded-sizes", "encoded-sizes", "§6.1",
            "encode emits planes of the lengths that the size equations give.", "encoded_sizes"},
    LawInfo{Law::kEncodeNearest, "encode-nearest", "encode-nearest", "§9.2 to §9.5",
            "A value comes back as the nearest of its group's grid, a grid point as itself.",
            "encode_nearest"},
    LawInfo{
        Law::kEncodeRepeats, "encode-repeats", "encode-repeats", "§9",
        "encode of decoded planes gives the planes again, where docs/LAWS.md says that it does.",
        "encode_repeats"},
    LawInfo{Law::kGidSensitive, "gid-sensitive", "gid-sensitive", "§7.2",
            "The gid changes with every bit of the frame, the grade, the rank and the extents, "
            "not with the note.",
            "gid_sensitive"},
    LawInfo{Law::kPrintedGid, "printed-gid", "printed-gid", "§7.3",
            "A printed gid reads as itself, in any accepted spelling.", "printed_gid"},
    LawInfo{Law::kDigestSensitive, "digest-sensitive", "digest-sensitive", "§7.4",
            "The digest changes with every byte and with every boundary between planes.",
            "digest_sensitive"},
    LawInfo{Law::kAssume, "assume", "assume", "§10.2",
            "An assumption changes one word and the mark, and leaves exactly one entry.",
            "assume_records"},
    LawInfo{Law::kVerify, "verify", "verify", "§10.3",
            "The mark is taken off by a proof, and by nothing that differs from one in a byte.",
            "verify_demands_proof"},
};

}  // namespace

std::span<const LawInfo> all_laws() { return kLaws; }

const LawInfo& info(Law law) { return kLaws[static_cast<std::size_t>(law)]; }

std::string describe(const Broken& broken) {
  const LawInfo& row = info(broken.law);
  std::string text = std::string(row.id) + " (" + std::string(row.name) + ", " +
                     std::string(row.clause) + ") is broken: " + broken.where;
  if (broken.lane) {
    text += ": element " + std::to_string(broken.lane->index) + " is " +
            reference::hex(broken.lane->found, 8) + ", must be " +
            reference::hex(broken.lane->expected, 8);
  }
  return text;
}

LawResult same_values(Law law, std::string_view what, std::span<const std::uint32_t> found,
                      std::span<const std::uint32_t> expected) {
  const auto [here, there] = std::ranges::mismatch(found, expected);
  if (here != found.end() && there != expected.end()) {
    return broken(law, std::string(what),
                  Lane{static_cast<std::uint64_t>(here - found.begin()), *here, *there});
  }
  if (found.size() == expected.size()) return holds();
  return broken(law, std::string(what) + ": " + std::to_string(found.size()) + " values, must be " +
                         std::to_string(expected.size()));
}

}  // namespace grit::laws
