// grit inspect: one descriptor, field by field, and whether check knows it.
#ifndef GRIT_CLI_INSPECT_H_
#define GRIT_CLI_INSPECT_H_

#include <string>

#include "harness/cli/command_result.h"

namespace grit::cli {

// `argument` is hexadecimal or a file name (descriptor_input.h). Exit code 0 where the frame, grade
// and placement steps of check hold (spec §5), 1 where check would refuse, 2 where the argument is
// no descriptor.
CommandResult inspect(const std::string& argument, const Presentation& presentation);

}  // namespace grit::cli

#endif  // GRIT_CLI_INSPECT_H_
