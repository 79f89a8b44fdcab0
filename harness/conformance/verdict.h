// What an outcome is worth: a pure function of case, expectation, outcome and known deviations.
#ifndef GRIT_CONFORMANCE_VERDICT_H_
#define GRIT_CONFORMANCE_VERDICT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "harness/conformance/deviations.h"
#include "harness/conformance/outcome.h"
#include "harness/protocol/messages.h"
#include "harness/vectors/case.h"

namespace grit::conformance {

// One for each column of the accounting (PROTOCOL.md, "Accounting").
enum class Standing : std::uint8_t {
  kPassed,
  kFailed,
  kExpectedFailure,
  kUnexpectedPass,
  kNotOffered,
  kError,
  kNotRun,
};
std::string_view to_string(Standing standing);

// A failure or an error that no known deviation excuses.
constexpr bool counts_against(Standing standing) {
  return standing == Standing::kFailed || standing == Standing::kError;
}

struct Judgement {
  Standing standing = Standing::kNotRun;
  bool diagnostic = false;               // passed, but CHECK names another plane
  std::string field;                     // the first that differs; empty where nothing does
  const Deviation* deviation = nullptr;  // that excuses it; owned by the list
};

// Whether an outcome is the expected reply to the last bit. The text of an internal error is the
// answerer's own: that there is one is what counts.
bool agrees(const protocol::Reply& expectation, OutcomeKind kind,
            std::span<const std::byte> payload);

// `expectation` is the case's own or the reference's; `deviations` are the subject's. A case that
// is one of their examples, by its question, must fail.
Judgement judge(const vectors::Case& item, const protocol::Reply& expectation, OutcomeKind kind,
                std::span<const std::byte> payload, const DeviationList& deviations);

// What judge() says of an outcome that is the expected one to the last bit: of such a reply nothing
// is left to look at.
Judgement judge_expected(const vectors::Case& item, const DeviationList& deviations);

// Ids of the cases that deviation examples become: "deviation/SUBJECT/ENTRY/NUMBER".
std::string example_case_id(std::string_view subject, std::string_view entry, std::size_t number);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_VERDICT_H_
