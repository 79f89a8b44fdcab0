// grit vectors verify: whether the suite is sound, and who answers what it expects.
#ifndef GRIT_CLI_VECTORS_VERIFY_H_
#define GRIT_CLI_VECTORS_VERIFY_H_

#include <string>
#include <vector>

#include "harness/cli/command_result.h"

namespace grit::cli {

struct VectorsVerifyArguments {
  std::vector<std::string> subjects;   // names; none: the reference alone
  std::vector<std::string> adapters;   // "[NAME=]COMMAND"
  std::vector<std::string> libraries;  // "[NAME=]PATH"
  std::string config;                  // a grit.toml; empty: ./grit.toml where it is there
};

// Pins and versions first: exit code 4, and nothing is judged, where they are stale. Then ids,
// clauses and the reference's answers, then the subjects': exit code 1 where one is not as it
// should be, 3 where a subject could not be asked, 2 where a file cannot be read.
CommandResult vectors_verify(const VectorsVerifyArguments& arguments,
                             const Presentation& presentation);

}  // namespace grit::cli

#endif  // GRIT_CLI_VECTORS_VERIFY_H_
