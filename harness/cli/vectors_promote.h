// grit vectors promote: a finding of a run becomes a pinned vector.
#ifndef GRIT_CLI_VECTORS_PROMOTE_H_
#define GRIT_CLI_VECTORS_PROMOTE_H_

#include <string>

#include "harness/cli/command_result.h"

namespace grit::cli {

struct VectorsPromoteArguments {
  std::string finding;  // its id, or an unmistakable beginning of it
  std::string run;      // the run's directory; empty: the latest in reports/ that has the finding
  std::string by_hand;  // the clause from which the user worked the answer out; empty: ask
                        // the published implementations
  std::string name;     // of the vector; empty: made of operation and id
  bool pin = false;     // write PINS and HISTORY too
};

// Adds the finding's request, with the answer that it expects, to vectors/extended/promoted.json.
// That the reference says so is not enough: the user says to have worked it out from a clause, or
// two published implementations give that answer too. The suite's version is not touched: --pin
// demands that it was raised before, and is refused else.
//
// Exit code 1, and nothing written, where nobody but the reference stands behind the answer, where
// a vector asks the same already, or where --pin is refused; 2 where there is no such finding or
// clause; 3 where a published implementation cannot be asked or a file cannot be written.
CommandResult vectors_promote(const VectorsPromoteArguments& arguments,
                              const Presentation& presentation);

}  // namespace grit::cli

#endif  // GRIT_CLI_VECTORS_PROMOTE_H_
