// vectors/extended/ as cases: pinned requests of any operation with the reply that they deserve.
#ifndef GRIT_VECTORS_EXTENDED_SUITE_H_
#define GRIT_VECTORS_EXTENDED_SUITE_H_

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/vectors/case.h"

namespace grit::vectors {

// The files of `directory` that read_extended_suite reads, all *.json, by name; none where it is
// not a directory. Whether they are the pinned ones is for pins.h to say.
std::vector<std::filesystem::path> extended_files(const std::filesystem::path& directory);

// Reads one file ("grit-vectors/extended/1"). A case an entry: "extended/<entry>". The error names
// file and entry.
std::expected<std::vector<Case>, std::string> read_extended_suite(
    const std::filesystem::path& path);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_EXTENDED_SUITE_H_
