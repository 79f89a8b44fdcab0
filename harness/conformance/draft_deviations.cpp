#include "harness/conformance/draft_deviations.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/words.h"
#include "harness/vectors/split.h"

namespace grit::conformance {
namespace {

// A TOML basic string.
std::string toml_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + "\"";
}

struct Labels {
  std::string expected;
  std::string got;
  std::string field;
};

// From the signature: op | partition | status tuple | first differing field.
Labels labels_of(std::string_view subject, const std::string& signature) {
  using vectors::split;
  const auto parts = split(signature, " | ");
  if (parts.size() != 4) return {};
  const auto partition = split(parts[1], " ≠ ");
  const auto labels = split(parts[2], ", ");
  Labels result{std::string(labels.front()), "", std::string(parts[3])};
  for (std::size_t i = 1; i < partition.size() && i < labels.size(); ++i) {
    const auto members = split(partition[i], " ");
    if (std::ranges::find(members, subject) != members.end()) result.got = labels[i];
  }
  return result;
}

bool is_new_to(std::string_view subject, const report::Finding& finding) {
  return std::ranges::any_of(finding.standings, [&](const report::SubjectStanding& standing) {
    return standing.subject == subject && report::is_new(standing);
  });
}

}  // namespace

std::string draft_deviations(std::string_view subject, const report::Report& report,
                             const std::vector<Found>& findings) {
  const auto row = std::ranges::find(report.subjects, subject, &report::Subject::name);
  const std::string version = row == report.subjects.end() ? "" : row->version;
  std::string text = fmt::format(
      "# Known deviations of {}, drafted from a run with seed {}. Give every entry an id and a "
      "reason\n# that say what the implementation does.\n",
      subject, report.seed);
  for (const Found& found : findings) {
    const report::Finding& finding = found.finding;
    if (!is_new_to(subject, finding)) continue;
    const Labels labels = labels_of(subject, finding.signature);
    text += fmt::format("\n[[deviation]]\nid = \"finding-{}\"\nclause = {}\nreason = {}\n",
                        finding.id, toml_string(finding.clause), toml_string(finding.title));
    text += fmt::format("version = {}\n", toml_string(version.empty() ? "unknown" : version));
    for (const auto& [family, cases] : finding.families) {
      text += fmt::format("\n[[deviation.select]]\nop = \"{}\"\ncases = {}\n", finding.op,
                          toml_string(family + "/*"));
      if (!labels.expected.empty())
        text += fmt::format("expected = {}\n", toml_string(labels.expected));
      if (!labels.got.empty()) text += fmt::format("got = {}\n", toml_string(labels.got));
      if (!labels.field.empty()) text += fmt::format("field = {}\n", toml_string(labels.field));
    }
    text += fmt::format("\n[[deviation.example]]\nop = \"{}\"\nrequest = \"{}\"\n", finding.op,
                        protocol::to_hex(found.request));
  }
  return text;
}

}  // namespace grit::conformance
