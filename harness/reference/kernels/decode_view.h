// decode_view sooner: the values of a view of any grade whose elements have 2, 4, 6 or 8 bits
// (harness/reference/decode_view.h; spec §11.5 to §11.7).
#ifndef GRIT_REFERENCE_KERNELS_DECODE_VIEW_H_
#define GRIT_REFERENCE_KERNELS_DECODE_VIEW_H_

#include <cstdint>
#include <expected>
#include <vector>

#include "harness/reference/decode_view.h"

namespace grit::reference::kernels {

// As reference::decode_view, bit for bit and refusal for refusal, in whatever floating-point
// environment the caller has set. Sparse arrays, wider elements, and machines without kernels are
// the reference's.
std::expected<std::vector<std::uint32_t>, Refusal> decode_view(const View& view);

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_DECODE_VIEW_H_
