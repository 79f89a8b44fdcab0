// vectors/PINS: the SHA-256 of every vector file, in the format that sha256sum prints and checks.
//
// A vector file is a regular .json, .bin or .txt file anywhere below the directory of PINS.
#ifndef GRIT_VECTORS_PINS_H_
#define GRIT_VECTORS_PINS_H_

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grit::vectors {

enum class PinProblemKind : std::uint8_t {
  kMalformedLine,  // a line of PINS is not "<64 hex digits>  <name>", or names a file twice
  kMissing,        // pinned, but there is no such file
  kUnreadable,     // pinned and there, but it cannot be read
  kChanged,        // its SHA-256 is another
  kUnlisted,       // a vector file that PINS does not name
};
std::string_view to_string(PinProblemKind kind);

struct PinProblem {
  PinProblemKind kind = PinProblemKind::kChanged;
  std::string file;      // relative to the directory, with '/'; a malformed line's beginning
  std::string expected;  // lower-case hex; empty but for kChanged
  std::string actual;

  friend bool operator==(const PinProblem&, const PinProblem&) = default;
};

// A line of PINS: lower-case hex of the SHA-256, and a name. Nothing where the line is none.
struct Pin {
  std::string hash;
  std::string file;
};
std::optional<Pin> parse_pin(std::string_view line);

// The names of all vector files below `directory`, sorted, with '/'. What cannot be listed is left
// out: a pinned file among it is then reported as missing or unreadable.
std::vector<std::string> vector_files(const std::filesystem::path& directory);

// Every disagreement between `directory`/PINS and the files, in the order of PINS, unlisted files
// last and sorted; empty where all is well. The error says why PINS itself cannot be read.
std::expected<std::vector<PinProblem>, std::string> check_pins(
    const std::filesystem::path& directory);

// 64 lower-case hex digits.
std::string sha256_hex(std::span<const std::byte> bytes);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_PINS_H_
