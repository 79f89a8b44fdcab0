// decode_view: the values of a view of any grade (spec §11.5 to §11.7).
#ifndef GRIT_REFERENCE_DECODE_VIEW_H_
#define GRIT_REFERENCE_DECODE_VIEW_H_

#include <cstdint>
#include <expected>
#include <vector>

#include "harness/reference/plane_order.h"
#include "harness/reference/refusal.h"
#include "harness/reference/view.h"

namespace grit::reference {

// The values of all elements as binary32 bit patterns in logical row-major order of the shape;
// every NaN is 0x7fc00000. Spec §11.7.
std::expected<std::vector<std::uint32_t>, Refusal> decode_view(const View& view);

// The same values in plane order, from planes in plane order. Requires what admit() (admit.h) asks
// of a grade that is decoded.
std::vector<std::uint32_t> plane_order_values(const Descriptor& descriptor, const PlaneOrder& order,
                                              const Planes& planes);

// From plane order to row-major order of the shape. `order` is the shape's.
std::vector<std::uint32_t> in_logical_order(std::vector<std::uint32_t> values,
                                            const Descriptor& descriptor, Shape shape,
                                            const PlaneOrder& order);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_DECODE_VIEW_H_
