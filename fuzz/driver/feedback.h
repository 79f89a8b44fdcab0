// Tells the engine about something that edges do not show.
#ifndef GRIT_FUZZ_DRIVER_FEEDBACK_H_
#define GRIT_FUZZ_DRIVER_FEEDBACK_H_

#include <cstdint>

namespace grit::fuzz {

// An input whose features are new is kept: of 64 bits the engine sees which of some thousand
// counters they fall into. Without an engine nothing happens.
void feedback(std::uint64_t feature);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_FEEDBACK_H_
