#include "harness/vectors/file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace grit::vectors {
namespace {

constexpr std::size_t kReadChunk = std::size_t{256} << 10;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string system_message(int error) { return std::generic_category().message(error); }

}  // namespace

std::expected<protocol::Bytes, std::string> read_file(const std::filesystem::path& path,
                                                      std::size_t most) {
  const auto fail = [&](const std::string& what) {
    return std::unexpected(path.string() + ": " + what);
  };
  // Opening a pipe would wait for its other end, and a directory opens.
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (error) return fail(error.message());
  if (!std::filesystem::is_regular_file(status)) return fail("is not a file");
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
  if (!file) return fail(system_message(errno));
  // The size that a file states may be wrong, e.g. below /proc; what is read is right.
  protocol::Bytes bytes;
  while (true) {
    const std::size_t begin = bytes.size();
    bytes.resize(begin + std::min(kReadChunk, most - begin + 1));
    errno = 0;
    const std::size_t count = std::fread(bytes.data() + begin, 1, bytes.size() - begin, file.get());
    bytes.resize(begin + count);
    if (std::ferror(file.get()) != 0) return fail(system_message(errno));
    if (count == 0) return bytes;
    if (bytes.size() > most) {
      return fail("is longer than " + std::to_string(most >> 10) + " KiB, which no such file is");
    }
  }
}

}  // namespace grit::vectors
