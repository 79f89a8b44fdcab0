// Draws around grade texts (spec §3): grades that have a given key, texts in which one value is
// something else, and the edits that reading undoes.
#ifndef GRIT_VECTORS_GRADE_DRAWS_H_
#define GRIT_VECTORS_GRADE_DRAWS_H_

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "harness/vectors/grade_text.h"
#include "harness/vectors/random.h"

namespace grit::vectors {

// The domains whose values are words, and their names in family names.
inline constexpr std::array<Domain, 11> kSpelledDomains = {
    Domain::kFormat,     Domain::kRounding, Domain::kSaturation, Domain::kScaleRule,
    Domain::kSubnormals, Domain::kOrder,    Domain::kZpc,        Domain::kZps,
    Domain::kContainer,  Domain::kBitOrder, Domain::kIndexOrder};
inline constexpr std::array<std::string_view, 11> kDomainNames = {
    "format", "rounding", "saturation", "scale-rule", "subnormals", "order",
    "zpc",    "zps",      "container",  "bit-order",  "index-order"};

// One byte each that reading drops (spec §3.2.2).
inline constexpr std::string_view kBlanks = " \t\n\v\f\r";

// In canonical order: every key of the domain (the index order has none), every key with an enum
// for a domain, and every key whose values are words (all but k0, k1 and sp).
std::vector<Key> keys_of(Domain wanted);
const std::vector<Key>& enum_keys();
std::vector<Key> keys_with_values();

// Two in three random, one of the registered grades otherwise.
GradeFields base_fields(Random& random);

// The same, with this key given, and the keys without which it would be refused.
GradeFields fields_with(Random& random, Key key);

// The parts of a value of sp.
struct Sparsity {
  std::string n = "2";
  std::string m = "4";
  std::string meta = "u2";
  std::string order = "asclsb";
  std::string text() const { return n + ':' + m + ':' + meta + ':' + order; }
};

// Canonical and in range; any metadata format.
Sparsity random_sparsity(Random& random);

// Gives the key this value, whatever it is; adds the item where it is missing.
void set(std::vector<Item>& written, Key key, std::string value);
void erase(std::vector<Item>& written, Key key);

// A text in which `key` stands with `value`, whatever that is, among otherwise right items.
std::string text_with(Random& random, Key key, std::string value);

// A place at which something can be inserted: 0 to the length.
std::size_t random_place(Random& random, const std::string& text);

// Edits that reading undoes: half of the letters in capitals; up to twelve blanks anywhere.
std::string upper_case_some(Random& random, std::string text);
std::string with_blanks(Random& random, std::string text);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_GRADE_DRAWS_H_
