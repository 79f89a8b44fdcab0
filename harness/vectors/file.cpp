#include "harness/vectors/file.h"

#include <fstream>
#include <system_error>

namespace grit::vectors {

std::expected<protocol::Bytes, std::string> read_file(const std::filesystem::path& path) {
  // A directory opens, and says that it is 2^63 - 1 bytes long.
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return std::unexpected(path.string() + ": is not a file");
  }
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream) return std::unexpected(path.string() + ": cannot be opened");
  const std::streamoff length = stream.tellg();
  protocol::Bytes bytes(static_cast<std::size_t>(length));
  stream.seekg(0);
  stream.read(reinterpret_cast<char*>(bytes.data()), length);
  if (!stream) return std::unexpected(path.string() + ": cannot be read to its end");
  return bytes;
}

}  // namespace grit::vectors
