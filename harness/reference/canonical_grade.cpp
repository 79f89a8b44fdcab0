#include "harness/reference/canonical_grade.h"

#include <utility>

namespace grit::reference {

std::optional<CanonicalGrade> canonical_grade(std::string_view text) {
  auto grade = parse_grade(text);
  if (!grade || canonical(*grade) != text) return std::nullopt;
  const auto frame = grade_frame(*grade);
  if (!frame) return std::nullopt;
  return CanonicalGrade{std::move(*grade), *frame};
}

std::vector<GradeFrame> frames_of(std::span<const std::string_view> texts) {
  std::vector<GradeFrame> frames;
  for (const std::string_view text : texts) {
    if (const auto named = canonical_grade(text)) frames.push_back(named->frame);
  }
  return frames;
}

}  // namespace grit::reference
