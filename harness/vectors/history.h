// vectors/HISTORY: which bytes each version of the suite had, and whether the files may be pinned.
//
// One line a version, the oldest first, as sha256sum prints: the SHA-256 of the version's PINS, two
// blanks, the version. PINS has the hash of every file, so a line fixes all bytes of its version.
#ifndef GRIT_VECTORS_HISTORY_H_
#define GRIT_VECTORS_HISTORY_H_

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/vectors/pins.h"

namespace grit::vectors {

enum class PinVerdict : std::uint8_t {
  kPinned,        // PINS and HISTORY say what is there
  kNewVersion,    // bytes of a version that HISTORY does not have, newer than those it has
  kRestorable,    // the files are those of their version, but PINS is not
  kSameVersion,   // the version is pinned already, with other bytes
  kOlderVersion,  // HISTORY has a newer one
};

struct PinState {
  PinVerdict verdict = PinVerdict::kPinned;
  std::string suite_version;         // that all JSON files have
  std::string latest_version;        // of HISTORY; empty where it has none
  std::vector<PinProblem> problems;  // PINS against the files (pins.h)
  std::size_t files = 0;
  // What is to be written where the verdict allows it.
  std::string pins;
  std::string history;
};

// How the files of `directory` stand to its PINS and HISTORY; a HISTORY that is not there has no
// lines, a PINS that is not there is empty. Errors: a file cannot be read, HISTORY is malformed, or
// the JSON files have several versions or none.
std::expected<PinState, std::string> pin_state(const std::filesystem::path& directory);

// Whether the state may be written down.
constexpr bool may_pin(PinVerdict verdict) {
  return verdict == PinVerdict::kNewVersion || verdict == PinVerdict::kRestorable;
}

// One sentence: what the verdict means and what to do; empty for kPinned.
std::string explain(const PinState& state);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_HISTORY_H_
