// What a command has to say, as a value, so that it can be tested without a process.
#ifndef GRIT_CLI_COMMAND_RESULT_H_
#define GRIT_CLI_COMMAND_RESULT_H_

#include <string>
#include <string_view>

#include "harness/cli/terminal.h"

namespace grit::cli {

struct CommandResult {
  int exit_code = kExitClean;
  std::string out;
  // One line. Beside `out` it says why the result is not what was asked for, e.g. that a file could
  // not be written.
  std::string err;
};

// How a command is to present its result.
struct Presentation {
  bool json = false;
  bool colour = false;  // of text; JSON never has any
};

// Exit code 2 and, on the error stream, "grit COMMAND: " and the message.
CommandResult usage_error(std::string_view command, std::string_view message);

// Writes both streams and returns the exit code; 3 where the result could not be written. An error
// beside a result ends with the exit code, for the verdict in the result names its own.
int print(const CommandResult& result, const Terminal& terminal);

}  // namespace grit::cli

#endif  // GRIT_CLI_COMMAND_RESULT_H_
