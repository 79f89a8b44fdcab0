// grit vectors export: vectors for programs that are not this one.
#ifndef GRIT_CLI_VECTORS_EXPORT_H_
#define GRIT_CLI_VECTORS_EXPORT_H_

#include <string>
#include <vector>

#include "harness/cli/command_result.h"

namespace grit::cli {

struct VectorsExportArguments {
  bool published = false;  // core.json as the published package reads it; else one document of all
  std::vector<std::string> select;  // conditions; not with `published`
  std::string file;                 // empty: standard output
};

// The vectors have to be the pinned ones: exit code 4 where they are not, and nothing is written. 1
// where none is selected, 2 where a file or a condition cannot be read, 3 where the file cannot be
// written.
CommandResult vectors_export(const VectorsExportArguments& arguments);

}  // namespace grit::cli

#endif  // GRIT_CLI_VECTORS_EXPORT_H_
