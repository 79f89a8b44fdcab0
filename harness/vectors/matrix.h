// vectors/matrix.json as cases: 96 descriptors over all grades, axes, ranks and placements.
#ifndef GRIT_VECTORS_MATRIX_H_
#define GRIT_VECTORS_MATRIX_H_

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/vectors/case.h"

namespace grit::vectors {

// Reads matrix.json ("grit-vectors/matrix/1"). Five cases an entry, each with the file's
// expectation: "matrix/<entry>/check" (level 1, the right plane lengths: Ok), "/sizes", "/gid",
// "/gid_parse", "/descriptor". The error names file and entry.
std::expected<std::vector<Case>, std::string> read_matrix(const std::filesystem::path& path);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_MATRIX_H_
