// From a finding to its smallest form, and the proof that it is there: reduction toward the
// canonical input, and two more showings in fresh processes.
//
// All findings are reduced side by side: a round puts the simpler requests of every finding to the
// subjects that disagree in it, in one process each, and every finding moves to its simplest
// request that still has the same signature. So the number of processes grows with the length of
// the longest reduction, not with the number of findings.
#ifndef GRIT_CONFORMANCE_REDUCE_H_
#define GRIT_CONFORMANCE_REDUCE_H_

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "harness/conformance/findings.h"
#include "harness/conformance/race.h"

namespace grit::conformance {

// Nothing: neither reduced nor shown again; new findings stay unchecked.
enum class ReduceWhat : std::uint8_t { kNothing, kNew, kAll };

struct ReduceOptions {
  ReduceWhat what = ReduceWhat::kNew;
  RunOptions run;
  std::function<bool()> interrupted = [] { return false; };
  // What is going on, e.g. "reducing 3 findings, round 5".
  std::function<void(std::string_view)> progress = [](std::string_view) {};
};

// Reduces, then shows each new finding again and sets its evidence. Findings that turn out to show
// one thing become one. A finding whose tries would cost a deadline each (a timeout) keeps its
// request; so does one against the reference itself.
void reduce_and_confirm(std::vector<Found>& findings, const std::vector<SubjectPlan>& subjects,
                        const ReduceOptions& options);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_REDUCE_H_
