// Doing a piece of work on several threads, so that it can be stopped anywhere and gone on with.
#ifndef GRIT_FUZZ_ENUMERATE_RUN_H_
#define GRIT_FUZZ_ENUMERATE_RUN_H_

#include <functional>
#include <optional>

#include "fuzz/enumerate/work.h"
#include "harness/laws/implementation.h"

namespace grit::enumerate {

struct RunOptions {
  unsigned jobs = 1;            // threads, at least 1
  std::uint64_t piece = 65536;  // descriptors that a thread takes at a time, at least 1

  // Called several times a second by the caller's own thread with what is done so far; false stops
  // the run. May be empty.
  std::function<bool(const Tally&)> keep_going = nullptr;
  // Called by each thread when it starts: where it says which descriptor it is at. May be empty.
  std::function<Watch()> watch = nullptr;
};

struct RunResult {
  // Always the first `done` descriptors of the work and no other, so that a later run can begin
  // there; at a violation, those before the piece it is in.
  Tally tally;
  // The first one in the order of the work, however many threads there were.
  std::optional<Violation> violation;

  bool finished(const Work& work) const { return !violation && tally.done == work.size(); }
};

// Goes on behind `start`. The implementation is called by several threads. Judges the totals of the
// units too when it comes to the end.
RunResult run(const Work& work, const laws::Implementation& implementation,
              const RunOptions& options, Tally start = {});

}  // namespace grit::enumerate

#endif  // GRIT_FUZZ_ENUMERATE_RUN_H_
