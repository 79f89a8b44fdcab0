#include "harness/vectors/published_form.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace grit::vectors {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 2> kOfTheDocument = {"schema", "suite_version"};
constexpr std::array<std::string_view, 4> kOfAnEntry = {"clause", "provenance", "input_f32_bits",
                                                        "plane"};
constexpr std::size_t kDocumentIndent = 2;
constexpr std::size_t kEntryIndent = 6;

// Whether the line begins a member that is an addition, by its depth and its key.
bool begins_addition(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(' ');
  if (indent == std::string_view::npos || line[indent] != '"') return false;
  const std::string_view rest = line.substr(indent + 1);
  const std::string_view key = rest.substr(0, rest.find('"'));
  return (indent == kDocumentIndent &&
          std::ranges::find(kOfTheDocument, key) != kOfTheDocument.end()) ||
         (indent == kEntryIndent && std::ranges::find(kOfAnEntry, key) != kOfAnEntry.end());
}

// A member whose value goes on over further lines ends with a bracket at its own indent.
bool opens(std::string_view line) { return line.ends_with('[') || line.ends_with('{'); }
bool closes(std::string_view line, std::size_t indent) {
  return line.find_first_not_of(' ') == indent && (line[indent] == ']' || line[indent] == '}');
}

void erase_additions(Json& document) {
  for (const std::string_view key : kOfTheDocument) document.erase(std::string(key));
  for (auto& part : document) {
    for (auto& entry : part) {
      if (!entry.is_object()) continue;
      for (const std::string_view key : kOfAnEntry) entry.erase(std::string(key));
    }
  }
}

}  // namespace

std::expected<std::string, std::string> published_form(std::string_view core_json) {
  std::string text;
  std::string_view rest = core_json;
  while (!rest.empty()) {
    const auto next_line = [&rest] {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      return line;
    };
    const std::string_view line = next_line();
    if (begins_addition(line)) {
      const std::size_t indent = line.find_first_not_of(' ');
      if (opens(line)) {
        while (!rest.empty() && !closes(next_line(), indent)) {
        }
      }
      continue;
    }
    const std::size_t begin = line.find_first_not_of(' ');
    const bool ends_object = begin != std::string_view::npos && line[begin] == '}';
    if (ends_object && text.ends_with(",\n")) text.erase(text.size() - 2, 1);
    text.append(line);
    text += '\n';
  }
  Json wanted = Json::parse(core_json, nullptr, false);
  const Json got = Json::parse(text, nullptr, false);
  if (wanted.is_discarded() || !wanted.is_object()) {
    return std::unexpected("core.json is no JSON document");
  }
  erase_additions(wanted);
  if (got != wanted) {
    return std::unexpected(
        "core.json does not have the layout of its generator, a line for each member; `grit "
        "vectors "
        "generate` writes it");
  }
  return text;
}

}  // namespace grit::vectors
