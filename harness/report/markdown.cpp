#include "harness/report/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/text.h"
#include "harness/report/words.h"

namespace grit::report {
namespace {

// Text for a table cell or within a paragraph, never at its beginning: one line in which nothing is
// markup. Entities also keep HTML, links and mentions of accounts from forming.
std::string escaped(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*_{}[]#+!|~";
  constexpr std::string_view kEntities = "<>&@";
  const std::string visible = printable(text);
  std::string out;
  for (std::size_t i = 0; i < visible.size(); ++i) {
    const char c = visible[i];
    const bool opens_link = c == ':' && visible.compare(i, 3, "://") == 0;
    if (opens_link || kEntities.find(c) != std::string_view::npos) {
      out += fmt::format("&#{};", static_cast<int>(c));
      continue;
    }
    if (kMarkup.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

constexpr std::size_t kCellWidth = 160;

std::string row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string table_head(const std::vector<std::string>& names, std::string_view rule) {
  return row(names) + std::string(rule) + "\n";
}

void write_subjects(std::string& out, const Report& report) {
  if (report.subjects.empty()) return;
  out += "\n## Subjects\n\n";
  std::vector<std::string> names = {"subject", "language", "version"};
  std::string rule = "|---|---|---|";
  for (const std::string& name : coverage_names(report)) {
    names.push_back(escaped(name));
    rule += "---|";
  }
  names.emplace_back("verdict");
  rule += "---|";
  for (const CountWord& word : kCountWords) {
    names.emplace_back(word.name);
    rule += "--:|";
  }
  out += table_head(names, rule);
  for (const Subject& subject : report.subjects) {
    std::vector<std::string> cells = {escaped(subject.name), escaped(subject.language),
                                      escaped(subject.version)};
    for (const std::string& text : coverage_texts(report, subject)) cells.push_back(text);
    cells.push_back(fmt::format("**{}**", verdict_name(subject)));
    for (const CountWord& word : kCountWords) cells.push_back(grouped(subject.counts.*word.member));
    out += row(cells);
  }
  for (const Subject& subject : report.subjects) {
    if (subject.not_run_reason.empty()) continue;
    out += fmt::format("\nSubject {} did not run: {}", escaped(subject.name),
                       escaped(subject.not_run_reason));
    if (!subject.install_command.empty()) {
      out += fmt::format(" (install: {})", escaped(subject.install_command));
    }
    out += '\n';
  }
}

void write_agreement(std::string& out, const Report& report) {
  if (report.partition.empty()) return;
  out += "\n## Who agrees with whom\n\n";
  for (const std::vector<std::string>& block : report.partition) {
    out += fmt::format("- same answers: {}\n", escaped(joined(block, ", ")));
  }
  if (report.class_agreements.empty()) return;
  out += '\n';
  out += table_head({"", "", "equal", "compared"}, "|---|---|--:|--:|");
  for (const ClassAgreement& agreement : report.class_agreements) {
    out += row({escaped(joined(agreement.a, " = ")), escaped(joined(agreement.b, " = ")),
                grouped(agreement.equal), grouped(agreement.compared)});
  }
}

void write_findings(std::string& out, const Report& report, const MarkdownOptions& options,
                    FindingClass wanted, std::string_view title) {
  std::vector<const Finding*> findings;
  for (const Finding& finding : report.findings) {
    if (class_of(finding) == wanted) findings.push_back(&finding);
  }
  if (findings.empty()) return;
  out += fmt::format("\n## {}: {}\n\n", title, grouped(findings.size()));
  out += table_head({"id", "op", "clause", "cases", "subjects", "what", "smallest case"},
                    "|---|---|---|--:|---|---|---|");
  const std::size_t shown = std::min(findings.size(), options.findings);
  for (std::size_t i = 0; i < shown; ++i) {
    const Finding& finding = *findings[i];
    out += row({escaped(finding.id), escaped(finding.op), escaped(clause_text(finding.clause)),
                grouped(finding.count), escaped(standings_text(finding)),
                escaped(truncated(printable(finding.title), kCellWidth)),
                escaped(truncated(printable(finding.case_id), kCellWidth))});
  }
  if (shown != findings.size()) {
    out += fmt::format("\n{} more in report.json.\n", grouped(findings.size() - shown));
  }
}

void write_incidents(std::string& out, const Report& report) {
  bool first = true;
  for (const Subject& subject : report.subjects) {
    for (const Incident& incident : subject.incidents) {
      if (std::exchange(first, false)) out += "\n## Incidents\n\n";
      out += fmt::format("- Subject {}, {}: {}", escaped(subject.name), escaped(incident.kind),
                         escaped(incident.detail));
      if (!incident.hint.empty()) out += fmt::format(" Hint: {}", escaped(incident.hint));
      out += '\n';
    }
  }
}

void write_stale(std::string& out, const Report& report) {
  if (report.stale.empty()) return;
  out += "\n## Stale entries\n\n";
  out += table_head({"file", "entry", "problem"}, "|---|---|---|");
  for (const StaleEntry& entry : report.stale) {
    out += row({escaped(entry.file), escaped(entry.entry), escaped(entry.problem)});
  }
}

}  // namespace

std::string to_markdown(const Report& report, const MarkdownOptions& options) {
  std::string out = fmt::format("# {} certification\n\n**{}** (exit code {})\n",
                                escaped(report.family), escaped(report.verdict), report.exit_code);
  out += fmt::format("\n{} for each subject; seed {}; grit {}, suite {}\n",
                     counted(report.cases, "case", "cases"), report.seed,
                     escaped(report.tool_version), escaped(report.suite_version));
  write_subjects(out, report);
  write_agreement(out, report);
  write_findings(out, report, options, FindingClass::kNew, "New findings");
  write_findings(out, report, options, FindingClass::kKnown, "Known deviations");
  write_findings(out, report, options, FindingClass::kDiagnostic, "Diagnostics (never a failure)");
  write_incidents(out, report);
  write_stale(out, report);
  if (!report.without.empty()) {
    out += fmt::format("\nLeft out by --without: {}\n", escaped(joined(report.without, ", ")));
  }
  if (report.stopped_early) out += "\nThe run was stopped before all cases were put.\n";
  return out;
}

}  // namespace grit::report
