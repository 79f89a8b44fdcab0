// The report of a certification run, as a value. conformance fills it in; renderers only read it:
// every number, sentence and order a reader sees is already here.
//
// Everything outside `Timing` is a function of the plan (seed, cases, subjects) and of the answers,
// so two runs with one seed give equal reports but for that member.
#ifndef GRIT_REPORT_MODEL_H_
#define GRIT_REPORT_MODEL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grit::report {

inline constexpr int kReportVersion = 1;

// One subject's cases by verdict. planned is the sum of the others (PROTOCOL.md, "Accounting").
struct Counts {
  std::uint64_t planned = 0;
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;             // answered, but not what the specification says
  std::uint64_t expected_failures = 0;  // failed or error, and listed as a known deviation
  std::uint64_t unexpected_passes = 0;  // passed, although a known deviation says it fails
  std::uint64_t not_offered = 0;        // the adapter does not declare the op
  std::uint64_t errors = 0;  // crash, timeout, truncated frame, protocol or internal error…
  std::uint64_t not_run = 0;

  bool operator==(const Counts&) const = default;
};

struct OpCounts {
  std::string op;  // protocol name, e.g. CHECK
  Counts counts;
};

// Something that went wrong with a subject's process and that no single case can be blamed for.
struct Incident {
  std::string kind;         // e.g. "failed start", "death not reproduced", "restart budget spent"
  std::string detail;       // one sentence: what was seen
  std::string hint;         // what the reader can do; empty where nothing general helps
  std::string stderr_tail;  // last bytes the child wrote to stderr, control characters kept
  std::string prefix_file;  // file in the run directory with the requests sent before; or empty
};

// How an entry of the subject's known deviations was used.
struct DeviationUse {
  std::string id;
  std::string clause;
  std::uint64_t expected_failures = 0;
  std::uint64_t unexpected_passes = 0;  // of its examples
  std::string expired;                  // why it no longer holds; else empty
};

enum class SubjectVerdict : std::uint8_t {
  kConformant,       // every planned case that it offers passed
  kKnownDeviations,  // every planned case that it offers passed or fails as it is known to
  kNotConformant,
  kIncomplete,  // some planned cases did not run
  kNotAsked,    // a decoder that can answer none of the planned cases
};

// How many of a tier's operations a subject offers.
struct TierCoverage {
  std::string name;  // core | general
  std::uint32_t offered = 0;
  std::uint32_t operations = 0;
  bool operator==(const TierCoverage&) const = default;
};

struct Subject {
  std::string name;
  std::string kind;  // own | published | faulty | command line
  std::string language;
  std::string version;  // from HELLO; empty where the subject never answered
  std::vector<std::pair<std::string, std::string>>
      build;                  // further members of HELLO: name, JSON text
  bool is_reference = false;  // serves the same code that the reference answers come from
  std::string tier;           // "core", "core, general", "core 9 of 14", "core; general 3 of 6"
  std::vector<TierCoverage> tiers;   // every tier, those of which nothing is offered included
  std::vector<std::string> clauses;  // ascending: those of which some case was put to it
  SubjectVerdict verdict = SubjectVerdict::kIncomplete;
  std::string not_run_reason;   // why no case ran, e.g. "node is not on PATH"; else empty
  std::string install_command;  // brings what is missing; else empty
  Counts counts;
  std::vector<OpCounts> ops;      // ascending op number; ops with no planned case are left out
  std::uint64_t diagnostics = 0;  // right status, other plane named: counted apart, never a failure
  std::uint32_t restarts = 0;
  std::vector<Incident> incidents;
  std::string deviations_file;  // the last two components of its path; empty where there is none
  std::vector<DeviationUse> deviations;  // every entry of it, in the file's order
};

// How far two subjects agree on the cases that both answered.
struct Agreement {
  std::string a;
  std::string b;
  std::uint64_t compared = 0;
  std::uint64_t equal = 0;
};

// The same for two classes of subjects, as far as the numbers are the same for all their members.
struct ClassAgreement {
  std::vector<std::string> a;  // of one class of the partition
  std::vector<std::string> b;  // of another
  std::uint64_t compared = 0;  // for each two of them; never 0
  std::uint64_t equal = 0;
};

// One line of a field-by-field rendering: of the 64 descriptor bytes, or of a reply.
struct FieldDifference {
  std::string offset;    // e.g. "20", "word 17"; empty where the field has no place of its own
  std::string field;     // e.g. "k0", "status", "canonical"
  std::string expected;  // both values rendered, e.g. "0x0020 (32)"
  std::string actual;
  std::string meaning;  // e.g. "elements in a level-0 group"
  std::string clause;   // e.g. "§2"
};

// How far two decodes of the same planes are apart.
struct DecodeDifference {
  std::uint64_t differing = 0;  // elements whose bits differ
  std::uint64_t elements = 0;
  std::uint64_t largest_ulp = 0;    // distance in units in the last place, NaN left out
  std::uint64_t nan_differing = 0;  // of `differing`, those where one side is NaN
  std::uint64_t first_index = 0;
  std::uint64_t first_group = 0;  // level-0 group of first_index
};

