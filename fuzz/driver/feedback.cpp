#include "fuzz/driver/feedback.h"

#include <cstddef>

// AFL++'s map of edges, where its runtime is linked.
extern "C" std::uint8_t* __afl_area_ptr __attribute__((weak));

namespace grit::fuzz {
namespace {

constexpr std::size_t kCounters = 4096;

// libFuzzer looks for this section, and clears it before each input.
__attribute__((section("__libfuzzer_extra_counters"), used)) std::uint8_t counters[kCounters];

}  // namespace

void feedback(std::uint64_t feature) {
  const std::size_t index = static_cast<std::size_t>(feature % kCounters);
  counters[index] = 1;
  if (&__afl_area_ptr != nullptr && __afl_area_ptr != nullptr) __afl_area_ptr[index] = 1;
}

}  // namespace grit::fuzz
