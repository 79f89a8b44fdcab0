// grit adapters: which adapters there are, and what they say of themselves.
#ifndef GRIT_CLI_ADAPTERS_H_
#define GRIT_CLI_ADAPTERS_H_

#include <string>

#include "harness/cli/terminal.h"

namespace grit::cli {

struct AdaptersArguments {
  std::string config;  // a grit.toml, or empty: the working directory's
  bool json = false;
};

// Lists every adapter of the tree and of grit.toml; those that are built are started and asked.
// Exit code 0 even where some are not built; 2 where an adapter.toml or grit.toml cannot be read.
int adapters(const AdaptersArguments& arguments, const Terminal& terminal);

}  // namespace grit::cli

#endif  // GRIT_CLI_ADAPTERS_H_
