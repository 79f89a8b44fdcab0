// All subjects side by side, each in processes of its own, over one list of cases.
#ifndef GRIT_CONFORMANCE_RACE_H_
#define GRIT_CONFORMANCE_RACE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/conformance/plan.h"
#include "harness/conformance/subject_run.h"
#include "harness/conformance/tally.h"

namespace grit::conformance {

struct SubjectProgress {
  std::string name;
  std::uint64_t settled = 0;        // of the cases it is to answer
  std::uint64_t disagreements = 0;  // failures and errors so far that no deviation excuses
  bool done = false;
};

struct RaceOptions {
  RunOptions run;
  std::vector<SubjectHistory> before;  // by subject; empty: no earlier races
  unsigned jobs = 1;                   // processes of each subject, which share its cases
  bool fail_fast = false;  // stop at the first failure or error that no deviation excuses
  std::function<bool()> interrupted = [] { return false; };  // asked a few times a second
  // Called a few times a second.
  std::function<void(const std::vector<SubjectProgress>&)> progress =
      [](const std::vector<SubjectProgress>&) {};
};

struct RaceResult {
  std::vector<SubjectAnswers> answers;  // by subject
  bool stopped = false;                 // before every case had an outcome
};

// Puts to subject s the cases with the indices `asked[s]`, or all where `asked` is empty; the
// others stay kNotRun. A subject that is not built answers nothing.
RaceResult race(const std::vector<vectors::Case>& cases, const std::vector<SubjectPlan>& subjects,
                const std::vector<protocol::Reply>& expectations,
                const std::vector<std::vector<std::size_t>>& asked, const RaceOptions& options);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_RACE_H_
