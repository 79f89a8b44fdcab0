// grit: the program.
#include <signal.h>
#include <unistd.h>

#include <cstdlib>

#include "harness/cli/command_line.h"
#include "harness/conformance/child_process.h"

int main(int argc, char** argv) {
  ::signal(SIGPIPE, SIG_IGN);  // a child that dies while it is being written to
  ::signal(SIGCHLD, SIG_DFL);  // ignored, as some parents leave it, it would hide how children end
  grit::conformance::adopt_orphans();
  // Colours only where a person looks, and not where NO_COLOR asks for none.
  const bool colour = ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  const int exit_code =
      grit::cli::run_command_line(argc, argv, {.colour = colour, .out = stdout, .err = stderr});
  grit::conformance::kill_orphans();
  return exit_code;
}
