// vectors/extended/ as cases: pinned requests of any operation with the reply that they deserve.
#ifndef GRIT_VECTORS_EXTENDED_SUITE_H_
#define GRIT_VECTORS_EXTENDED_SUITE_H_

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/vectors/case.h"

namespace grit::vectors {

// Reads one file ("grit-vectors/extended/1"). A case an entry: "extended/<entry>". The error names
// file and entry.
std::expected<std::vector<Case>, std::string> read_extended_suite(
    const std::filesystem::path& path);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_EXTENDED_SUITE_H_
