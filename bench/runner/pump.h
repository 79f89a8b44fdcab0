// The least that can move requests to a child and replies back: what bounds every runner.
#ifndef GRIT_BENCH_RUNNER_PUMP_H_
#define GRIT_BENCH_RUNNER_PUMP_H_

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace grit::bench {

struct Pumped {
  std::uint64_t reply_bytes = 0;
  double seconds = 0;  // from before the child's start to after its end
};

// Starts the command, writes these bytes to it as fast as it takes them, reads what it says without
// looking at it, and waits for its end. A sentence where the child cannot be started or does not
// end with exit code 0.
std::expected<Pumped, std::string> pump(const std::vector<std::string>& argv,
                                        std::span<const std::byte> requests);

}  // namespace grit::bench

#endif  // GRIT_BENCH_RUNNER_PUMP_H_
