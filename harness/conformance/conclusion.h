// What a run amounts to: from the counts of a report to its verdicts, stale entries, partition and
// exit code. A function of the report alone, so that merged reports end like whole ones.
#ifndef GRIT_CONFORMANCE_CONCLUSION_H_
#define GRIT_CONFORMANCE_CONCLUSION_H_

#include "harness/report/model.h"

namespace grit::conformance {

// Whether something is missing from the subject's run: cases not run, incidents, or a subject that
// offers none of the operations it was asked.
bool is_incomplete(const report::Subject& subject);

// Fills in the subjects' verdicts, the partition, the stale deviations, the exit code of
// PROTOCOL.md and the sentence behind it.
void conclude(report::Report& report);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_CONCLUSION_H_
