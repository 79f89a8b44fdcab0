// The contests that are held: which operations, which sizes, against which peers.
#ifndef GRIT_BENCH_CONTESTS_H_
#define GRIT_BENCH_CONTESTS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/contest.h"
#include "bench/peers/child.h"
#include "bench/peers/peer.h"
#include "harness/reference/kernels/isa.h"

namespace grit::bench {

// Who takes part beside the product and what the machine itself offers; null: is not there.
struct Peers {
  const grit_peer* crate = nullptr;
  const grit_peer* ggml = nullptr;
  PeerChild* gguf = nullptr;
  PeerChild* ml_dtypes = nullptr;
  PeerChild* python = nullptr;  // the published package
};

// A contest that makes its input when it is asked for, so that not all of them are in memory at
// once.
struct PlannedContest {
  Subject subject;
  // Small enough, and telling enough, for every run of the tests.
  bool quick = false;
  std::function<Contest()> prepare;
};

// Everything that `isa` is measured at, in the order of reports. `peers` outlives the result.
std::vector<PlannedContest> all_contests(const Peers& peers, reference::kernels::Isa isa);

// Parts of it, one for each kind of operation.
std::vector<PlannedContest> check_contests(const Peers& peers);
std::vector<PlannedContest> text_contests(const Peers& peers);
std::vector<PlannedContest> digest_contests(const Peers& peers, reference::kernels::Isa isa);
std::vector<PlannedContest> decode_contests(const Peers& peers, reference::kernels::Isa isa);
std::vector<PlannedContest> encode_contests(const Peers& peers, reference::kernels::Isa isa);
std::vector<PlannedContest> cost_contests(const Peers& peers, reference::kernels::Isa isa);

}  // namespace grit::bench

#endif  // GRIT_BENCH_CONTESTS_H_
