// A run's ratios for readers: a table on a terminal, and in Markdown.
#ifndef GRIT_BENCH_REPORT_H_
#define GRIT_BENCH_REPORT_H_

#include <span>
#include <string>
#include <vector>

#include "bench/gate.h"
#include "bench/results.h"

namespace grit::bench {

// A ratio, and the target that it has or has not reached.
struct Row {
  Subject subject;
  std::string base;
  Unit unit = Unit::kNanoseconds;
  double ours = 0;
  double theirs = 0;
  double ratio = 0;
  std::optional<double> target;

  bool missed() const { return target && ratio < *target; }
};

// One row a peer and subject, in the order of the measurements.
std::vector<Row> rows_of(const Results& results);

// Targets of the run's instruction set that no row shows, "op grade: base".
std::vector<std::string> not_shown(std::span<const Row> rows, const Machine& machine);

// `whole`: everything was asked for, so that a target without a row is worth a word.
std::string to_text(const Results& results, bool whole, bool colour);
std::string to_markdown(const Results& results, bool whole);

// What the gate found; only rows that failed in detail.
std::string to_text(std::span<const Gated> rows, bool colour);

}  // namespace grit::bench

#endif  // GRIT_BENCH_REPORT_H_