// One answer and all who gave it. The first of a finding is what the specification says.
struct Answer {
  std::vector<std::string> subjects;  // the subjects' names; may be empty for the first
  std::string outcome;                // "answered", "refused", "crash", "timeout", …
  std::string rendered;               // the payload for people, cut at a bounded length
  std::string raw_hex;                // the payload, cut at 256 bytes
  std::string stderr_tail;            // of the process that died on the case; else empty
  bool is_expected = false;
  std::vector<FieldDifference> differences;  // against the expected answer
  std::optional<DecodeDifference> decode;
};

// How one subject's disagreement counts.
struct SubjectStanding {
  std::string subject;
  std::string standing;   // "failed", "error", "known deviation", "unexpected pass", "diagnostic"
  std::string deviation;  // id of the known deviation, else empty
};

// What stands behind a finding.
enum class Evidence : std::uint8_t {
  kKnown,       // a known deviation, or a diagnostic: nothing new to establish
  kConfirmed,   // shown again, alone, in two fresh processes
  kIncubating,  // it did not show again: kept apart, and no less a failure of its cases
  kUnchecked,   // not tried: the run was stopped, or there were too many
};

struct Finding {
  std::string id;         // 12 hex digits, the same in every run that finds it
  std::string signature;  // op | partition | status tuple | first differing field
  std::string op;
  std::string clause;
  std::string title;   // one line for people
  bool is_new = true;  // some subject's disagreement is not a known deviation (and no diagnostic)
  bool is_diagnostic = false;  // only the named plane differs
  bool in_baseline = false;    // the run it is compared with has it too
  Evidence evidence = Evidence::kUnchecked;
  std::uint64_t count = 0;                                      // cases that are put down to it
  std::vector<std::pair<std::string, std::uint64_t>> families;  // and by family, in order
  std::vector<std::pair<std::string, std::uint64_t>> clauses;   // and by clause, in order
  std::vector<SubjectStanding> standings;

  // The smallest case, or what is left of it.
  std::string case_id;
  std::uint64_t reduced_from = 0;  // bytes of the request before it was reduced; 0: it was not
  std::string expected_from;       // provenance of the expectation, or "reference"
  std::vector<std::pair<std::string, std::string>> request;  // (piece, rendering)
  // Where the request holds a descriptor: its fields that differ from those of the canonical
  // descriptor named by descriptor_base ("expected" is the canonical value); DESCRIPTOR replies are
  // under `answers`.
  std::vector<FieldDifference> descriptor;
  std::string descriptor_base;  // e.g. "GRADE_MXFP4"; empty where the request holds none
  std::uint64_t request_bytes = 0;
  std::string request_hex;   // cut at 1,024 bytes; the whole is in request_file
  std::string request_file;  // file in the run directory, or empty where none was written
  std::vector<Answer> answers;
};

// A stale pin, a stale, expired or unexpectedly passing deviation: exit 4.
struct StaleEntry {
  std::string file;
  std::string entry;
  std::string problem;
};

struct Timing {
  std::string run_id;
  std::string started;  // UTC, ISO 8601
  double seconds = 0;
  std::string directory;            // where the run's files are, empty where none were written
  double harness_cpu_seconds = 0;   // processor time of the harness itself
  double subjects_cpu_seconds = 0;  // and of all processes it started, whatever became of them
  double prepare_seconds = 0;       // time the subjects stood still for cases to be made
  struct SubjectTiming {
    std::string name;
    double seconds = 0;
    double cases_per_second = 0;
  };
  std::vector<SubjectTiming> subjects;
};

struct Report {
  int version = kReportVersion;
  std::string tool_version;
  std::string family;         // the format family certified, e.g. "GRIT v1"
  std::string suite_version;  // of vectors/
  std::uint64_t seed = 0;
  std::uint64_t generated_cases = 0;   // of the generator's plan, selected or not
  std::vector<std::string> selection;  // --select conditions; empty: everything
  std::uint32_t shard = 0;             // which of how many, from 1; 0 of 0: the whole plan
  std::uint32_t shards = 0;
  std::string pins_sha256;  // of vectors/PINS: what the pinned vectors are
  std::uint64_t cases = 0;  // planned for each subject
  std::vector<std::pair<std::string, std::uint64_t>> sources;  // cases by source file or generator
  std::vector<std::string> clauses;  // ascending: what the cases are about
  std::vector<Subject> subjects;
  std::vector<std::string> without;  // left out by --without
  std::vector<Agreement> agreements;
  std::vector<std::vector<std::string>>
      partition;                                 // subjects that answered every common case alike
  std::vector<ClassAgreement> class_agreements;  // `agreements` without those inside a class
  std::vector<Finding> findings;                 // new ones first, then by op number and signature
  std::uint64_t reference_mismatches = 0;        // pinned vectors that the reference contradicts
  std::string baseline;  // the report that findings are compared with, or empty
  std::vector<StaleEntry> stale;
  bool stopped_early = false;  // --fail-fast or interrupted
  int exit_code = 0;
  std::string verdict;  // one sentence: what exit_code means here
  Timing timing;
};

}  // namespace grit::report

#endif  // GRIT_REPORT_MODEL_H_
