// core.json in the form that the published Python package's own tests read.
#ifndef GRIT_VECTORS_PUBLISHED_FORM_H_
#define GRIT_VECTORS_PUBLISHED_FORM_H_

#include <expected>
#include <string>
#include <string_view>

namespace grit::vectors {

// The text of core.json without what this project adds to the shape: the document's "schema" and
// "suite_version", and its entries' "clause", "provenance", "input_f32_bits" and "plane". Every
// other byte stays, but for a comma that would end an object. The argument has to have the
// generator's layout, a line for each member; a sentence where what is left is not the same
// document without the additions.
std::expected<std::string, std::string> published_form(std::string_view core_json);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_PUBLISHED_FORM_H_
