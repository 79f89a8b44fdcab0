// Placement words of every class (spec §4).
#ifndef GRIT_VECTORS_PLACEMENT_DRAWS_H_
#define GRIT_VECTORS_PLACEMENT_DRAWS_H_

#include <array>

#include "harness/reference/placement.h"
#include "harness/vectors/random.h"

namespace grit::vectors {

// The eight well-known words of spec §4.2.
inline constexpr std::array<reference::Placement, 8> kWellKnownPlacements = {
    reference::kRowMajor,     reference::kColMajor,  reference::kSwizzle128x4B,
    reference::kTile16x16,    reference::kBlockAos,  reference::kLinearMeta,
    reference::kMetaM16N8K32, reference::kPackK4_12B};

// A word that check knows, never 0: well known, local hash or opaque.
reference::Placement known_placement(Random& random);

// A word of a class that is reserved: neither 0, 1, 8 nor 0xF.
reference::Placement reserved_class(Random& random);

// A word of the well-known class whose number is none of the eight.
reference::Placement unknown_well_known(Random& random);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_PLACEMENT_DRAWS_H_
