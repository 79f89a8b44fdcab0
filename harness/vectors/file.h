// Reading a whole file into memory.
#ifndef GRIT_VECTORS_FILE_H_
#define GRIT_VECTORS_FILE_H_

#include <cstddef>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#include "harness/protocol/payload.h"

namespace grit::vectors {

// Far above the largest file of the suite, far below what would exhaust the memory.
inline constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;

// Ends an error about a file of the suite: what to do.
inline constexpr std::string_view kRestore = "; restore the file (vectors/README.md)";

// The bytes of a regular file of at most `most` bytes, or a sentence that names it and says what
// went wrong.
std::expected<protocol::Bytes, std::string> read_file(const std::filesystem::path& path,
                                                      std::size_t most = kMaxFileBytes);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_FILE_H_
