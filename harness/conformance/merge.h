// Joins the reports of all shards of one certification.
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

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_MERGE_H_
