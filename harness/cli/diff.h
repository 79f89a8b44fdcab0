// grit diff: in which fields two descriptors differ.
#ifndef GRIT_CLI_DIFF_H_
#define GRIT_CLI_DIFF_H_

#include <string>

#include "harness/cli/command_result.h"

namespace grit::cli {

// Both arguments are hexadecimal or file names (descriptor_input.h). Exit code 0 where the 64 bytes
// are equal, 1 where not, 2 where an argument is no descriptor.
CommandResult diff(const std::string& a, const std::string& b, const Presentation& presentation);

}  // namespace grit::cli

#endif  // GRIT_CLI_DIFF_H_
