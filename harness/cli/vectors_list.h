// grit vectors list: the pinned vectors, a line each.
#ifndef GRIT_CLI_VECTORS_LIST_H_
#define GRIT_CLI_VECTORS_LIST_H_

#include <string>
#include <vector>

#include "harness/cli/command_result.h"

namespace grit::cli {

struct VectorsListArguments {
  std::vector<std::string> select;  // conditions as certify has them; empty: all vectors
};

// Id, operation, clause, source, tier and name of each. Exit code 1 where no vector is selected, 2
// where a file or a condition cannot be read.
CommandResult vectors_list(const VectorsListArguments& arguments, const Presentation& presentation);

}  // namespace grit::cli

#endif  // GRIT_CLI_VECTORS_LIST_H_
