// What the families of operations on views share. Internal to the generator.
#ifndef GRIT_VECTORS_VIEW_PARTS_H_
#define GRIT_VECTORS_VIEW_PARTS_H_

#include <array>
#include <string_view>
#include <vector>

#include "harness/vectors/family.h"
#include "harness/vectors/view_draws.h"

namespace grit::vectors::view {

// Faults of a view, one or two of each refusal that all operations share (spec §11.2.3).
enum class Fault : std::uint8_t {
  kReservedFlag,
  kOtherSpelling,
  kOtherGrade,
  kOtherFrame,
  kUnknownPlacement,
  kNoMetaPlacement,
  kUnspecifiedPlacement,
  kForeignPlacement,
  kNoAxis,
  kExtentNotDivided,
  kNegativeExtent,
  kShortPlane,
  kLongPlane,
  kBadMetadata,
};
inline constexpr std::array<Fault, 14> kFaults = {Fault::kReservedFlag,
                                                  Fault::kOtherSpelling,
                                                  Fault::kOtherGrade,
                                                  Fault::kOtherFrame,
                                                  Fault::kUnknownPlacement,
                                                  Fault::kNoMetaPlacement,
                                                  Fault::kUnspecifiedPlacement,
                                                  Fault::kForeignPlacement,
                                                  Fault::kNoAxis,
                                                  Fault::kExtentNotDivided,
                                                  Fault::kNegativeExtent,
                                                  Fault::kShortPlane,
                                                  Fault::kLongPlane,
                                                  Fault::kBadMetadata};

// Does what the fault says; one that the view cannot have leaves it as it is.
void spoil(Random& random, GeneralView& view, Fault fault);

// A grade that its own operation answers for, with one fault or two.
GeneralView spoilt_view(Draw& draw, const reference::Grade& grade);

// A view in each stored form of spec §12.1.2, by turn.
GeneralView stored_view(Draw& draw, Codes codes);

void add_check_grade_families(std::vector<Family>& families);
void add_decode_view_families(std::vector<Family>& families);
void add_slice_families(std::vector<Family>& families);
void add_transpose_families(std::vector<Family>& families);
void add_requantize_families(std::vector<Family>& families);
void add_relayout_families(std::vector<Family>& families);

}  // namespace grit::vectors::view

#endif  // GRIT_VECTORS_VIEW_PARTS_H_
