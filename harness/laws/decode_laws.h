// Laws about the values of a view (spec §11.5 to §11.8).
#ifndef GRIT_LAWS_DECODE_LAWS_H_
#define GRIT_LAWS_DECODE_LAWS_H_

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"
#include "harness/reference/view.h"

namespace grit::laws {

// The first five apply to views in plane order that decode_view answers, of at most 2^20 elements.

// L1, spec §11.8.1. Applies where a named element is under a NaN scale or zero point.
LawResult nan_poison(const reference::View& view,
                     const Implementation& implementation = reference_implementation());

// L2, spec §11.8.2. Applies where a position that is not named is under a NaN scale.
LawResult sparse_wins(const reference::View& view,
                      const Implementation& implementation = reference_implementation());

// L5, spec §11.8.5. Applies where the other order gives other bits.
LawResult outermost_first(const reference::View& view,
                          const Implementation& implementation = reference_implementation());

// L6, spec §11.8.6. Applies where a fused multiply-add gives other bits.
LawResult no_fused_multiply_add(const reference::View& view,
                                const Implementation& implementation = reference_implementation());

// Spec §11.5, §11.6: every value, worked out long-hand. Applies where there is an element.
LawResult values(const reference::View& view,
                 const Implementation& implementation = reference_implementation());

// Spec §11.3.8. Applies to non-empty views of registered grades in plane order.
LawResult plane_order_values(const reference::View& view,
                             const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_DECODE_LAWS_H_
