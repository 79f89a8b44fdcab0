// A violation in words, and as a unit test.
#ifndef GRIT_FUZZ_ENUMERATE_VIOLATION_TEXT_H_
#define GRIT_FUZZ_ENUMERATE_VIOLATION_TEXT_H_

#include <span>
#include <string>
#include <vector>

#include "fuzz/enumerate/work.h"

namespace grit::enumerate {

// A field that the unit changes, with the value it has in the descriptor and the canonical one.
struct ChangedField {
  std::string name;
  std::string value;  // as reference::render_field
  std::string canonical;
};

// One or two; none where the violation is about a whole unit.
std::vector<ChangedField> changed_fields(const Unit& unit, const Violation& violation);

// C++ with GoogleTest that fails as long as the violation is there; it builds in
// fuzz/enumerate/judge_test.cpp as it stands. Empty where the violation is about a whole unit.
std::string unit_test(const Unit& unit, const Violation& violation);

// Some lines for people: fault, clause, unit, fields, hex and the unit test.
std::string describe(std::span<const Unit> units, const Violation& violation);

}  // namespace grit::enumerate

#endif  // GRIT_FUZZ_ENUMERATE_VIOLATION_TEXT_H_
