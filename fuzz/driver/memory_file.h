// Bytes as a file that only this process sees, for functions that take a path or a descriptor.
#ifndef GRIT_FUZZ_DRIVER_MEMORY_FILE_H_
#define GRIT_FUZZ_DRIVER_MEMORY_FILE_H_

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace grit::fuzz {

class MemoryFile {
 public:
  // Holds the bytes, read from the start. Where the system has none left it is a finding of the
  // kind infrastructure (finding.h).
  explicit MemoryFile(std::span<const std::byte> bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  std::filesystem::path path() const;
  std::vector<std::byte> contents() const;

 private:
  int descriptor_;
};

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_MEMORY_FILE_H_
