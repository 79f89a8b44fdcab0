#include "harness/cli/report_merge.h"

#include <optional>

#include "harness/cli/command_result.h"
#include "harness/cli/places.h"
#include "harness/cli/run_directory.h"
#include "harness/conformance/merge.h"
#include "harness/report/json.h"
#include "harness/report/terminal.h"

namespace grit::cli {

int merge_reports(const ReportMergeArguments& arguments, const Terminal& terminal) {
  std::vector<conformance::Certification> shards;
  for (const std::string& directory : arguments.directories) {
    auto shard = read_run_directory(directory);
    if (!shard) return print(usage_error("report merge", shard.error()), terminal);
    shards.push_back(std::move(*shard));
  }
  auto whole = conformance::merge(std::move(shards));
  if (!whole) return print(usage_error("report merge", whole.error()), terminal);

  std::filesystem::path parent = arguments.reports;
  if (parent.empty()) {
    const auto places = find_places();
    if (!places) return print(usage_error("report merge", places.error()), terminal);
    parent = places->root / "reports";
  }
  const auto subjects = read_subjects(arguments.directories.front());
  if (!subjects) return print(usage_error("report merge", subjects.error()), terminal);
  std::optional<std::string> problem;
  if (const auto directory = make_run_directory(parent, *subjects); !directory) {
    problem = directory.error();
  } else if (const auto written = write_run(*directory, *whole); !written) {
    problem = written.error();
  }
  const std::string text = arguments.json
                               ? report::to_json(whole->report)
                               : report::to_terminal(whole->report, {.colour = terminal.colour,
                                                                     .verbose = arguments.verbose});
  if (problem) {
    return print({kExitInfrastructure, text, "grit report merge: " + *problem + "\n"}, terminal);
  }
  return print({whole->report.exit_code, text, ""}, terminal);
}

}  // namespace grit::cli
