// The exhaustive tables as cases: every code of the narrow formats and of binary16, every boundary
// of encoding, and the exponent rules.
#ifndef GRIT_VECTORS_FORMAT_TABLES_H_
#define GRIT_VECTORS_FORMAT_TABLES_H_

#include <cstddef>
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/vectors/case.h"

namespace grit::vectors {

// Words a case: small enough that a finding shows its neighbourhood and not a table.
inline constexpr std::size_t kTableWords = 256;

// Reads format_decode.json, format_encode.json, their _binary16.bin files and exponent.json from
// `directory`. A case has rows that one clause decides (format_clauses.h), in the file's order, and
// cites that clause; the files name the section. Ids are
// "tables/<question>/<format or rule>/<first row>", rows counted in the file and padded to six
// digits; the refused magnitudes of exponent.json are one case each for each
// rule, "tables/exponent/<rule>/refused/<bits>". The error names file and entry.
//
// format_decode_binary16.bin holds the 65,536 decoded values by code, format_encode_binary16.bin
// (binary32 bits, code) pairs; both are u32 little-endian.
std::expected<std::vector<Case>, std::string> read_format_tables(
    const std::filesystem::path& directory);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_FORMAT_TABLES_H_
