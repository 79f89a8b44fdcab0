// Whether the product has become slower: ratios of this run beside the committed ones.
//
// Never times: a machine that is half as fast is so for the peer as well. A ratio may be 30 % below
// the committed one before it counts.
#ifndef GRIT_BENCH_GATE_H_
#define GRIT_BENCH_GATE_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/measurement.h"
#include "bench/results.h"

namespace grit::bench {

// How much of a ratio has to be left that was committed for this kind of machine.
inline constexpr double kSlack = 0.7;
// And of one that was committed for another kind: processors differ, so this finds only a kernel
// that has lost its vectors, or a compiler that has turned a loop into something else.
inline constexpr double kSlackElsewhere = 0.25;

// The least ratio to `base` that passes: of what was committed for this kind of machine; else of
// the least that was committed for the instruction set, or of the target where that is less.
// Nothing where nobody has committed anything for the instruction set.
std::optional<double> least_ratio(std::span<const Results> committed, const Machine& machine,
                                  const Subject& subject, const std::string& base);

struct Gated {
  Subject subject;
  std::string base;
  double ratio = 0;
  double least = 0;

  bool passed() const { return ratio >= least; }
  friend bool operator==(const Gated&, const Gated&) = default;
};

// One row for each ratio of the run that has a least one, to peers that compute. To memset there is
// none: it is bound by stores and a kernel by other parts of the core, so that the ratio moves by a
// third with what a neighbour does there.
std::vector<Gated> gate(std::span<const Measurement> measurements, const Machine& machine,
                        std::span<const Results> committed);

}  // namespace grit::bench

#endif  // GRIT_BENCH_GATE_H_
