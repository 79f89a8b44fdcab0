// Joins what was certified apart: the shards of one certification, or the parts of one run.
#ifndef GRIT_CONFORMANCE_MERGE_H_
#define GRIT_CONFORMANCE_MERGE_H_

#include <expected>
#include <string>
#include <vector>

#include "harness/conformance/certify.h"

namespace grit::conformance {

// The whole run's report, as if nobody had shared it out: counts add up, equal findings become one,
// and what can be said only of a whole plan (a deviation that nothing used) is said. A sentence
// where the parts are not every shard of one plan exactly once: one is missing, doubled, or of
// another seed, selection, suite, tool or set of subjects.
std::expected<Certification, std::string> merge(std::vector<Certification> shards);

// Adds the next part of a run to the parts before it (PlanParts): everything adds up, and of a
// finding that both have the smaller case is shown. Neither is reduced or concluded. A sentence,
// and nothing added, where the part is of another plan or of other subjects.
std::expected<void, std::string> join(Certification& whole, Certification part);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_MERGE_H_
