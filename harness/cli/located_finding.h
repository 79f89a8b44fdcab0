// A finding of an earlier run, found by its id.
#ifndef GRIT_CLI_LOCATED_FINDING_H_
#define GRIT_CLI_LOCATED_FINDING_H_

#include <expected>
#include <filesystem>
#include <string>

#include "harness/conformance/findings.h"

namespace grit::cli {

struct LocatedFinding {
  std::filesystem::path directory;  // of the run
  conformance::Found found;
};

// The finding whose id begins with `id`: of the run in the directory `run`, or, where that is
// empty, of the latest run in reports/ that has it. A sentence where there is none, or `id` is
// mistakable.
std::expected<LocatedFinding, std::string> locate_finding(const std::string& id,
                                                          const std::string& run);

}  // namespace grit::cli

#endif  // GRIT_CLI_LOCATED_FINDING_H_
