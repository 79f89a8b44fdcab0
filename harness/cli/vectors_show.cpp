#include "harness/cli/vectors_show.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/specification.h"
#include "harness/cli/vectors_suite.h"
#include "harness/conformance/reply_view.h"
#include "harness/conformance/request_view.h"
#include "harness/report/text.h"
#include "harness/report/words.h"

namespace grit::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kCommand = "vectors show";

Json as_json(const OpenSuite& open, const vectors::Vector& vector, const std::string& clause_text,
             const std::string& expected) {
  Json document = {{"schema", "grit-vector"}, {"version", 1}, {"suite_version", open.version}};
  document.update(vector_json(vector));
  Json pieces = Json::array();
  for (const auto& [piece, text] :
       conformance::request_pieces(vector.item.op, vector.item.request)) {
    pieces.push_back({{"piece", piece}, {"value", report::valid_utf8(text)}});
  }
  const auto comparison = conformance::compare_with_canonical(vector.item.op, vector.item.request);
  Json fields = Json::array();
  for (const report::FieldDifference& difference : comparison.differences) {
    fields.push_back({{"field", difference.field},
                      {"value", difference.actual},
                      {"canonical", difference.expected},
                      {"meaning", difference.meaning}});
  }
  document["clause_text"] = report::valid_utf8(clause_text);
  document["request"] = std::move(pieces);
  document["descriptor_base"] = comparison.base;
  document["descriptor"] = std::move(fields);
  document["request_hex"] = protocol::to_hex(vector.item.request);
  document["outcome"] = to_string(conformance::outcome_of(vector.item.expected->kind));
  document["expected"] = report::valid_utf8(expected);
  document["reply_hex"] = protocol::to_hex(vector.item.expected->payload);
  return document;
}

std::string as_text(const vectors::Vector& vector, const std::string& clause_text,
                    const std::string& expected, bool colour) {
  const vectors::Case& item = vector.item;
  std::string text =
      fmt::format("{}  {}\n\n", report::painted(vector.id, report::Style::kStrong, colour),
                  report::printable(item.id));
  const auto line = [&](std::string_view name, std::string_view value) {
    text += fmt::format("  {:<12} {}\n", name, report::printable(value));
  };
  line("operation", fmt::format("{} ({} tier)", protocol::op_name(item.op), tier_of(item.op)));
  line("clause", item.clause);
  line("provenance", item.provenance);
  line("file", vector.file);
  for (const std::string& name : vector.other_names) line("also called", name);
  text += clause_text.empty()
              ? fmt::format("\n{}: see docs/SPEC.md\n", report::clause_text(item.clause))
              : fmt::format("\nThe specification says ({}):\n\n{}\n",
                            report::clause_text(item.clause), report::printable_lines(clause_text));
  text += fmt::format("\nAsked ({}):\n", report::counted(item.request.size(), "byte", "bytes"));
  for (const auto& [piece, value] : conformance::request_pieces(item.op, item.request)) {
    line(piece, value);
  }
  const auto comparison = conformance::compare_with_canonical(item.op, item.request);
  for (const report::FieldDifference& difference : comparison.differences) {
    text += fmt::format("  {} is {} where {} has {}: {}\n", difference.field, difference.actual,
                        comparison.base, difference.expected, difference.meaning);
  }
  text += fmt::format("\nExpected ({}):\n  {}\n",
                      report::counted(item.expected->payload.size(), "byte", "bytes"),
                      report::printable(expected));
  return text;
}

}  // namespace

CommandResult vectors_show(const VectorsShowArguments& arguments,
                           const Presentation& presentation) {
  const auto open = open_suite();
  if (!open) return usage_error(kCommand, open.error());
  const auto found = vectors::find_vector(open->suite, arguments.vector);
  if (!found) return usage_error(kCommand, found.error());
  const vectors::Vector& vector = **found;
  const std::string clause = clauses_of_specification(specification_text(), vector.item.clause);
  const auto kind = conformance::outcome_of(vector.item.expected->kind);
  const std::string expected =
      conformance::render_outcome(vector.item.op, kind, vector.item.expected->payload);
  return {.exit_code = kExitClean,
          .out = presentation.json ? json_text(as_json(*open, vector, clause, expected))
                                   : as_text(vector, clause, expected, presentation.colour),
          .err = {}};
}

}  // namespace grit::cli
