// grit adapters new: a skeleton of an adapter, ready to build, to be filled in.
#ifndef GRIT_CLI_ADAPTERS_NEW_H_
#define GRIT_CLI_ADAPTERS_NEW_H_

#include <string>

#include "harness/cli/command_result.h"

namespace grit::cli {

// The languages there are skeletons for, separated by "|".
std::string skeleton_languages();

struct AdaptersNewArguments {
  std::string language;   // c | cpp | python | rust | typescript
  std::string directory;  // to be made; its last component becomes the adapter's name
};

// Writes adapters/kit/LANGUAGE of the project into the directory, with the adapter's name in place
// of "my-adapter", and says which files these are and which commands come next. Exit code 2 where
// the language has no skeleton, the name cannot be one, or the directory holds something already; 3
// where the project is not found or something cannot be written.
CommandResult adapters_new(const AdaptersNewArguments& arguments, const Presentation& presentation);

}  // namespace grit::cli

#endif  // GRIT_CLI_ADAPTERS_NEW_H_
