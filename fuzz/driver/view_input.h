// Requests about views as the laws take them.
#ifndef GRIT_FUZZ_DRIVER_VIEW_INPUT_H_
#define GRIT_FUZZ_DRIVER_VIEW_INPUT_H_

#include <cstdint>
#include <span>

#include "harness/protocol/messages.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/view.h"

namespace grit::fuzz {

// Borrows the request.
inline reference::View view_of(const protocol::ViewRequest& request) {
  return {reference::parse_descriptor(request.desc), request.canonical, request.shape,
          reference::borrow(request.planes)};
}

// Whether the laws about a view of this shape cost little: the extents that are not negative have a
// product of at most 4096. Views that no operation answers may be of any shape; they are cheap only
// where they are refused early, which is what the differential target asks about them.
inline bool is_small(std::span<const std::int64_t> shape) {
  std::int64_t product = 1;
  for (const std::int64_t extent : shape) {
    if (extent <= 0) return true;
    if (extent > 4096 || product > 4096 / extent) return false;
    product *= extent;
  }
  return true;
}

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_VIEW_INPUT_H_
