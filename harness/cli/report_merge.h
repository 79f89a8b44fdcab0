// grit report merge: the reports of all shards of a certification as one.
#ifndef GRIT_CLI_REPORT_MERGE_H_
#define GRIT_CLI_REPORT_MERGE_H_

#include <string>
#include <vector>

#include "harness/cli/terminal.h"

namespace grit::cli {

struct ReportMergeArguments {
  std::vector<std::string> directories;  // one run directory a shard
  bool json = false;
  bool verbose = false;
  std::string reports;  // parent of the joined run's directory; empty: reports/ of the project
};

// Writes and prints the joined report; the exit code is the one that the whole run would have had.
// Shards that do not make one run: exit 2.
int merge_reports(const ReportMergeArguments& arguments, const Terminal& terminal);

}  // namespace grit::cli

#endif  // GRIT_CLI_REPORT_MERGE_H_
