#include "harness/cli/vectors_list.h"

#include <nlohmann/json.hpp>

#include "harness/cli/vectors_suite.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

constexpr std::string_view kCommand = "vectors list";

}  // namespace

CommandResult vectors_list(const VectorsListArguments& arguments,
                           const Presentation& presentation) {
  const auto open = open_suite();
  if (!open) return usage_error(kCommand, open.error());
  const auto chosen = selected_vectors(*open, arguments.select);
  if (!chosen) return usage_error(kCommand, chosen.error());
  CommandResult result;
  result.exit_code = chosen->empty() ? kExitDifferent : kExitClean;
  if (presentation.json) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const vectors::Vector* vector : *chosen) rows.push_back(vector_json(*vector));
    result.out = json_text({{"schema", "grit-vectors-list"},
                            {"version", 1},
                            {"suite_version", open->version},
                            {"selection", arguments.select},
                            {"vectors", std::move(rows)}});
    return result;
  }
  if (chosen->empty()) {
    result.err = "grit vectors list: no vector is selected\n";
    return result;
  }
  report::Table table({});
  for (const vectors::Vector* vector : *chosen) {
    const nlohmann::ordered_json row = vector_json(*vector);
    std::vector<report::Table::Cell> cells;
    cells.push_back({short_id(*open, *vector), report::Style::kStrong});
    for (const char* member : {"op", "clause", "source", "tier", "name"}) {
      cells.push_back({report::printable(row[member].get<std::string>()), report::Style::kPlain});
    }
    table.add_row(std::move(cells));
  }
  result.out = table.render(0, presentation.colour);
  return result;
}

}  // namespace grit::cli
