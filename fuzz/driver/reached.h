// Which statuses and which rules of check inputs reach: the reference is asked about every CHECK
// and CHECK_GRADE, and every descriptor, among them.
#ifndef GRIT_FUZZ_DRIVER_REACHED_H_
#define GRIT_FUZZ_DRIVER_REACHED_H_

#include <array>
#include <cstdint>
#include <span>

#include "fuzz/driver/target.h"
#include "harness/reference/check.h"

namespace grit::fuzz {

struct Reached {
  std::array<std::uint64_t, 5> statuses{};                   // inputs, by status
  std::array<std::uint64_t, reference::kRuleCount> rules{};  // inputs, by the rule that decided

  void add(Form form, std::span<const std::byte> input);
};

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_REACHED_H_
