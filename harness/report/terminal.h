// The report for people at a terminal.
#ifndef GRIT_REPORT_TERMINAL_H_
#define GRIT_REPORT_TERMINAL_H_

#include <cstddef>
#include <string>

#include "harness/report/model.h"

namespace grit::report {

struct TerminalOptions {
  bool colour = false;   // without it the text holds no escape byte
  bool verbose = false;  // known deviations and diagnostics in full as well
  // New findings beyond this many get one line each; the text says so. verbose lifts it.
  std::size_t full_findings = 12;
  std::size_t width = 100;  // columns; only long values are cut to it, tables are not
};

// Subjects and their counts, who agrees with whom, findings, incidents, stale entries, what was
// left out; the last line is the verdict with the exit code.
std::string to_terminal(const Report& report, const TerminalOptions& options);

}  // namespace grit::report

#endif  // GRIT_REPORT_TERMINAL_H_
