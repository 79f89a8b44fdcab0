// A contest: the same task given to several peers, in turn, in one process.
//
// A machine is never quiet and never the same twice, so nothing but ratios within one run is worth
// anything. Google Benchmark repeats the contenders in random order; each one's fastest repetition
// counts.
#ifndef GRIT_BENCH_CONTEST_H_
#define GRIT_BENCH_CONTEST_H_

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/measurement.h"

namespace grit::bench {

struct Contender {
  std::string peer;
  // One pass over the input.
  std::function<void()> pass;
  // Instead of `pass`, of a peer that runs elsewhere: makes a pass, and says how many seconds it
  // took there; nothing where it broke.
  std::function<std::optional<double>()> timed_pass = {};
};

struct Contest {
  Subject subject;
  Unit unit = Unit::kNanoseconds;
  // Items or bytes of one pass.
  double work = 0;
  // Where one peer has several contenders, the slowest of them counts.
  std::vector<Contender> contenders = {};
  // Whether the contenders give the same answers; the error is a sentence. Asked before anything is
  // timed: what is wrong is not fast. May be empty where their answers differ by nature.
  std::function<std::optional<std::string>()> disagreement = {};
};

struct Effort {
  double seconds = 0.01;  // of a repetition, at least
  int repetitions = 15;
};

// One measurement a peer, in the order in which peers first appear. The error is a sentence.
// Not for two threads at once: Google Benchmark's registry is the process's.
std::expected<std::vector<Measurement>, std::string> hold(const Contest& contest,
                                                          const Effort& effort);

}  // namespace grit::bench

#endif  // GRIT_BENCH_CONTEST_H_
