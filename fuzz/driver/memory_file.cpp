#include "fuzz/driver/memory_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <string>

#include "fuzz/driver/finding.h"

namespace grit::fuzz {

MemoryFile::MemoryFile(std::span<const std::byte> bytes) : descriptor_(memfd_create("input", 0)) {
  bool good = descriptor_ >= 0;
  while (good && !bytes.empty()) {
    const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
    good = written > 0;
    if (good) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  good = good && lseek(descriptor_, 0, SEEK_SET) == 0;
  if (!good) report_finding(FindingKind::kInfrastructure, "no file in memory", "");
}

MemoryFile::~MemoryFile() { close(descriptor_); }

std::filesystem::path MemoryFile::path() const {
  return "/proc/self/fd/" + std::to_string(descriptor_);
}

std::vector<std::byte> MemoryFile::contents() const {
  std::vector<std::byte> bytes;
  std::array<std::byte, 4096> part;
  for (;;) {
    const ssize_t size =
        pread(descriptor_, part.data(), part.size(), static_cast<off_t>(bytes.size()));
    if (size <= 0) return bytes;
    bytes.insert(bytes.end(), part.begin(), part.begin() + size);
  }
}

}  // namespace grit::fuzz
