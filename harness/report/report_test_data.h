// A report made by hand for the renderers' tests: one subject of each verdict, one finding of each
// class, and hostile bytes wherever a subject can put them.
#ifndef GRIT_REPORT_REPORT_TEST_DATA_H_
#define GRIT_REPORT_REPORT_TEST_DATA_H_

#include <string>

#include "harness/report/model.h"

namespace grit::report {

// ESC, NUL, a byte that is not UTF-8, markup of every output format, a bidirectional control.
std::string hostile_text();

// Four subjects: "c" conformant, "rust" not conformant, "node" not run, "python" with known
// deviations only. Counts add up by hand: 20 planned each.
Report sample_report();

// No subject and no case: exit code 5, "Nothing selected."
Report empty_report();

}  // namespace grit::report

#endif  // GRIT_REPORT_REPORT_TEST_DATA_H_
