// grit mutants: does the suite see every implementation that is wrong on purpose?
#ifndef GRIT_CLI_MUTANTS_H_
#define GRIT_CLI_MUTANTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "harness/cli/terminal.h"

namespace grit::cli {

struct MutantsArguments {
  std::vector<std::string> select;  // names or globs; empty: all
  std::uint64_t seed = 1;
  std::uint64_t cases = 20'000;  // generated ones, for those that no pinned vector kills
  unsigned jobs = 2;             // mutants at a time
  bool json = false;
};

inline constexpr std::uint64_t kMaxMutantCases = 1'000'000;

// Exit code 0 where all are killed and all redundant ones survive, 1 where not, 3 where one is not
// built or does not start, 5 where nothing is selected.
int mutants(const MutantsArguments& arguments, const Terminal& terminal);

}  // namespace grit::cli

#endif  // GRIT_CLI_MUTANTS_H_
