// Mutations of texts: grade strings by their tokens (spec §3), printed gids by their symbols
// (spec §7.3).
#ifndef GRIT_FUZZ_MUTATOR_TEXT_MUTATIONS_H_
#define GRIT_FUZZ_MUTATOR_TEXT_MUTATIONS_H_

#include <string>
#include <string_view>

#include "harness/vectors/random.h"

namespace grit::fuzz {

// One of: an item taken out, put in, doubled, moved or given another value (of its key's domain, of
// another's, a boundary number); a character changed, dropped or doubled; letters in capitals,
// blanks or hyphens put in; another grade altogether.
void mutate_grade_text(vectors::Random& random, std::string& text);

// Some items of the second instead of the first's.
std::string splice_grade_texts(vectors::Random& random, std::string_view first,
                               std::string_view second);

// One of: a symbol replaced by another or by one that looks like it, dropped or doubled; hyphens;
// letters in lower case; the printed form of another gid.
void mutate_gid_text(vectors::Random& random, std::string& text);

// A canonical grade: registered, of one level or two, sparse, with zero points, or any.
std::string some_canonical_grade(vectors::Random& random);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_MUTATOR_TEXT_MUTATIONS_H_
