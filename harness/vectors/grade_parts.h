// What the families of GRADE share. Internal to the generator.
#ifndef GRIT_VECTORS_GRADE_PARTS_H_
#define GRIT_VECTORS_GRADE_PARTS_H_

#include <string>
#include <utility>
#include <vector>

#include "harness/protocol/messages.h"
#include "harness/vectors/family.h"
#include "harness/vectors/grade_text.h"

namespace grit::vectors::grade {

inline Draft accepted(std::string text, const GradeFields& fields) {
  return {protocol::TextRequest{std::move(text)}.encode(), answered(grade_reply(fields))};
}

inline Draft rejected(std::string text) {
  return {protocol::TextRequest{std::move(text)}.encode(), refused()};
}

// One of the keys gets the value in turn, which is none of its values.
Family bad_value_family(std::string name, std::string clause, std::vector<Key> keys,
                        std::vector<std::string> bad_values);

// One function a file.
void add_spelling_families(std::vector<Family>& families);  // accepted
void add_refusal_families(std::vector<Family>& families);   // refused: structure and values
void add_alphabet_families(std::vector<Family>& families);  // refused: bytes and characters

}  // namespace grit::vectors::grade

#endif  // GRIT_VECTORS_GRADE_PARTS_H_
