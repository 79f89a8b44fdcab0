// Laws about requantize (spec §12.8).
#ifndef GRIT_LAWS_REQUANTIZE_LAWS_H_
#define GRIT_LAWS_REQUANTIZE_LAWS_H_

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"
#include "harness/laws/transpose_laws.h"
#include "harness/reference/view.h"

namespace grit::laws {

// Spec §12.8.1: decode_view, permuted, in the result's plane order, encoded. Applies to views in
// plane order that requantize answers.
LawResult requantize_values(const reference::View& view, const Turn& turn,
                            const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_REQUANTIZE_LAWS_H_
