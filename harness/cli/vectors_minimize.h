// grit vectors minimize: what is left of a vector that somebody gets wrong.
#ifndef GRIT_CLI_VECTORS_MINIMIZE_H_
#define GRIT_CLI_VECTORS_MINIMIZE_H_

#include <string>

#include "harness/cli/command_result.h"

namespace grit::cli {

struct VectorsMinimizeArguments {
  std::string vector;   // its name, or an unmistakable beginning of its id
  std::string against;  // the subject that gets it wrong: a name, or
  std::string adapter;  // "[NAME=]COMMAND"
  std::string config;   // a grit.toml; empty: ./grit.toml where it is there
  std::string reports;  // parent of the run's directory; empty: reports/ of the project
};

// Puts simpler requests to the subject as long as it goes on disagreeing in the same way
// (reduce.h), and leaves the smallest as a finding in a run directory, for `replay`,
// `explain-finding` and `vectors promote`. The answers that simpler requests deserve are the
// reference's.
//
// Exit code 0 where the subject answers as expected, 1 where it does not, 2 where vector or subject
// is not there, 3 where the subject cannot be asked or does not offer the operation, 4 where the
// vectors are not the pinned ones.
CommandResult vectors_minimize(const VectorsMinimizeArguments& arguments,
                               const Presentation& presentation);

}  // namespace grit::cli

#endif  // GRIT_CLI_VECTORS_MINIMIZE_H_
