// Builds the plan of a certification: pinned vectors, generated cases, and the examples of known
// deviations.
#ifndef GRIT_CONFORMANCE_PLAN_H_
#define GRIT_CONFORMANCE_PLAN_H_

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/conformance/certify.h"

namespace grit::conformance {

struct PlanOptions {
  std::filesystem::path vectors;  // the directory with core.json
  std::uint64_t seed = 1;
  std::uint64_t generated_cases = 20000;
};

// The whole plan; the order is the files', then the examples', then the generator's. A case that
// asks what an earlier one asks is left out. An error names file and entry.
std::expected<Plan, std::string> build_plan(const PlanOptions& options,
                                            const std::vector<SubjectPlan>& subjects);

// vectors/PINS against the files, as stale entries; empty where all is well. An error says why PINS
// cannot be read.
std::expected<std::vector<report::StaleEntry>, std::string> stale_pins(
    const std::filesystem::path& vectors);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_PLAN_H_
