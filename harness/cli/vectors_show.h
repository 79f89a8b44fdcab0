// grit vectors show: one vector, taken apart.
#ifndef GRIT_CLI_VECTORS_SHOW_H_
#define GRIT_CLI_VECTORS_SHOW_H_

#include <string>

#include "harness/cli/command_result.h"

namespace grit::cli {

struct VectorsShowArguments {
  std::string vector;  // its name, or an unmistakable beginning of its id
};

// Where it comes from, what its clause says, the request field by field, and the expected reply.
// Exit code 2 where there is no such vector, or several.
CommandResult vectors_show(const VectorsShowArguments& arguments, const Presentation& presentation);

}  // namespace grit::cli

#endif  // GRIT_CLI_VECTORS_SHOW_H_
