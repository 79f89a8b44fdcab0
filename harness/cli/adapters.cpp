#include "harness/cli/adapters.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/command_result.h"
#include "harness/cli/places.h"
#include "harness/cli/subjects.h"
#include "harness/conformance/adapter_spec.h"
#include "harness/conformance/conversation.h"
#include "harness/conformance/tally.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using conformance::AdapterSpec;
using Json = nlohmann::ordered_json;

constexpr std::chrono::milliseconds kGreetingDeadline{20'000};
constexpr std::size_t kMaxCellWidth = 32;  // of what an adapter says of itself

// What one adapter is and says.
struct Row {
  AdapterSpec spec;
  bool built = false;
  bool left_out = false;  // optional, and nobody asked for it yet
  std::string why_not;
  std::string hint;
  std::string version;
  std::vector<report::TierCoverage> tiers;
  std::string tier;
  std::vector<std::uint8_t> ops;
};

Row row_of(const AdapterSpec& spec) {
  Row row;
  row.spec = spec;
  const auto available = conformance::availability(spec);
  row.built = available.built;
  row.left_out = !available.built && !spec.optional.empty();
  row.why_not = available.why_not;
  row.hint = available.hint;
  if (!row.built) return row;
  const auto hello = conformance::greet(spec.command, kGreetingDeadline);
  if (!hello) {
    row.built = false;
    row.why_not = "HELLO: " + hello.error();
    return row;
  }
  row.version = hello->version;
  row.ops = hello->ops;
  row.tiers = conformance::tier_coverage(hello->ops);
  row.tier = conformance::tier_text(row.tiers);
  return row;
}

std::string op_names(const std::vector<std::uint8_t>& ops) {
  std::string names;
  for (const std::uint8_t op : ops) {
    const auto info = protocol::find_op(op);
    if (info && info->tier == protocol::Tier::kProtocol) continue;
    names +=
        (names.empty() ? "" : " ") + (info ? std::string(info->name) : "op" + std::to_string(op));
  }
  return names;
}

std::string coverage_text(const report::TierCoverage& tier) {
  return fmt::format("{} of {}", tier.offered, tier.operations);
}

// Whether the operations are worth a list: some of the tier, or none of the core.
bool partly_offered(const report::TierCoverage& tier) {
  return tier.offered < tier.operations && (tier.offered != 0 || tier.name == "core");
}

std::string as_json(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) {
    Json ops = Json::array();
    for (const std::uint8_t op : row.ops) ops.push_back(op);
    Json tiers = Json::array();
    for (const report::TierCoverage& tier : row.tiers) {
      tiers.push_back(
          {{"name", tier.name}, {"offered", tier.offered}, {"operations", tier.operations}});
    }
    list.push_back({{"name", row.spec.name},
                    {"kind", row.spec.kind},
                    {"language", row.spec.language},
                    {"version", row.version},
                    {"argv", row.spec.command.argv},
                    {"cwd", row.spec.command.cwd},
                    {"tier", row.tier},
                    {"tiers", tiers},
                    {"ops", ops},
                    {"optional", row.spec.optional},
                    {"built", row.built},
                    {"why_not", row.why_not},
                    {"install", row.hint}});
  }
  const Json document = {
      {"schema", "grit-adapters"}, {"version", 1}, {"adapters", std::move(list)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string as_text(const std::vector<Row>& rows, bool colour) {
  using report::Style;
  report::Table table({});
  table.add_row({{"name", Style::kStrong},
                 {"kind", Style::kStrong},
                 {"language", Style::kStrong},
                 {"version", Style::kStrong},
                 {"tier", Style::kStrong},
                 {"general", Style::kStrong}});
  for (const Row& row : rows) {
    table.add_row(
        {{row.spec.name},
         {row.spec.kind},
         {report::truncated(report::printable(row.spec.language), kMaxCellWidth)},
         {row.version.empty() ? "-"
                              : report::truncated(report::printable(row.version), kMaxCellWidth)},
         {row.built      ? row.tier
          : row.left_out ? "optional"
                         : "not built",
          row.built || row.left_out ? Style::kPlain : Style::kWarning},
         {row.built ? coverage_text(row.tiers.back()) : "-"}});
  }
  std::string text = table.render(0, colour);
  for (const Row& row : rows) {
    if (row.left_out) {
      text += fmt::format("{} needs {}, which is optional; try: {}\n", row.spec.name,
                          row.spec.optional, row.hint);
    } else if (!row.built) {
      text += fmt::format("{}: {}{}\n", row.spec.name, report::printable(row.why_not),
                          row.hint.empty() ? "" : "; try: " + row.hint);
    } else if (std::ranges::any_of(row.tiers, partly_offered)) {
      text += fmt::format("{} offers {}\n", row.spec.name, op_names(row.ops));
    }
  }
  return text;
}

}  // namespace

int adapters(const AdaptersArguments& arguments, const Terminal& terminal) {
  const auto places = find_places();
  if (!places) {
    return print({kExitInfrastructure, "", "grit adapters: " + places.error() + "\n"}, terminal);
  }
  const auto known = known_subjects(arguments.config, *places);
  if (!known) return print(usage_error("adapters", known.error()), terminal);
  std::vector<Row> rows;
  for (const AdapterSpec& spec : known->all) rows.push_back(row_of(spec));
  return print({kExitClean, arguments.json ? as_json(rows) : as_text(rows, terminal.colour), ""},
               terminal);
}

}  // namespace grit::cli
