// Stored forms: how the planes of a view lie under its placement words, and the way to plane order
// and back (spec §12.1).
#ifndef GRIT_REFERENCE_STORED_FORM_H_
#define GRIT_REFERENCE_STORED_FORM_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "harness/reference/descriptor.h"
#include "harness/reference/ggml_blocks.h"
#include "harness/reference/plane_order.h"
#include "harness/reference/sizes.h"
#include "harness/reference/uint128.h"
#include "harness/reference/view.h"

namespace grit::reference {

struct StoredForm {
  std::optional<BlockKind> blocks;  // everything is in data
  bool column_major = false;        // data
  bool swizzled = false;            // scale0

  friend bool operator==(const StoredForm&, const StoredForm&) = default;
};

// Whether a placement word means plane order: ROW_MAJOR and LINEAR_META do, in every role.
bool means_plane_order(Placement placement);

// The form that the placement words of a descriptor name, for an array of that rank; nothing where
// a plane that the array has is in none. Requires a descriptor whose frame is its grade's. Spec
// §12.1.2, §12.1.3.
std::optional<StoredForm> stored_form(const Descriptor& descriptor, std::size_t rank);

// The bytes of each plane in that form. `sizes` and `order` are those of the descriptor and shape.
std::array<Uint128, kPlaneCount> stored_bytes(const StoredForm& form, const Sizes& sizes,
                                              const PlaneOrder& order);

// The planes in plane order: borrowed where they lie so, else built in `storage`, which must
// outlive the result. Built planes have no ignored bits set.
Planes to_plane_order(const StoredForm& form, const Descriptor& descriptor, const PlaneOrder& order,
                      const Planes& stored, PlaneBuffers& storage);

// The planes in the form, from plane order; buffers that lie right already are taken over as they
// are, all others are rebuilt: ignored bits and padding are 0.
PlaneBuffers to_stored_form(const StoredForm& form, const Descriptor& descriptor,
                            const PlaneOrder& order, PlaneBuffers plane_order);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_STORED_FORM_H_
