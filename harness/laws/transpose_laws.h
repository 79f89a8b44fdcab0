// Laws about transpose (spec §12.7).
#ifndef GRIT_LAWS_TRANSPOSE_LAWS_H_
#define GRIT_LAWS_TRANSPOSE_LAWS_H_

#include <cstddef>
#include <vector>

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"
#include "harness/laws/slice_laws.h"
#include "harness/reference/view.h"

namespace grit::laws {

// Axis j of the result is axis perm[j] of the source; groups along axis `group_axis` of the result.
struct Turn {
  std::vector<std::size_t> perm;
  std::size_t group_axis = 0;

  friend bool operator==(const Turn&, const Turn&) = default;
};

// L4, spec §11.8.4. Applies where transpose and decode_view answer. In plane order also the codes
// of every line are compared, so that lines of equal values cannot be mixed.
LawResult transpose_lines(const reference::View& view, const Turn& turn,
                          const Implementation& implementation = reference_implementation());

// Spec §12.7.2 to §12.7.4: refused by name where it must be, and nowhere else. Applies to views in
// plane order that decode_view answers.
LawResult transpose_refusals(const reference::View& view, const Turn& turn,
                             const Implementation& implementation = reference_implementation());

// Spec §12.7.6: the transposition back gives the view again, in plane order every code of it.
// Applies where transpose answers.
LawResult transpose_composition(const reference::View& view, const Turn& turn,
                                const Implementation& implementation = reference_implementation());

// Spec §12.6.5, §12.7.6: `range` is one of the result. Applies where both orders answer.
LawResult transpose_slice(const reference::View& view, const Turn& turn, const Range& range,
                          const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_TRANSPOSE_LAWS_H_
