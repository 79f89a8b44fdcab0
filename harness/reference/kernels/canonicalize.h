// The canonical form of a grade string without allocation: harness/reference/grade.h, sooner (spec
// §3).
#ifndef GRIT_REFERENCE_KERNELS_CANONICALIZE_H_
#define GRIT_REFERENCE_KERNELS_CANONICALIZE_H_

#include <cstddef>
#include <expected>
#include <span>
#include <string_view>

#include "harness/reference/grade.h"

namespace grit::reference::kernels {

// How much longer than a text its canonical form can be, in bytes: aliases are shorter than what
// they stand for, and each key has one value.
inline constexpr std::size_t kCanonicalGrowth = 96;

// As reference::canonicalize, byte for byte and error for error. The result lies in `out`, which
// has room for text.size() + kCanonicalGrowth bytes, and is disjoint from `text`; what else of
// `out` is written is nobody's.
//
// Allocates only for an error's words, and for texts of more than kLongestInPlace bytes without
// white space: both are the reference's to answer.
inline constexpr std::size_t kLongestInPlace = 512;
std::expected<std::string_view, GradeError> canonicalize_into(std::string_view text,
                                                              std::span<char> out);

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_CANONICALIZE_H_
