// grit-enumerate from options to exit code, apart from main, so that tests run it without a
// process.
#ifndef GRIT_FUZZ_ENUMERATE_PROGRAM_H_
#define GRIT_FUZZ_ENUMERATE_PROGRAM_H_

#include <chrono>
#include <cstdio>
#include <functional>
#include <string>

#include "fuzz/enumerate/options.h"
#include "fuzz/enumerate/run.h"
#include "fuzz/enumerate/state.h"
#include "harness/laws/implementation.h"

namespace grit::enumerate {

inline constexpr int kExitRight = 0;
inline constexpr int kExitViolation = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitInfrastructure = 3;
inline constexpr int kExitStopped = 130;

// What the program is surrounded by. Borrowed.
struct Surroundings {
  std::FILE* out = stdout;
  std::FILE* err = stderr;
  bool terminal = false;  // whether `err` is one: then it shows progress
  std::string command;    // how the program was called, to be said again
  BuildId build;
  const laws::Implementation& implementation = laws::reference_implementation();
  std::function<bool()> stop_asked = [] { return false; };  // asked several times a second
  std::function<Watch()> watch = nullptr;                   // as RunOptions::watch
  std::uint64_t piece = RunOptions{}.piece;
  std::chrono::steady_clock::duration save_every = std::chrono::seconds(5);
};

int run_program(const Options& options, const Surroundings& surroundings);

}  // namespace grit::enumerate

#endif  // GRIT_FUZZ_ENUMERATE_PROGRAM_H_
