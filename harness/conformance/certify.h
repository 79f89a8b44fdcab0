// One certification: the same cases to every subject, and a report of who says what.
#ifndef GRIT_CONFORMANCE_CERTIFY_H_
#define GRIT_CONFORMANCE_CERTIFY_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/conformance/findings.h"
#include "harness/conformance/plan.h"
#include "harness/conformance/race.h"
#include "harness/conformance/reduce.h"
#include "harness/report/model.h"

namespace grit::conformance {

struct CertifyOptions {
  RunOptions run;
  unsigned jobs = 1;       // processes of each subject
  bool fail_fast = false;  // stop at the first failure or error that no deviation excuses
  ReduceWhat reduce = ReduceWhat::kNew;
  std::chrono::year_month_day today;  // for the dates of known deviations
  std::vector<std::string> without;   // only shown
  // Ids of findings that do not count as new, and the name of where they come from; empty: none.
  std::vector<std::string> baseline;
  std::string baseline_name;
  // Asked a few times a second; true stops the run, and what has not been answered is not run.
  std::function<bool()> interrupted = [] { return false; };
  // Shown in the report, and held against each other where reports are joined.
  std::string tool_version;
  std::string family;
};

// What the run is doing, for a person who waits: cases of the plan, or tries of the reduction.
struct Progress {
  std::string phase;  // empty while the plan's cases are put
  std::vector<SubjectProgress> subjects;
  std::uint64_t total = 0;  // 0: nobody knows
};
// Called a few times a second from the thread that certifies.
using ProgressCallback = std::function<void(const Progress&)>;

// The requests that led to an incident, as frames that can be piped into the adapter.
struct IncidentBytes {
  std::string subject;
  std::size_t incident = 0;  // index in report::Subject::incidents
  protocol::Bytes frames;
};

struct Certification {
  report::Report report;        // its findings are those of `findings`
  std::vector<Found> findings;  // in the report's order
  std::vector<IncidentBytes> incidents;
  std::vector<SubjectHistory> history;  // by subject, what went before included; not kept in files
};

// Runs all subjects side by side, each in its own process, judges, reduces what is new and shows it
// again in fresh processes. Everything but report.timing is a function of the arguments and of the
// answers. Never fails: what goes wrong is in the report, with the exit code of PROTOCOL.md,
// "Exit codes". It is put_plan and then conclude_certification; a run in parts joins in between
// (run_in_parts.h).
Certification certify(const Plan& plan, const std::vector<SubjectPlan>& subjects,
                      const CertifyOptions& options, const ProgressCallback& progress);

// Puts, judges, counts and groups; nothing is reduced, shown again or concluded. `before`: what
// earlier parts of the run leave, by subject; empty: there were none.
Certification put_plan(const Plan& plan, const std::vector<SubjectPlan>& subjects,
                       const std::vector<SubjectHistory>& before, const CertifyOptions& options,
                       const ProgressCallback& progress);

// Reduces what is new, shows it again, marks what the baseline has, and gives the verdict.
void conclude_certification(Certification& certification, const std::vector<SubjectPlan>& subjects,
                            const CertifyOptions& options, const ProgressCallback& progress);

// Makes the report's findings those of `findings`.
void show_findings(Certification& certification);

// HELLO and then these requests, as frames that can be piped into an adapter.
protocol::Bytes frames_of(const std::vector<std::pair<protocol::Op, protocol::Bytes>>& requests);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_CERTIFY_H_
