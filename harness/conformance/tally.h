// What each subject answered, kept small, and the accounting over it.
#ifndef GRIT_CONFORMANCE_TALLY_H_
#define GRIT_CONFORMANCE_TALLY_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/conformance/case_columns.h"
#include "harness/conformance/outcome.h"
#include "harness/conformance/plan.h"
#include "harness/conformance/subject_run.h"
#include "harness/report/model.h"

namespace grit::conformance {

// Tells one payload from another, however little of them is kept.
struct PayloadIdentity {
  std::size_t bytes = 0;   // of the whole payload
  std::uint64_t hash = 0;  // FNV-1a-64 of the whole payload, spec §7.1

  friend bool operator==(const PayloadIdentity&, const PayloadIdentity&) = default;
};

// An outcome as it is kept: the payload only where it is not the expected one, and of very long
// ones, and of texts, only the beginning.
struct StoredOutcome {
  OutcomeKind kind = OutcomeKind::kNotRun;
  bool as_expected = false;
  bool only_plane_differs = false;  // CHECK, CHECK_GRADE: the status is the expected one
  protocol::Bytes payload;
  PayloadIdentity identity;  // of the whole payload; none where it is the expected one
  std::string detail;
  std::string stderr_tail;
};

// One subject's outcomes for the whole plan, by case index.
class SubjectAnswers {
 public:
  explicit SubjectAnswers(std::size_t cases);

  // Records a reply that is the expected one to the last bit; false, and nothing recorded, where it
  // is not.
  //
  // It leaves what record() would: of such a reply only the kind is kept, and whoever judges it
  // takes the expectation's payload in its place. That is all that most replies ever need.
  bool record_expected(std::size_t index, OutcomeKind kind, std::span<const std::byte> payload,
                       const protocol::Reply& expectation);

  void record(std::size_t index, protocol::Op op, Outcome outcome,
              const protocol::Reply& expectation);

  // Valid until the next is recorded.
  const StoredOutcome& outcome(std::size_t index) const {
    const std::uint32_t place = places_[index];
    return place < kPlainOutcomes ? plain_[place] : kept_[place - kPlainOutcomes];
  }
  bool agrees_with_expectation(std::size_t index) const { return outcome(index).as_expected; }
  // Whether there is an answer that can be held against another subject's.
  bool comparable(std::size_t index) const { return is_answer(outcome(index).kind); }

  RunResult run;  // of the process; default where the subject was not built

 private:
  // Outcomes of which nothing but the kind is kept: as expected, or never asked.
  static constexpr std::uint32_t kPlainOutcomes = 2 * (1 + static_cast<int>(OutcomeKind::kNotRun));

  static std::uint32_t plain_place(OutcomeKind kind, bool as_expected) {
    return 2 * static_cast<std::uint32_t>(kind) + (as_expected ? 1 : 0);
  }
  void keep_payload(StoredOutcome& stored, protocol::Bytes payload);

  std::vector<std::uint32_t> places_;  // by case index: in plain_, or behind it in kept_
  std::vector<StoredOutcome> plain_;
  std::vector<StoredOutcome> kept_;
  std::size_t kept_bytes_ = 0;
};

// Whether two subjects, both comparable at `index`, said the same. CHECK and CHECK_GRADE compare
// the status only.
bool same_answer(protocol::Op op, const SubjectAnswers& a, const SubjectAnswers& b,
                 std::size_t index);

// How many operations of the core and of the general tier are among `ops` (ascending), in this
// order.
std::vector<report::TierCoverage> tier_coverage(const std::vector<std::uint8_t>& ops);

// The same in words: "core", "core, general", "core; general 3 of 6", "core 9 of 14". Of a general
// tier of which nothing is offered it says nothing; the report shows the coverage beside it.
std::string tier_text(const std::vector<report::TierCoverage>& tiers);

// The subject's row of the report, but for its verdict (conclusion.h). `columns` are the plan's.
// `today` is what the dates of known deviations are held against.
report::Subject tally(const Plan& plan, const SubjectPlan& subject, const SubjectAnswers& answers,
                      const std::vector<protocol::Reply>& expectations, const CaseColumns& columns,
                      std::chrono::year_month_day today);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_TALLY_H_
