#include "harness/cli/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/cli/descriptor_input.h"
#include "harness/cli/descriptor_rules.h"
#include "harness/cli/descriptor_table.h"
#include "harness/cli/terminal.h"
#include "harness/reference/bytes.h"
#include "harness/reference/registry.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using Json = nlohmann::ordered_json;
using report::Style;
using report::Table;

const reference::RegistryEntry* grade_of(const DescriptorBytes& bytes) {
  return reference::find_by_id(reference::parse_descriptor(bytes).grade_id);
}

std::string inspect_json(const DescriptorBytes& bytes, const std::vector<BrokenRule>& broken) {
  Json fields = Json::array();
  for (const FieldRow& row : field_rows(bytes)) {
    fields.push_back({{"offset", row.offset},
                      {"size", row.size},
                      {"field", row.field},
                      {"bytes", row.bytes},
                      {"value", row.value},
                      {"meaning", row.meaning},
                      {"clause", row.clause}});
  }
  Json rules = Json::array();
  for (const BrokenRule& entry : broken) {
    rules.push_back({{"rule", reference::rule_name(entry.rule)},
                     {"status", reference::status_name(entry.status)},
                     {"fields", entry.fields},
                     {"found", entry.found},
                     {"demanded", reference::rule_clause(entry.rule)}});
  }
  const reference::RegistryEntry* grade = grade_of(bytes);
  const Json document = {
      {"schema", "grit-inspect"},
      {"version", 1},
      {"descriptor", hex_digits(bytes)},
      {"fields", fields},
      {"grade",
       {{"id", reference::hex(reference::parse_descriptor(bytes).grade_id, 16)},
        {"name", grade == nullptr ? Json() : Json(grade->name)},
        {"canonical", grade == nullptr ? Json() : Json(grade->canonical)}}},
      {"known", broken.empty()},
      {"status", broken.empty() ? Json() : Json(reference::status_name(broken[0].status))},
      {"decided_by", broken.empty() ? Json() : Json(reference::rule_name(broken[0].rule))},
      {"broken", rules},
  };
  return document.dump(2) + "\n";
}

std::string inspect_text(const DescriptorBytes& bytes, const std::vector<BrokenRule>& broken,
                         bool colour) {
  const auto is_broken = [&](std::string_view field) {
    return std::any_of(broken.begin(), broken.end(), [field](const BrokenRule& entry) {
      return std::find(entry.fields.begin(), entry.fields.end(), field) != entry.fields.end();
    });
  };
  using Align = Table::Align;
  Table table({Align::kRight, Align::kRight});
  std::vector<Table::Cell> head;
  for (const char* name : {"offset", "size", "field", "bytes", "value", "meaning", "clause"}) {
    head.push_back({name, Style::kFaint});
  }
  table.add_row(std::move(head));
  for (const FieldRow& row : field_rows(bytes)) {
    const Style style = is_broken(row.field) ? Style::kBad : Style::kPlain;
    table.add_row({{std::to_string(row.offset)},
                   {std::to_string(row.size)},
                   {std::string(row.field), style},
                   {row.bytes},
                   {row.value, style},
                   {std::string(row.meaning)},
                   {fmt::format("spec {}", row.clause)}});
  }
  std::string out = table.render(0, colour);

  const reference::RegistryEntry* grade = grade_of(bytes);
  out += grade == nullptr ? "\ngrade: no registered grade has this grade_id\n"
                          : fmt::format("\ngrade: {} = {}\n", grade->name, grade->canonical);
  if (broken.empty()) {
    out += report::painted("check: frame, grade and placement are known (spec §5, steps 1 to 3)",
                           Style::kGood, colour);
    return out + "\n       sizes and content need a shape and planes\n";
  }
  out += report::painted(fmt::format("check: {}", reference::status_name(broken[0].status)),
                         Style::kBad, colour);
  out +=
      broken.size() == 1 ? "\n" : fmt::format(", by the first of {} broken rules\n", broken.size());
  Table rules({Align::kRight});
  for (std::size_t i = 0; i < broken.size(); ++i) {
    const BrokenRule& entry = broken[i];
    rules.add_row(
        {{fmt::format("{}.", i + 1)},
         {std::string(reference::rule_name(entry.rule)), i == 0 ? Style::kBad : Style::kPlain},
         {entry.found},
         {std::string(reference::rule_clause(entry.rule))}});
  }
  return out + rules.render(2, colour);
}

}  // namespace

CommandResult inspect(const std::string& argument, const Presentation& presentation) {
  const std::expected<DescriptorBytes, std::string> bytes = read_descriptor(argument);
  if (!bytes) return usage_error("inspect", bytes.error());
  const std::vector<BrokenRule> broken = broken_rules(*bytes);
  return {.exit_code = broken.empty() ? kExitClean : kExitDifferent,
          .out = presentation.json ? inspect_json(*bytes, broken)
                                   : inspect_text(*bytes, broken, presentation.colour),
          .err = {}};
}

}  // namespace grit::cli
