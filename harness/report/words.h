// The words that the renderers share, so that a count or a verdict has one name everywhere.
#ifndef GRIT_REPORT_WORDS_H_
#define GRIT_REPORT_WORDS_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/model.h"

namespace grit::report {

struct CountWord {
  std::string_view name;  // for people
  std::string_view key;   // for programs
  std::uint64_t Counts::* member;
};

// `planned` first, then what it is the sum of (PROTOCOL.md, "Accounting").
inline constexpr std::array<CountWord, 8> kCountWords = {{
    {"planned", "planned", &Counts::planned},
    {"passed", "passed", &Counts::passed},
    {"failed", "failed", &Counts::failed},
    {"expected", "expected_failures", &Counts::expected_failures},
    {"unexpected", "unexpected_passes", &Counts::unexpected_passes},
    {"not offered", "not_offered", &Counts::not_offered},
    {"errors", "errors", &Counts::errors},
    {"not run", "not_run", &Counts::not_run},
}};

// "conformant", "not conformant", "incomplete", "not asked".
std::string_view verdict_name(SubjectVerdict verdict);

// The subject's verdict as a row shows it: "not run" where no case ran, else verdict_name().
std::string_view verdict_name(const Subject& subject);

// What a subject was asked, as columns: the tiers that some subject named, and "clauses".
std::vector<std::string> coverage_names(const Report& report);

// A subject's cells for these columns: "6 of 6" operations of a tier, "41 of 203" clauses; empty
// for a tier of a subject that never spoke.
std::vector<std::string> coverage_texts(const Report& report, const Subject& subject);

// "known", "confirmed", "incubating" or "unchecked".
std::string_view evidence_name(Evidence evidence);

// A failure or an error that no known deviation excuses.
bool is_new(const SubjectStanding& standing);

// "failed", or "known deviation py-007" where the standing names one.
std::string standing_text(const SubjectStanding& standing);

// Every standing, e.g. "published-rust: known deviation rs-3; published-python: failed".
std::string standings_text(const Finding& finding);

// The clauses of "§4, §5 step 3": §4 and §5. Words behind a number narrow it for people.
std::vector<std::string_view> clause_numbers(std::string_view clauses);

// "spec §5.1"; empty for an empty clause.
std::string clause_text(std::string_view clause);

// "12 of 32 elements differ; largest distance 3 ulp; first at element 4, group 0".
std::string decode_text(const DecodeDifference& difference);

// Whose answer this is: "specification", "specification = c, cpp" or "published-rust".
std::string answer_owner(const Answer& answer);

// What findings are for a reader: new ones want action, known ones are listed in a deviations file,
// diagnostics never count against anybody.
enum class FindingClass : std::uint8_t { kNew, kKnown, kDiagnostic };

FindingClass class_of(const Finding& finding);

}  // namespace grit::report

#endif  // GRIT_REPORT_WORDS_H_
