// The command line: options, help, and which command runs. The only file that knows the option
// parser.
#ifndef GRIT_CLI_COMMAND_LINE_H_
#define GRIT_CLI_COMMAND_LINE_H_

#include "harness/cli/terminal.h"

namespace grit::cli {

// Parses and runs; the result is the process's exit code. Never throws and never exits.
int run_command_line(int argc, char** argv, const Terminal& terminal);

}  // namespace grit::cli

#endif  // GRIT_CLI_COMMAND_LINE_H_
