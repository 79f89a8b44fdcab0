#include "harness/cli/vectors_export.h"

#include <nlohmann/json.hpp>

#include "harness/cli/run_directory.h"
#include "harness/cli/vectors_suite.h"
#include "harness/conformance/outcome.h"
#include "harness/vectors/file.h"
#include "harness/vectors/published_form.h"

namespace grit::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kCommand = "vectors export";

std::string all_as_json(const OpenSuite& open, const std::vector<std::string>& selection,
                        const std::vector<const vectors::Vector*>& chosen) {
  Json rows = Json::array();
  for (const vectors::Vector* vector : chosen) {
    Json row = vector_json(*vector);
    row["request_hex"] = protocol::to_hex(vector->item.request);
    row["outcome"] = to_string(conformance::outcome_of(vector->item.expected->kind));
    row["reply_hex"] = protocol::to_hex(vector->item.expected->payload);
    rows.push_back(std::move(row));
  }
  return json_text({{"schema", "grit-vectors-export"},
                    {"version", 1},
                    {"suite_version", open.version},
                    {"selection", selection},
                    {"vectors", std::move(rows)}});
}

}  // namespace

CommandResult vectors_export(const VectorsExportArguments& arguments) {
  const auto open = open_pinned_suite(kCommand);
  if (!open) return open.error();
  CommandResult result;
  if (arguments.published) {
    const auto core = vectors::read_file(open->directory / "core.json");
    if (!core) return usage_error(kCommand, core.error());
    auto text = vectors::published_form(protocol::as_text(*core));
    if (!text) return usage_error(kCommand, text.error());
    result.out = std::move(*text);
  } else {
    const auto chosen = selected_vectors(*open, arguments.select);
    if (!chosen) return usage_error(kCommand, chosen.error());
    if (chosen->empty()) return failure(kCommand, kExitDifferent, "no vector is selected");
    result.out = all_as_json(*open, arguments.select, *chosen);
  }
  if (arguments.file.empty()) return result;
  if (const auto written = write_file(arguments.file, protocol::as_bytes(result.out)); !written) {
    return failure(kCommand, kExitInfrastructure, written.error());
  }
  result.out.clear();
  return result;
}

}  // namespace grit::cli
