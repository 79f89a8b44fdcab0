// The commands of `grit`, one file each. A command registers itself on the application; its
// callback runs after parsing, writes to the terminal and sets the exit code. No command throws
// or exits.
#ifndef GRIT_CLI_COMMANDS_H_
#define GRIT_CLI_COMMANDS_H_

#include <CLI/CLI.hpp>
#include <cstdio>

namespace grit::cli {

// Where a command writes. Borrowed; the files must outlive the application.
struct Terminal {
  bool colour = false;      // whether `out` may get colour escapes
  std::FILE* out = stdout;  // results
  std::FILE* err = stderr;  // errors and progress
};

// Exit codes of every command but certify.
inline constexpr int kExitClean = 0;
inline constexpr int kExitDifferent = 1;  // found, refused or different
inline constexpr int kExitUsage = 2;
inline constexpr int kExitInfrastructure = 3;

// Each adds one subcommand. `app`, `terminal` and `exit_code` must outlive the parse; exit_code is
// written only when the subcommand was chosen.
void add_certify(CLI::App& app, const Terminal& terminal, int& exit_code);
void add_smoke(CLI::App& app, const Terminal& terminal, int& exit_code);
void add_adapters(CLI::App& app, const Terminal& terminal, int& exit_code);
void add_inspect(CLI::App& app, const Terminal& terminal, int& exit_code);
void add_diff(CLI::App& app, const Terminal& terminal, int& exit_code);
void add_grade(CLI::App& app, const Terminal& terminal, int& exit_code);

}  // namespace grit::cli

#endif  // GRIT_CLI_COMMANDS_H_
