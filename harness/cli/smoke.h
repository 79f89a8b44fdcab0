// grit smoke: is the adapter right?
#ifndef GRIT_CLI_SMOKE_H_
#define GRIT_CLI_SMOKE_H_

#include <string>

#include "harness/cli/terminal.h"

namespace grit::cli {

struct SmokeArguments {
  std::string subject;           // a subject's name; or
  std::string adapter;           // [NAME=]COMMAND; or
  std::string library;           // [NAME=]PATH. Exactly one of the three is given
  std::string config;            // a grit.toml, or empty: the working directory's
  double deadline_seconds = 10;  // to wait for each reply
  bool json = false;
};

// Prints each exchange as it ends. Exit code 0 where all went well, 1 where one did not, 3 where
// the adapter cannot be started.
int smoke(const SmokeArguments& arguments, const Terminal& terminal);

}  // namespace grit::cli

#endif  // GRIT_CLI_SMOKE_H_
