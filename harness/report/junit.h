// junit.xml: the report for continuous-integration servers that read JUnit's <testsuites>.
//
// A <testsuite> per subject with a <testcase> per operation and one named "run" for its process;
// a last <testsuite> "certification" holds the run's verdict and each stale entry. A testcase has
// at most one of <error>, <failure> and <skipped>, so readers that count elements and readers that
// count testcases agree with the attributes. Some testcase fails exactly when exit_code is not 0.
#ifndef GRIT_REPORT_JUNIT_H_
#define GRIT_REPORT_JUNIT_H_

#include <string>

#include "harness/report/model.h"

namespace grit::report {

// UTF-8 XML 1.0. Characters that XML cannot hold, and bytes that are not UTF-8, appear as visible
// escapes such as \x1b.
std::string to_junit(const Report& report);

}  // namespace grit::report

#endif  // GRIT_REPORT_JUNIT_H_
