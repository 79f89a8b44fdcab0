// Pinned vectors against the reference and against subjects: who answers what they expect.
#ifndef GRIT_CONFORMANCE_VERIFY_VECTORS_H_
#define GRIT_CONFORMANCE_VERIFY_VECTORS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/conformance/plan.h"
#include "harness/report/model.h"
#include "harness/vectors/case.h"

namespace grit::conformance {

// The name that the reference has among the subjects.
inline constexpr std::string_view kReferenceName = "reference";

struct VectorMismatch {
  std::string subject;
  std::size_t index = 0;  // of the case
  std::string expected;   // both rendered, e.g. "answered: Ok"
  std::string got;
};

struct VectorVerification {
  // The reference first, then the subjects in their order, each with its counts.
  std::vector<report::Subject> subjects;
  // Failures and errors that no known deviation excuses, by subject, then by case.
  std::vector<VectorMismatch> mismatches;
  bool complete = true;  // every subject was asked everything that it offers
};

// Every case must have an expectation. Subjects run side by side, one process each.
VectorVerification verify_vectors(const std::vector<vectors::Case>& cases,
                                  const std::vector<SubjectPlan>& subjects);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_VERIFY_VECTORS_H_
