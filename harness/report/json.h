// report.json: the whole report for programs. Deterministic but for its member `timing`.
#ifndef GRIT_REPORT_JSON_H_
#define GRIT_REPORT_JSON_H_

#include <string>

#include "harness/report/model.h"

namespace grit::report {

// UTF-8 JSON, two blanks of indentation, members in the order of model.h, closed by a line feed.
// `schema` is "grit-report" and `version` the model's; an absent value is null, never left out.
// Bytes of report strings that are not UTF-8 appear as the four characters \xNN.
std::string to_json(const Report& report);

}  // namespace grit::report

#endif  // GRIT_REPORT_JSON_H_
