// Laws about slice (spec §12.6).
#ifndef GRIT_LAWS_SLICE_LAWS_H_
#define GRIT_LAWS_SLICE_LAWS_H_

#include <cstddef>
#include <cstdint>

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"
#include "harness/reference/view.h"

namespace grit::laws {

// The coordinates begin … end - 1 of an axis.
struct Range {
  std::size_t axis = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;

  friend bool operator==(const Range&, const Range&) = default;
};

// L3, spec §11.8.3. Applies where slice and decode_view answer.
LawResult slice_honesty(const reference::View& view, const Range& range,
                        const Implementation& implementation = reference_implementation());

// Spec §12.6.2 to §12.6.4: refused by name where it must be, and nowhere else. Applies to views in
// plane order that decode_view answers.
LawResult slice_refusals(const reference::View& view, const Range& range,
                         const Implementation& implementation = reference_implementation());

// Spec §12.6.5: a slice of a slice along one axis is the slice between the sums, byte for byte;
// along two axes, either may come first. Applies where both slices answer, and, along two axes,
// also in the other order.
LawResult slice_composition(const reference::View& view, const Range& first, const Range& second,
                            const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_SLICE_LAWS_H_
