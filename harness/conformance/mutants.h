// Mutants: implementations that are wrong on purpose, and whether the suite sees each of them.
#ifndef GRIT_CONFORMANCE_MUTANTS_H_
#define GRIT_CONFORMANCE_MUTANTS_H_

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/conformance/adapter_spec.h"
#include "harness/conformance/plan.h"
#include "harness/conformance/subject_run.h"

namespace grit::conformance {

enum class MutantKind : std::uint8_t {
  kFault,      // does something wrong
  kDeletion,   // lacks a rule, wherever the rule is enforced
  kRedundant,  // lacks a rule in one place that another rule subsumes: nobody can see it
};
std::string_view to_string(MutantKind kind);

struct Mutant {
  AdapterSpec adapter;  // with what it does and breaks
  MutantKind kind = MutantKind::kFault;
  std::string because;  // of a redundant one: the rule that subsumes the one taken out
};

// Every mutant of the tree, by name: the patches of adapters/mutants (their headers say what they
// are; the programs are {build}/adapters/mutants/NAME) and the adapters of adapters/faulty. A patch
// whose header cannot be read is an error that names file and line.
std::expected<std::vector<Mutant>, std::string> discover_mutants(const Places& places);

// The case that a mutant fails first among those that cite a clause which it breaks; where none
// does, the first that it fails.
struct Kill {
  std::string case_id;      // empty: no case, an incident of the run
  std::string clause;       // that the finding cites
  bool pinned = false;      // a pinned vector, not a generated case
  bool own_clause = false;  // the clause is, or holds, one that the mutant breaks
  std::string outcome;      // what the mutant said there, e.g. "Ok instead of GradeUnknown"
};

enum class MutantState : std::uint8_t { kKilled, kSurvived, kNotRun };

struct MutantResult {
  MutantState state = MutantState::kNotRun;
  std::optional<Kill> kill;          // where killed
  std::uint64_t vectors = 0;         // pinned vectors put
  std::uint64_t vectors_failed = 0;  // of them
  // Generated cases are put where no pinned vector fails; then all of them.
  std::uint64_t generated = 0;
  std::uint64_t generated_failed = 0;
  std::string why_not_run;  // one sentence where not run
};

struct MutantsOptions {
  RunOptions run;
  unsigned jobs = 2;  // mutants at a time, each a process
  std::function<bool()> interrupted = [] { return false; };
  // Called when a mutant has gone through a stage: how many of how many, and which stage.
  std::function<void(std::size_t done, std::size_t of, std::string_view stage)> progress =
      [](std::size_t, std::size_t, std::string_view) {};
};

// Puts all of `vectors` to every mutant, and all of `generated` to those that fail none of them.
// The reference decides where a case brings no expectation; CHECK is also held to the plane that it
// names. Results stand in the order of the mutants, and depend on the answers only.
std::vector<MutantResult> run_mutants(const std::vector<Mutant>& mutants,
                                      const std::vector<vectors::Case>& vectors,
                                      const std::vector<vectors::Case>& generated,
                                      const MutantsOptions& options);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_MUTANTS_H_
