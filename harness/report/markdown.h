// summary.md: the report for the summary page of a continuous-integration run.
#ifndef GRIT_REPORT_MARKDOWN_H_
#define GRIT_REPORT_MARKDOWN_H_

#include <cstddef>
#include <string>

#include "harness/report/model.h"

namespace grit::report {

struct MarkdownOptions {
  // Rows of each table of findings; the page says how many more report.json has. CI pages refuse
  // summaries beyond about a megabyte.
  std::size_t findings = 100;
};

// GitHub-flavoured Markdown. What comes from a subject is escaped and cannot become markup.
std::string to_markdown(const Report& report, const MarkdownOptions& options = {});

}  // namespace grit::report

#endif  // GRIT_REPORT_MARKDOWN_H_
