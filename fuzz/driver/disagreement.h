// What several implementations answered to one request, and whether that is a finding.
#ifndef GRIT_FUZZ_DRIVER_DISAGREEMENT_H_
#define GRIT_FUZZ_DRIVER_DISAGREEMENT_H_

#include <span>
#include <string>
#include <string_view>

#include "harness/conformance/outcome.h"
#include "harness/protocol/op.h"
#include "harness/protocol/payload.h"

namespace grit::fuzz {

struct NamedOutcome {
  std::string_view who;
  conformance::Outcome outcome;
};

// Whether two outcomes are one answer. Every byte counts, the plane that CHECK names too; of an
// internal error the text does not.
bool same_outcome(const conformance::Outcome& a, const conformance::Outcome& b);

// "op | partition | status tuple | first differing field": who answers alike, each group's outcome
// label, and where the second group's answer leaves the first's. Precondition: not all are alike.
std::string signature_of(protocol::Op op, std::span<const std::byte> request,
                         std::span<const NamedOutcome> outcomes);

// Goes on where all are alike; else a finding with every answer rendered.
void demand_agreement(protocol::Op op, std::span<const std::byte> request,
                      std::span<const NamedOutcome> outcomes);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_DISAGREEMENT_H_
