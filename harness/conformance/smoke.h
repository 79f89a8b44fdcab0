// Is the adapter right? Eight hand-made exchanges that any adapter must master, whatever it thinks
// of the specification. Whether the implementation is right is certify's question.
#ifndef GRIT_CONFORMANCE_SMOKE_H_
#define GRIT_CONFORMANCE_SMOKE_H_

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "harness/conformance/child_process.h"

namespace grit::conformance {

struct SmokeStep {
  std::string name;  // e.g. "unknown op"
  bool passed = false;
  std::string seen;         // what happened, one sentence
  std::string hint;         // what to change; empty where passed
  std::string stderr_tail;  // of the step's process, where it failed
};

// Runs all eight, each in a process of its own, and calls `on_step` after each.
std::vector<SmokeStep> smoke(const Command& command, std::chrono::milliseconds deadline,
                             const std::function<void(const SmokeStep&)>& on_step);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_SMOKE_H_
