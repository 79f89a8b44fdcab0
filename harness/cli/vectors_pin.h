// grit vectors pin: the hashes of the vector files, written down for a version of the suite.
#ifndef GRIT_CLI_VECTORS_PIN_H_
#define GRIT_CLI_VECTORS_PIN_H_

#include <expected>
#include <filesystem>
#include <string>

#include "harness/cli/command_result.h"
#include "harness/vectors/history.h"

namespace grit::cli {

struct VectorsPinArguments {
  bool check = false;  // write nothing
};

// Writes PINS and HISTORY where the files are of a version that is not pinned yet; other bytes for
// a pinned version are refused with exit code 1. --check: exit code 4 where the pins are stale. 2
// where a file cannot be read, 3 where one cannot be written.
CommandResult vectors_pin(const VectorsPinArguments& arguments, const Presentation& presentation);

// Writes what `state` says into the directory; the state must allow it (may_pin).
std::expected<void, std::string> write_pins(const std::filesystem::path& directory,
                                            const vectors::PinState& state);

}  // namespace grit::cli

#endif  // GRIT_CLI_VECTORS_PIN_H_
