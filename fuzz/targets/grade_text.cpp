// Grade strings, any bytes: what can be read has one canonical form, which reads as itself.
#include "fuzz/driver/finding.h"
#include "fuzz/driver/target.h"
#include "harness/laws/grade_laws.h"
#include "harness/protocol/payload.h"
#include "harness/reference/grade.h"

namespace grit::fuzz {

const Target& target() {
  static constexpr Target kTarget{"grade_text", Form::kGradeText, {}};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  const std::string_view text = protocol::as_text(input);
  const auto grade = reference::parse_grade(text);
  if (!grade) return true;
  demand(laws::canonical_idempotent(text));
  demand(laws::spelling_blind(reference::canonical(*grade), text));
  demand(laws::parse_format(*grade));
  return true;
}

}  // namespace grit::fuzz
