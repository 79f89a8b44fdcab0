// How a target says that something is wrong: one line on stderr that names the finding by its
// signature, the details, and the end of the process.
#ifndef GRIT_FUZZ_DRIVER_FINDING_H_
#define GRIT_FUZZ_DRIVER_FINDING_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/laws/law.h"

namespace grit::fuzz {

// The kinds of findings that a target itself can see; others are seen by whoever runs it.
enum class FindingKind : std::uint8_t {
  kDisagreement,    // two implementations give different answers
  kLaw,             // a law of harness/laws is broken
  kInfrastructure,  // the question could not be put, e.g. an adapter cannot be started
};
std::string_view to_string(FindingKind kind);  // "disagreement", "law", "infrastructure"

// What begins the line on stderr: kFindingMark KIND ": " SIGNATURE.
inline constexpr std::string_view kFindingMark = "grit-finding: ";

// Runs of decimal digits, and hexadecimal numbers behind 0x, as one #: what differs from input to
// input and from run to run is no part of a signature.
std::string without_numbers(std::string_view text);

// Writes the line and the details to stderr and aborts. Equal signatures are one root cause.
[[noreturn]] void report_finding(FindingKind kind, std::string_view signature,
                                 std::string_view details);

// Goes on where the law holds or has nothing to say; else a finding "law id | where", numbers left
// out, since they are the input's.
void demand(const laws::LawResult& result);

// The same for what no law of harness/laws says: "subject | what".
void demand(bool holds, std::string_view subject, std::string_view what);

// Whoever is refused is told why: one line without a full stop.
void demand_reason(std::string_view reason, std::string_view subject);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_FINDING_H_
