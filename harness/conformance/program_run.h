// A program run to its end, with what it wrote.
#ifndef GRIT_CONFORMANCE_PROGRAM_RUN_H_
#define GRIT_CONFORMANCE_PROGRAM_RUN_H_

#include <expected>
#include <string>

#include "harness/conformance/child_process.h"

namespace grit::conformance {

struct ProgramRun {
  ExitStatus exit;
  std::string out;          // what it wrote to stdout
  std::string stderr_tail;  // the end of what it wrote to stderr

  bool succeeded() const { return !exit.signalled && exit.code == 0; }
};

// Starts the program with an empty standard input and waits for its end, however long that takes. A
// sentence where it cannot be started.
std::expected<ProgramRun, std::string> run_program(const Command& command);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_PROGRAM_RUN_H_
