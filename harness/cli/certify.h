// grit certify: which implementations agree with the specification and with each other, and where
// the others do not.
#ifndef GRIT_CLI_CERTIFY_H_
#define GRIT_CLI_CERTIFY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/terminal.h"
#include "harness/vectors/generate.h"

namespace grit::cli {

// The generator remembers 16 to 32 bytes of each.
inline constexpr std::uint64_t kMaxGeneratedCases = 100'000'000;

struct CertifyArguments {
  // Shared libraries, [NAME=]PATH each.
  std::vector<std::string> libraries;

  std::string config;                 // a grit.toml, or empty: the working directory's
  std::vector<std::string> subjects;  // names; nothing given at all: all but the faulty ones
  std::vector<std::string> adapters;  // [NAME=]COMMAND each
  std::vector<std::string> without;   // names, each in the run
  std::vector<std::string> with;      // what optional adapters need: those are in the run too
  std::uint64_t seed = 1;             // of the generated cases
  std::uint64_t cases = vectors::GenerateOptions{}.cases;  // generated, at most kMaxGeneratedCases
  std::optional<double> time_seconds;   // cases are generated for so long, instead of so many
  std::string resume;                   // a run's directory to go on in, or empty
  std::vector<std::string> select;      // conditions, see selection.h
  std::string shard;                    // NUMBER/OF, or empty
  bool list = false;                    // show the cases instead of putting them
  unsigned jobs = 1;                    // processes of each subject
  std::string reduce = "new";           // nothing | new | all
  std::vector<std::string> deviations;  // [SUBJECT=]FILE each
  std::string write_deviations;         // [SUBJECT=]FILE, or empty
  std::string baseline;                 // a report.json, or empty
  std::string today;                    // YYYY-MM-DD, or empty: the day it is
  bool json = false;                    // the report as JSON instead of text
  bool verbose = false;                 // known deviations in full
  bool fail_fast = false;
  std::string junit;     // file to write, or empty
  std::string markdown;  // likewise
  std::string reports;   // parent of the run's directory; empty: reports/ of the project
  double startup_seconds = 20;
  double item_seconds = 10;
  double batch_seconds = 120;
  double shutdown_seconds = 5;
  std::uint64_t memory_mib = 2048;  // resident, of a subject's process group
  std::uint32_t restarts = 16;      // deaths after which a subject is given up
};

// Runs, writes the run's directory, and prints the report. Exit codes as in PROTOCOL.md.
int certify(const CertifyArguments& arguments, const Terminal& terminal);

}  // namespace grit::cli

#endif  // GRIT_CLI_CERTIFY_H_
