// The plan of a certification: who answers, and what is asked: pinned vectors, generated cases, and
// the examples of known deviations. A plan can be had whole or in parts.
#ifndef GRIT_CONFORMANCE_PLAN_H_
#define GRIT_CONFORMANCE_PLAN_H_

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/conformance/adapter_spec.h"
#include "harness/conformance/deviations.h"
#include "harness/conformance/selection.h"
#include "harness/report/model.h"
#include "harness/vectors/case.h"
#include "harness/vectors/generate.h"

namespace grit::conformance {

// What is put to every subject, or a part of it.
struct Plan {
  std::vector<vectors::Case> cases;                            // no two ask the same
  std::vector<std::pair<std::string, std::uint64_t>> sources;  // name, number of cases
  std::string suite_version;
  std::uint64_t seed = 0;
  std::uint64_t generated_cases = 0;   // taken from the generator, before selection
  std::vector<std::string> selection;  // conditions; empty: everything
  std::uint32_t shard = 0;             // which of how many, from 1; 0 of 0: the whole plan
  std::uint32_t shards = 0;
  std::string pins_sha256;  // of vectors/PINS; empty where there is none
};

// Who answers.
struct SubjectPlan {
  AdapterSpec adapter;
  Availability availability;  // not built: every case is not run
  DeviationList deviations;
};

// The adapter with the known deviations of a file; empty: none. The error names file and place.
std::expected<SubjectPlan, std::string> plan_subject(AdapterSpec adapter,
                                                     const std::filesystem::path& deviations);

struct PlanOptions {
  std::filesystem::path vectors;  // the directory with core.json
  std::uint64_t seed = 1;
  Selection selection;
  Shard shard;
};

// A plan in parts, in the order of the files, then of the examples, then of the generator. A case
// that asks what an earlier one asks, or that is not selected, is left out.
class PlanParts {
 public:
  // Reads the files. An error names file and entry.
  static std::expected<PlanParts, std::string> open(const PlanOptions& options,
                                                    const std::vector<SubjectPlan>& subjects);
  PlanParts(PlanParts&&) noexcept;
  PlanParts& operator=(PlanParts&&) noexcept;
  ~PlanParts();

  // The next cases: so many of the generator's, before selection; the first part begins with all
  // files and examples.
  Plan next(std::uint64_t generated_cases);
  // Goes past the next part, which holds so many of the generator's cases.
  void skip(std::uint64_t generated_cases);
  // What next(0) would give at any time: no case, but all that says which plan it is of.
  Plan identity() const;

 private:
  struct State;
  explicit PlanParts(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// vectors/PINS against the files, as stale entries; empty where all is well. An error says why PINS
// cannot be read.
std::expected<std::vector<report::StaleEntry>, std::string> stale_pins(
    const std::filesystem::path& vectors);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_PLAN_H_
