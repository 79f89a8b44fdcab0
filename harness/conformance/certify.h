// One certification: the same cases to every subject, and a report of who says what.
#ifndef GRIT_CONFORMANCE_CERTIFY_H_
#define GRIT_CONFORMANCE_CERTIFY_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/conformance/plan.h"
#include "harness/conformance/subject_run.h"
#include "harness/report/model.h"

namespace grit::conformance {

struct CertifyOptions {
  RunOptions run;
  bool fail_fast = false;  // stop at the first failure or error that no deviation excuses
  std::chrono::year_month_day today;  // for the dates of known deviations
  std::vector<std::string> without;   // only shown
  // Asked a few times a second; true stops the run, and what has not been answered is not run.
  std::function<bool()> interrupted = [] { return false; };
};

struct SubjectProgress {
  std::string name;
  std::uint64_t settled = 0;        // of the plan's cases
  std::uint64_t disagreements = 0;  // failures and errors so far that no deviation excuses
  bool done = false;
};
// Called a few times a second from the thread that certifies.
using ProgressCallback =
    std::function<void(const std::vector<SubjectProgress>&, std::uint64_t total)>;

// The bytes behind a finding: whole, where the report shows them cut.
struct FindingBytes {
  std::string finding_id;
  protocol::Op op = protocol::Op::kCheck;
  protocol::Bytes request;
  std::vector<std::pair<std::string, protocol::Bytes>> answers;  // file name, payload
};

// The requests that led to an incident, as frames that can be piped into the adapter.
struct IncidentBytes {
  std::string subject;
  std::size_t incident = 0;  // index in report::Subject::incidents
  protocol::Bytes frames;
};

struct Certification {
  report::Report report;
  std::vector<FindingBytes> findings;
  std::vector<IncidentBytes> incidents;
};

// Runs all subjects side by side, each in its own process, and judges. Everything but
// report.timing is a function of the arguments and of the answers. Never fails: what goes wrong is
// in the report, with the exit code of PROTOCOL.md, "Exit codes".
Certification certify(const Plan& plan, const std::vector<SubjectPlan>& subjects,
                      std::vector<report::StaleEntry> stale, const CertifyOptions& options,
                      const ProgressCallback& progress);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_CERTIFY_H_
