// From an input that shows something to the smallest one that shows the same: descriptors and
// requests toward the canonical ones field by field, texts by tokens, streams by frames, bytes by
// pieces.
#ifndef GRIT_FUZZ_DRIVER_REDUCTION_H_
#define GRIT_FUZZ_DRIVER_REDUCTION_H_

#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include "fuzz/driver/judge.h"
#include "fuzz/driver/target.h"
#include "harness/protocol/payload.h"

namespace grit::fuzz {

// Each one step simpler than `input`, the simplest first; none equal to it. Following any of them
// again and again comes to an end.
std::vector<protocol::Bytes> simpler_inputs(Form form, std::span<const std::byte> input);

struct Reduction {
  Judgement judgement;    // of the input; kNone: it shows nothing, and nothing was reduced
  protocol::Bytes input;  // the smallest that was found
  std::size_t steps = 0;
  std::size_t tried = 0;
};

// Tries at most kMostTries inputs, and begins none after `time`.
inline constexpr std::size_t kMostTries = 4000;
Reduction reduce(std::span<const std::byte> input, const Limits& limits,
                 std::chrono::seconds time = std::chrono::seconds(120));

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_REDUCTION_H_
