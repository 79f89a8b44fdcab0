#include "harness/laws/grade_laws.h"

#include <string>
#include <utility>

#include "harness/reference/descriptor.h"

namespace grit::laws {
namespace {

// FNV-1a-64 (spec §7.1.1), so that an id is not compared with itself.
std::uint64_t fnv64(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x00000100000001b3;
  }
  return hash;
}

}  // namespace

LawResult canonical_idempotent(std::string_view text, const Implementation& implementation) {
  constexpr Law kLaw = Law::kCanonicalIdempotent;
  const auto grade = implementation.parse_grade(text);
  if (!grade) return vacuous();
  const std::string once = implementation.canonical(*grade);
  const auto again = implementation.parse_grade(once);
  if (!again) return broken(kLaw, "the canonical form is refused: " + once);
  const std::string twice = implementation.canonical(*again);
  if (twice != once) return broken(kLaw, once + " becomes " + twice);
  return holds();
}

LawResult spelling_blind(std::string_view canonical, std::string_view spelling,
                         const Implementation& implementation) {
  constexpr Law kLaw = Law::kSpellingBlind;
  const auto plain = implementation.parse_grade(canonical);
  if (!plain) return broken(kLaw, "the canonical form is refused");
  const auto spelled = implementation.parse_grade(spelling);
  if (!spelled) return broken(kLaw, "the spelling is refused");
  if (const std::string text = implementation.canonical(*spelled); text != canonical) {
    return broken(kLaw, "the canonical form is " + text);
  }
  if (implementation.grade_id(*spelled) != fnv64(canonical)) return broken(kLaw, "the grade_id");
  if (implementation.projection(*spelled) != implementation.projection(*plain)) {
    return broken(kLaw, "the projection");
  }
  return holds();
}

LawResult parse_format(const reference::Grade& grade, const Implementation& implementation) {
  constexpr Law kLaw = Law::kParseFormat;
  const std::string text = implementation.canonical(grade);
  const auto parsed = implementation.parse_grade(text);
  if (!parsed) return broken(kLaw, "what was written is refused: " + text);
  if (*parsed != grade) return broken(kLaw, "another grade is read from " + text);
  return holds();
}

LawResult projection_decodes_alike(const Sample& sample, std::string_view other_grade,
                                   const Implementation& implementation) {
  constexpr Law kLaw = Law::kProjection;
  const auto grade = implementation.parse_grade(sample.grade);
  const auto other = implementation.parse_grade(other_grade);
  if (!grade || !other || *grade == *other) return vacuous();
  if (implementation.projection(*grade) != implementation.projection(*other)) return vacuous();
  // Nothing that a frame holds is outside the projection.
  Sample twin = sample;
  twin.grade = std::string(other_grade);
  twin.descriptor().grade_id = fnv64(other_grade);
  const auto a = implementation.decode_view(sample.view());
  const auto b = implementation.decode_view(twin.view());
  if (!a || !b) {
    if (!a && !b && a.error() == b.error()) return vacuous();
    return broken(kLaw, "one of the two is refused");
  }
  return same_values(kLaw, "decode_view under the other grade", *b, *a);
}

}  // namespace grit::laws
