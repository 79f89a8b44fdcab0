// A certification in parts: what one part of the plan has shown can be kept before the next begins,
// so a run may be as long as one likes, needs no more memory than a part does, ends at a time, and
// goes on where it was broken off. What comes out is what one run of the whole plan would say.
#ifndef GRIT_CONFORMANCE_RUN_IN_PARTS_H_
#define GRIT_CONFORMANCE_RUN_IN_PARTS_H_

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/conformance/certify.h"
#include "harness/conformance/plan.h"

namespace grit::conformance {

struct PartsOptions {
  std::uint64_t generated_cases = vectors::GenerateOptions{}.cases;  // at most, of all parts
  // No part begins when the run has taken so long, that of the parts done before included; the
  // first always does. Parts are then smaller in the beginning.
  std::optional<std::chrono::duration<double>> time;
  std::uint64_t part = 20'000;  // generated cases of one
};

// Called with each part that was not stopped, and how many generated cases lie before it.
using KeepPart = std::function<void(std::uint64_t generated_before, Certification& part)>;

// Goes through all parts that `done`, the parts of an earlier run in their order, does not hold. A
// subject that was given up in one part (no start, budget spent) is not run in the later ones. An
// error where `done` is of another plan or of other subjects.
std::expected<Certification, std::string> run_in_parts(
    PlanParts& plan, const std::vector<SubjectPlan>& subjects, const PartsOptions& parts,
    const CertifyOptions& options, std::vector<Certification> done, const KeepPart& keep,
    const ProgressCallback& progress);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_RUN_IN_PARTS_H_
