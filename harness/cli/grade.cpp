#include "harness/cli/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <expected>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/descriptor_table.h"
#include "harness/cli/terminal.h"
#include "harness/reference/bytes.h"
#include "harness/reference/format.h"
#include "harness/reference/grade.h"
#include "harness/reference/registry.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using Json = nlohmann::ordered_json;
using reference::Grade;
using reference::GradeError;
using reference::GradeErrorKind;
using reference::GradeFrame;
using reference::RegistryEntry;
using report::Style;
using report::Table;

// No grade is remotely this long; it bounds what standard input can make us hold.
constexpr std::size_t kMaxInput = std::size_t{1} << 20;

// The fields in which a descriptor must agree with its grade (spec §5, step 2).
constexpr std::array<std::string_view, 14> kDemanded = {
    "n_levels", "flags", "elem", "scale0",      "scale1",   "zp_fmt",    "k0",
    "k1",       "sp_n",  "sp_m", "sp_meta_fmt", "sp_order", "container", "grade_id"};

std::vector<FieldRow> demanded_rows(const GradeFrame& frame) {
  std::vector<FieldRow> rows =
      field_rows(reference::to_bytes(reference::descriptor_from_frame(frame, {})));
  std::erase_if(rows, [](const FieldRow& row) {
    return std::find(kDemanded.begin(), kDemanded.end(), row.field) == kDemanded.end();
  });
  return rows;
}

std::string_view scope_name(reference::Scope scope) {
  return scope == reference::Scope::kFull ? "full" : "decode";
}

// The edges that begin or end at this grade.
std::vector<reference::SupersedesEdge> edges_of(const RegistryEntry* entry) {
  std::vector<reference::SupersedesEdge> edges;
  if (entry == nullptr) return edges;
  for (const reference::SupersedesEdge& edge : reference::supersedes_edges()) {
    if (edge.from == entry->name || edge.to == entry->name) edges.push_back(edge);
  }
  return edges;
}

std::string grade_json(const Grade& grade) {
  const std::uint64_t id = reference::grade_id(grade);
  const RegistryEntry* entry = reference::find_by_id(id);
  const std::expected<GradeFrame, reference::FrameError> frame = reference::grade_frame(grade);
  Json fields = nullptr;
  if (frame) {
    fields = Json::array();
    for (const FieldRow& row : demanded_rows(*frame)) {
      fields.push_back({{"offset", row.offset},
                        {"size", row.size},
                        {"field", row.field},
                        {"bytes", row.bytes},
                        {"value", row.value}});
    }
  }
  Json edges = Json::array();
  for (const reference::SupersedesEdge& edge : edges_of(entry)) {
    edges.push_back({{"from", edge.from}, {"to", edge.to}, {"scope", scope_name(edge.scope)}});
  }
  const Json document = {
      {"schema", "grit-grade"},
      {"version", 1},
      {"refused", false},
      {"canonical", reference::canonical(grade)},
      {"grade_id", reference::hex(id, 16)},
      {"projection", reference::projection(grade)},
      {"name", entry == nullptr ? Json() : Json(entry->name)},
      {"frame", fields},
      {"no_descriptor", frame ? Json() : Json(reference::describe(frame.error()))},
      {"supersedes", edges},
  };
  return document.dump(2) + "\n";
}

std::string grade_text(const Grade& grade, bool colour) {
  const std::uint64_t id = reference::grade_id(grade);
  const RegistryEntry* entry = reference::find_by_id(id);
  Table facts({});
  const auto fact = [&](const char* name, std::string value, Style style = Style::kPlain) {
    facts.add_row({{name, Style::kFaint}, {std::move(value), style}});
  };
  fact("canonical", reference::canonical(grade), Style::kStrong);
  fact("grade_id", reference::hex(id, 16));
  fact("projection", reference::projection(grade));
  fact("registered", entry == nullptr ? "no" : std::string(entry->name));
  const std::vector<reference::SupersedesEdge> edges = edges_of(entry);
  for (const reference::SupersedesEdge& edge : edges) {
    fact("supersedes",
         fmt::format("{} -> {} (scope {})", edge.from, edge.to, scope_name(edge.scope)));
  }
  if (edges.empty()) fact("supersedes", "no edge");
  std::string out = facts.render(0, colour);

  const std::expected<GradeFrame, reference::FrameError> frame = reference::grade_frame(grade);
  if (!frame) {
    return out + fmt::format("\nThe grade has no descriptor: {} (spec §3).\n",
                             reference::describe(frame.error()));
  }
  out += "\nIts descriptors hold (spec §3; axis, note and placements are the caller's):\n";
  Table table({Table::Align::kRight, Table::Align::kRight});
  table.add_row({{"offset", Style::kFaint},
                 {"size", Style::kFaint},
                 {"field", Style::kFaint},
                 {"bytes", Style::kFaint},
                 {"value", Style::kFaint}});
  for (const FieldRow& row : demanded_rows(*frame)) {
    table.add_row({{std::to_string(row.offset)},
                   {std::to_string(row.size)},
                   {std::string(row.field)},
                   {row.bytes},
                   {row.value}});
  }
  return out + table.render(2, colour);
}

