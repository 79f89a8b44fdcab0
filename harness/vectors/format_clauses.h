// Which clause of the specification decides one row of a format table.
#ifndef GRIT_VECTORS_FORMAT_CLAUSES_H_
#define GRIT_VECTORS_FORMAT_CLAUSES_H_

#include <cstdint>
#include <string_view>

#include "harness/reference/format.h"

namespace grit::vectors {

// The clause by which `code` of a registered format has its value: the one that describes the
// format (spec §1.2.2 to §1.2.5, §1.1.3 for integers). It names the NaN codes of e4m3 and e8m0;
// those of binary16 and binary32 are many, and what tells them apart is lost by §1.3.5.
// Precondition: no bits above the format's width.
std::string_view decode_clause(reference::FormatWord word, std::uint32_t code);

// The clause by which the binary32 pattern `value` becomes a code of a registered format (spec
// §1.4.2 to §1.4.8). Where two have a say, the one that makes this value worth asking: rounding
// (§1.4.2) for a negative value that e8m0 must round too, and for the tie between zero and the
// smallest magnitude.
std::string_view encode_clause(reference::FormatWord word, std::uint32_t value);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_FORMAT_CLAUSES_H_
