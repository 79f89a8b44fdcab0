// A report read back from its JSON (json.h): for merging, comparing and replaying.
#ifndef GRIT_REPORT_JSON_READER_H_
#define GRIT_REPORT_JSON_READER_H_

#include <expected>
#include <string>
#include <string_view>

#include "harness/report/model.h"

namespace grit::report {

// The inverse of to_json(). An error is one sentence: no JSON, another schema or version, or the
// member that is missing or of another type.
std::expected<Report, std::string> from_json(std::string_view text);

}  // namespace grit::report

#endif  // GRIT_REPORT_JSON_READER_H_
