// Grade strings, any bytes: refused with a reason, or of one canonical form, which reads as itself
// and which the kernel writes too, and with a frame or a reason why there is none.
#include <vector>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/target.h"
#include "harness/laws/grade_laws.h"
#include "harness/protocol/payload.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/grade.h"
#include "harness/reference/kernels/canonicalize.h"

namespace grit::fuzz {

const Target& target() {
  static constexpr Target kTarget{"grade_text", Form::kGradeText, {}};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  const std::string_view text = protocol::as_text(input);
  const auto grade = reference::parse_grade(text);
  const auto canonical = reference::canonicalize(text);
  std::vector<char> room(text.size() + reference::kernels::kCanonicalGrowth);
  const auto sooner = reference::kernels::canonicalize_into(text, room);
  demand(sooner.has_value() == canonical.has_value() &&
             (canonical ? *sooner == *canonical : sooner.error() == canonical.error()),
         "canonicalize kernel", "another answer than the reference's");
  demand(grade.has_value() == canonical.has_value(), "grade", "canonicalize says otherwise");
  if (!grade) {
    demand_reason(describe(grade.error()), "grade");
    return true;
  }
  demand(*canonical == reference::canonical(*grade), "grade", "canonicalize gives another string");
  demand(laws::canonical_idempotent(text));
  demand(laws::spelling_blind(*canonical, text));
  demand(laws::parse_format(*grade));
  const auto frame = reference::grade_frame(*grade);
  if (!frame) demand_reason(describe(frame.error()), "grade frame");
  return true;
}

}  // namespace grit::fuzz
