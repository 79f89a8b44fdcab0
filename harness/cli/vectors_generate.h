// grit vectors generate: the programs of vectors/generate, run, and their files compared or
// written.
#ifndef GRIT_CLI_VECTORS_GENERATE_H_
#define GRIT_CLI_VECTORS_GENERATE_H_

#include "harness/cli/command_result.h"

namespace grit::cli {

struct VectorsGenerateArguments {
  bool check = false;  // write nothing
};

// Runs the generator into a folder of its own and compares every file with the one in vectors/;
// without --check those that differ are replaced. PINS stays as it is: that is for `vectors pin`.
// Exit code 1 where --check finds a difference, 2 where the project is not found, 3 where the
// adapters of the published packages are not built, the generator fails, or a file cannot be
// written.
CommandResult vectors_generate(const VectorsGenerateArguments& arguments,
                               const Presentation& presentation);

}  // namespace grit::cli

#endif  // GRIT_CLI_VECTORS_GENERATE_H_
