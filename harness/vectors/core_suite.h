// vectors/core.json as cases. Every expectation comes from the file; nothing is computed by the
// code that the cases judge.
#ifndef GRIT_VECTORS_CORE_SUITE_H_
#define GRIT_VECTORS_CORE_SUITE_H_

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/vectors/case.h"

namespace grit::vectors {

// Reads core.json ("grit-vectors/core/1"). Case ids are "core/<entry>/<question>", questions:
//
//   grades       grade                                          1 a grade
//   positive     check gid gid_parse digest decode encode descriptor          7 an entry
//   negative     check                                          1 an entry
//   fingerprint  grade/0… (canonicalization: one a spelling) · grade_a grade_b (distinct) ·
//                grade (reject) · gid_note_clear gid_note_set gid_parse (frame_note_split) ·
//                gid_a gid_b gid_parse_a gid_parse_b (distinct_gid) ·
//                gid_parse gid_parse_<alias> (crockford: one an alias beside the first)
//   supersedes   grade_from grade_to equivalent_decode equivalent_decode_reversed
//                equivalent_full equivalent_full_reversed (an edge) ·
//                decode_from decode_to gid_from gid_to (byte_demo)
//
// A negative entry names the plane that check names in `plane` (0 data … 3 aux); without it, none
// (spec §5.6). The error is one sentence: file, entry, and what is wrong with it.
std::expected<std::vector<Case>, std::string> read_core_suite(const std::filesystem::path& path);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_CORE_SUITE_H_
