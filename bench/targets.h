// What the product is meant to reach: ratios to a peer in the same run.
#ifndef GRIT_BENCH_TARGETS_H_
#define GRIT_BENCH_TARGETS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "bench/measurement.h"
#include "harness/reference/kernels/isa.h"

namespace grit::bench {

struct Target {
  std::string_view op;
  std::string_view grade;
  std::uint64_t size = 0;  // 0: any
  std::string_view base;   // the peer
  // How many times as fast as it, at least; nothing: no target there.
  std::optional<double> with_avx512;
  std::optional<double> with_avx2;
};

std::span<const Target> all_targets();

// The targets of the subject against that peer, for an instruction set; nothing for those that are
// narrower than AVX2, and not x86.
std::optional<double> target_ratio(const Subject& subject, std::string_view base,
                                   reference::kernels::Isa isa);

}  // namespace grit::bench

#endif  // GRIT_BENCH_TARGETS_H_
