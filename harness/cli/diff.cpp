#include "harness/cli/diff.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "harness/cli/descriptor_input.h"
#include "harness/cli/descriptor_table.h"
#include "harness/cli/terminal.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/explain.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using Json = nlohmann::ordered_json;
using reference::FieldDifference;
using report::Style;
using report::Table;

std::string diff_json(const DescriptorBytes& a, const DescriptorBytes& b,
                      const std::vector<FieldDifference>& differences) {
  Json rows = Json::array();
  for (const FieldDifference& difference : differences) {
    rows.push_back({{"offset", difference.field->offset},
                    {"size", difference.field->size},
                    {"field", difference.field->name},
                    {"a", difference.a},
                    {"b", difference.b},
                    {"meaning", difference.field->meaning},
                    {"clause", reference::field_clause(*difference.field)}});
  }
  const Json document = {{"schema", "grit-diff"}, {"version", 1},          {"a", hex_digits(a)},
                         {"b", hex_digits(b)},    {"equal", rows.empty()}, {"differences", rows}};
  return document.dump(2) + "\n";
}

std::string diff_text(const std::vector<FieldDifference>& differences, bool colour) {
  if (differences.empty()) return "The descriptors are equal.\n";
  Table table({Table::Align::kRight});
  std::vector<Table::Cell> head;
  for (const char* name : {"offset", "field", "A", "B", "meaning", "clause"}) {
    head.push_back({name, Style::kFaint});
  }
  table.add_row(std::move(head));
  for (const FieldDifference& difference : differences) {
    table.add_row({{std::to_string(difference.field->offset)},
                   {std::string(difference.field->name)},
                   {difference.a, Style::kBad},
                   {difference.b, Style::kGood},
                   {std::string(difference.field->meaning)},
                   {fmt::format("spec {}", reference::field_clause(*difference.field))}});
  }
  std::string out = table.render(0, colour);
  if (differences.size() == 1 && differences[0].field->name == "note") {
    out += "\nNo fingerprint covers note (spec §7): the gids are equal.\n";
  }
  return out;
}

}  // namespace

CommandResult diff(const std::string& a, const std::string& b, const Presentation& presentation) {
  const std::expected<DescriptorBytes, std::string> bytes_a = read_descriptor(a);
  if (!bytes_a) return usage_error("diff", "A: " + bytes_a.error());
  const std::expected<DescriptorBytes, std::string> bytes_b = read_descriptor(b);
  if (!bytes_b) return usage_error("diff", "B: " + bytes_b.error());
  const std::vector<FieldDifference> differences = reference::explain(*bytes_a, *bytes_b);
  return {.exit_code = differences.empty() ? kExitClean : kExitDifferent,
          .out = presentation.json ? diff_json(*bytes_a, *bytes_b, differences)
                                   : diff_text(differences, presentation.colour),
          .err = {}};
}

}  // namespace grit::cli
