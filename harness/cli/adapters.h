// grit adapters: which adapters there are, and what they say of themselves.
#ifndef GRIT_CLI_ADAPTERS_H_
#define GRIT_CLI_ADAPTERS_H_

#include "harness/cli/terminal.h"

namespace grit::cli {

// Lists every adapter of the tree; those that are built are started and asked. Exit code 0 even
// where some are not built; 2 where an adapter.toml cannot be read.
int adapters(bool json, const Terminal& terminal);

}  // namespace grit::cli

#endif  // GRIT_CLI_ADAPTERS_H_
