#include "bench/contests.h"

#include <iterator>

namespace grit::bench {

std::vector<PlannedContest> all_contests(const Peers& peers, reference::kernels::Isa isa) {
  std::vector<PlannedContest> contests;
  for (std::vector<PlannedContest> part :
       {check_contests(peers), text_contests(peers), digest_contests(peers, isa),
        decode_contests(peers, isa), encode_contests(peers, isa), cost_contests(peers, isa)}) {
    std::ranges::move(part, std::back_inserter(contests));
  }
  return contests;
}

}  // namespace grit::bench
