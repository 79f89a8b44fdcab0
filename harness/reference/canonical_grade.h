// Grades that a caller names by their canonical strings: what check takes beside the registry, and
// every operation on views (spec §11.1, §11.2).
#ifndef GRIT_REFERENCE_CANONICAL_GRADE_H_
#define GRIT_REFERENCE_CANONICAL_GRADE_H_

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "harness/reference/descriptor.h"
#include "harness/reference/grade.h"

namespace grit::reference {

struct CanonicalGrade {
  Grade grade;
  GradeFrame frame;  // with the id
};

// The grade that `text` names: nothing where the text is not a canonical form, byte for byte, or
// the grade has no descriptor. Spec §11.1.2.
std::optional<CanonicalGrade> canonical_grade(std::string_view text);

// The frames of the texts that name a grade, in their order: CheckRequest::grades. The others are
// left out, for an entry that names no grade is never an error. Spec §11.1.
std::vector<GradeFrame> frames_of(std::span<const std::string_view> texts);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_CANONICAL_GRADE_H_
