// grit replay and grit explain-finding: one finding of an earlier run, put again or explained.
#ifndef GRIT_CLI_FINDING_H_
#define GRIT_CLI_FINDING_H_

#include <string>

#include "harness/cli/terminal.h"

namespace grit::cli {

struct FindingArguments {
  std::string id;   // or an unmistakable beginning of it
  std::string run;  // the run's directory; empty: the latest in reports/ that has the finding
  bool json = false;
};

// Puts the finding's request to every subject of its run, each in a fresh process, prints request
// and reply as frames, and the command that does the same by hand. Exit codes: 0 where all who
// offer the operation do as expected now, 1 where one does not, 2 where there is no such finding,
// 3 where a subject cannot be started.
int replay_finding(const FindingArguments& arguments, const Terminal& terminal);

// What the clause says, the request in pieces, and what everybody answered. Exit 0, or 2 where
// there is no such finding.
int explain_finding(const FindingArguments& arguments, const Terminal& terminal);

}  // namespace grit::cli

#endif  // GRIT_CLI_FINDING_H_
