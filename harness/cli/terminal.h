// Where the commands write, and the exit codes that they share.
#ifndef GRIT_CLI_TERMINAL_H_
#define GRIT_CLI_TERMINAL_H_

#include <cstdio>

namespace grit::cli {

// Borrowed; the files must outlive the command.
struct Terminal {
  bool colour = false;      // whether `out` may get colour escapes
  std::FILE* out = stdout;  // results
  std::FILE* err = stderr;  // errors and progress
};

// Exit codes of every command but certify, whose own are in PROTOCOL.md, "Exit codes". mutants has
// two of those besides: 4 and 5.
inline constexpr int kExitClean = 0;
inline constexpr int kExitDifferent = 1;  // found, refused or different
inline constexpr int kExitUsage = 2;
inline constexpr int kExitInfrastructure = 3;
inline constexpr int kExitStale = 4;  // pins; of `grit vectors` and `grit mutants`

}  // namespace grit::cli

#endif  // GRIT_CLI_TERMINAL_H_