std::string format_tokens() {
  std::vector<std::string> tokens;
  for (const reference::RegisteredFormat& format : reference::registered_formats()) {
    tokens.emplace_back(format.token);
  }
  return report::joined(tokens, " ");
}

// What the writer of the text can do; one line.
std::string advice(GradeErrorKind kind) {
  switch (kind) {
    case GradeErrorKind::kBadByte:
      return "use ASCII from 0x20 to 0x7e and white space only";
    case GradeErrorKind::kBadPrefix:
      return "begin with grit1(";
    case GradeErrorKind::kBadSuffix:
      return "end with a closing bracket and nothing behind it";
    case GradeErrorKind::kEmptyItem:
      return "remove the surplus comma, or write the item: key=value";
    case GradeErrorKind::kNoEqualsSign:
      return "write the item as key=value";
    case GradeErrorKind::kUnknownKey:
      return "the keys are e k0 s0 k1 s1 zp zpc zps sp ct po er es esr esn dr ds dt ao ap ab ai an";
    case GradeErrorKind::kDuplicateKey:
      return "give each key once";
    case GradeErrorKind::kMissingKey:
      return "give e, k0, s0 and esr: they have no default";
    case GradeErrorKind::kUnknownFormat:
      return "the formats are " + format_tokens() + ", and the aliases of spec §3";
    case GradeErrorKind::kRefusedFormat:
      return "this name means another format than those of spec §1; they are " + format_tokens();
    case GradeErrorKind::kBadNumber:
      return "write digits 0 to 9 without a sign, at most 18446744073709551615";
    case GradeErrorKind::kUnknownValue:
      return "the values of each key are in spec §3";
    case GradeErrorKind::kBadSparsity:
      return "write sp=N:M:format:asclsb or sp=N:M:format:unord with 1 <= N < M <= 32";
    case GradeErrorKind::kHalfLevel1:
      return "give k1 and s1 together, or neither";
    case GradeErrorKind::kZeroPointMissing:
      return "give zp as well, or neither zpc nor zps";
    case GradeErrorKind::kLevel1Missing:
      return "give k1 and s1 as well, or write zps=shared";
  }
  return {};
}

// The line of `text` that holds the offending byte, and a caret under it; at most `kWindow` columns
// on either side. Empty where there is nothing to point at.
std::string pointer(std::string_view text, const GradeError& error) {
  constexpr std::size_t kWindow = 48;
  const bool has_place = error.kind != GradeErrorKind::kMissingKey && error.offset <= text.size();
  if (!has_place || text.empty()) return {};
  const std::string_view before = text.substr(0, error.offset);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view left = before.substr(line_start);
  const std::string_view rest = text.substr(error.offset);
  const std::string_view right = rest.substr(0, rest.find('\n'));
  const std::string_view near = left.substr(left.size() - std::min(left.size(), kWindow));
  const std::string shown_left =
      (near.size() == left.size() ? "" : "...") + report::printable(near);
  return fmt::format("  {}{}\n  {:>{}}\n", shown_left,
                     report::truncated(report::printable(right), kWindow), '^',
                     report::display_width(shown_left) + 1);
}

CommandResult refusal(std::string_view text, const GradeError& error, bool json) {
  CommandResult result;
  result.exit_code = kExitDifferent;
  const std::string message = report::printable(reference::describe(error));
  if (json) {
    const Json document = {{"schema", "grit-grade"}, {"version", 1},
                           {"refused", true},        {"error", message},
                           {"offset", error.offset}, {"advice", advice(error.kind)}};
    result.out = document.dump(2) + "\n";
  } else {
    result.err = fmt::format("grit grade: refused: {}\n{}hint: {}\n", message, pointer(text, error),
                             advice(error.kind));
  }
  return result;
}

// All of standard input; nothing where it cannot be read or is longer than kMaxInput.
std::optional<std::string> read_input() {
  std::string text(kMaxInput + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), stdin));
  if (std::ferror(stdin) != 0 || text.size() > kMaxInput) return std::nullopt;
  return text;
}

}  // namespace

CommandResult describe_grade(std::string_view text, const Presentation& presentation) {
  const std::expected<Grade, GradeError> grade = reference::parse_grade(text);
  if (!grade) return refusal(text, grade.error(), presentation.json);
  return {.exit_code = kExitClean,
          .out = presentation.json ? grade_json(*grade) : grade_text(*grade, presentation.colour),
          .err = {}};
}

CommandResult grade(const std::string& argument, const Presentation& presentation) {
  const std::optional<std::string> text = argument == "-" ? read_input() : std::optional(argument);
  if (!text) {
    return usage_error("grade", fmt::format("standard input cannot be read, or has more than {} "
                                            "bytes",
                                            kMaxInput));
  }
  return describe_grade(*text, presentation);
}

}  // namespace grit::cli
