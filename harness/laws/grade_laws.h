// Laws about grade strings (spec §3).
#ifndef GRIT_LAWS_GRADE_LAWS_H_
#define GRIT_LAWS_GRADE_LAWS_H_

#include <string_view>

#include "harness/laws/implementation.h"
#include "harness/laws/law.h"
#include "harness/laws/sample.h"

namespace grit::laws {

// Spec §3.7.2. Applies to texts that are grades.
LawResult canonical_idempotent(std::string_view text,
                               const Implementation& implementation = reference_implementation());

// Spec §3.2 to §3.7: `spelling` is one of the grade whose canonical form is `canonical`, as the
// caller knows. Always applies.
LawResult spelling_blind(std::string_view canonical, std::string_view spelling,
                         const Implementation& implementation = reference_implementation());

// Spec §3.7.1: reading the canonical form of `grade` gives `grade`. Requires a grade that some text
// names. Always applies.
LawResult parse_format(const reference::Grade& grade,
                       const Implementation& implementation = reference_implementation());

// Spec §3.7.5: the same planes under the other grade, of equal projection, have the same values or
// are refused by the same name. Applies where the two grades differ and have one projection.
LawResult projection_decodes_alike(
    const Sample& sample, std::string_view other_grade,
    const Implementation& implementation = reference_implementation());

}  // namespace grit::laws

#endif  // GRIT_LAWS_GRADE_LAWS_H_
