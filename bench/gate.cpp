#include "bench/gate.h"

#include <algorithm>

#include "bench/targets.h"

namespace grit::bench {
namespace {

std::optional<double> committed_ratio(const Results& results, const Subject& subject,
                                      const std::string& base) {
  const Measurement* ours = find(results.measurements, subject, kProduct);
  const Measurement* theirs = find(results.measurements, subject, base);
  if (ours == nullptr || theirs == nullptr) return std::nullopt;
  return speedup(*ours, *theirs);
}

}  // namespace

std::optional<double> least_ratio(std::span<const Results> committed, const Machine& machine,
                                  const Subject& subject, const std::string& base) {
  std::optional<double> least;
  for (const Results& results : committed) {
    const auto ratio = committed_ratio(results, subject, base);
    if (!ratio) continue;
    if (results.machine.kind == machine.kind) return kSlack * *ratio;
    if (results.machine.isa == machine.isa) least = std::min(least.value_or(*ratio), *ratio);
  }
  if (!least) return std::nullopt;
  if (const auto isa = reference::kernels::isa_from_name(machine.isa)) {
    if (const auto target = target_ratio(subject, base, *isa)) least = std::min(*least, *target);
  }
  return kSlackElsewhere * *least;
}

std::vector<Gated> gate(std::span<const Measurement> measurements, const Machine& machine,
                        std::span<const Results> committed) {
  std::vector<Gated> rows;
  for (const Measurement& theirs : measurements) {
    const Measurement* ours = find(measurements, theirs.subject, kProduct);
    if (theirs.peer == kProduct || theirs.peer == "memset" || ours == nullptr) continue;
    const auto least = least_ratio(committed, machine, theirs.subject, theirs.peer);
    if (!least) continue;
    rows.push_back({.subject = theirs.subject,
                    .base = theirs.peer,
                    .ratio = speedup(*ours, theirs),
                    .least = *least});
  }
  return rows;
}

}  // namespace grit::bench
