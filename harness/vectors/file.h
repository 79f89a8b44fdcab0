// Reading a whole file into memory.
#ifndef GRIT_VECTORS_FILE_H_
#define GRIT_VECTORS_FILE_H_

#include <expected>
#include <filesystem>
#include <string>

#include "harness/protocol/payload.h"

namespace grit::vectors {

// The bytes of a file, or a sentence that names it and says what went wrong.
std::expected<protocol::Bytes, std::string> read_file(const std::filesystem::path& path);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_FILE_H_
