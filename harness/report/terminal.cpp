#include "harness/report/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/text.h"
#include "harness/report/words.h"

namespace grit::report {
namespace {

using Align = Table::Align;
using Row = std::vector<Table::Cell>;

// What a subject says of itself may have any length.
constexpr std::size_t kMaxIdentityWidth = 32;

Style verdict_style(const Subject& subject) {
  switch (subject.verdict) {
    case SubjectVerdict::kKnownDeviations:
      return Style::kWarning;
    case SubjectVerdict::kConformant:
      return Style::kGood;
    case SubjectVerdict::kNotConformant:
      return Style::kBad;
    case SubjectVerdict::kIncomplete:
    case SubjectVerdict::kNotAsked:
      return Style::kWarning;
  }
  return Style::kWarning;
}

Row heading(std::initializer_list<std::string_view> names) {
  Row row;
  for (const std::string_view name : names) row.push_back({std::string(name), Style::kFaint});
  return row;
}

class Writer {
 public:
  Writer(const Report& report, const TerminalOptions& options)
      : report_(report), options_(options) {}

  std::string write() {
    write_head();
    write_subjects();
    write_agreement();
    write_findings();
    write_incidents();
    write_stale();
    write_left_out();
    write_verdict();
    return std::move(out_);
  }

 private:
  // One line; `text` must be printable.
  void line(std::size_t indent, std::string_view text, Style style = Style::kPlain) {
    out_.append(indent, ' ');
    out_ += painted(text, style, options_.colour);
    out_ += '\n';
  }

  void title(std::string_view text) {
    out_ += '\n';
    line(0, text, Style::kStrong);
  }

  void table(std::size_t indent, const Table& rows) {
    out_ += rows.render(indent, options_.colour);
  }

  // A value as one line that ends at the terminal's edge, `column` blanks from its left.
  std::string cut(std::string_view value, std::size_t column) const {
    constexpr std::size_t kLeast = 24;
    const std::size_t width = options_.width > column + kLeast ? options_.width - column : kLeast;
    return truncated(printable(value), width);
  }

  void write_head() {
    std::string text =
        fmt::format("{}: {}", printable(report_.family), counted(report_.cases, "case", "cases"));
    text += fmt::format(" for each of {}, seed {}",
                        counted(report_.subjects.size(), "subject", "subjects"), report_.seed);
    text += fmt::format(" (grit {}, suite {})", printable(report_.tool_version),
                        printable(report_.suite_version));
    line(0, text, Style::kStrong);
    Table sources({Align::kRight, Align::kLeft});
    for (const auto& [name, cases] : report_.sources) {
      sources.add_row({{grouped(cases)}, {printable(name)}});
    }
    table(2, sources);
  }

  void write_subjects() {
    if (report_.subjects.empty()) return;
    title("Subjects");
    Table identities({});
    Row titles = heading({"name", "kind", "language", "version"});
    for (const std::string& name : coverage_names(report_)) {
      titles.push_back({printable(name), Style::kFaint});
    }
    titles.push_back({"verdict", Style::kFaint});
    identities.add_row(std::move(titles));
    for (const Subject& subject : report_.subjects) {
      Row row = {{printable(subject.name)},
                 {printable(subject.kind)},
                 {truncated(printable(subject.language), kMaxIdentityWidth)},
                 {truncated(printable(subject.version), kMaxIdentityWidth)}};
      for (std::string& text : coverage_texts(report_, subject)) row.push_back({std::move(text)});
      row.push_back({std::string(verdict_name(subject)), verdict_style(subject)});
      identities.add_row(std::move(row));
    }
    table(2, identities);

    title("Cases by subject");
    std::vector<Align> align(kCountWords.size() + 1, Align::kRight);
    align[0] = Align::kLeft;
    Table numbers(align);
    Row names = heading({"name"});
    for (const CountWord& word : kCountWords) {
      names.push_back({std::string(word.name), Style::kFaint});
    }
    numbers.add_row(names);
    for (const Subject& subject : report_.subjects) {
      Row row = {{printable(subject.name)}};
      for (const CountWord& word : kCountWords) row.push_back(count_cell(subject, word));
      numbers.add_row(std::move(row));
    }
    table(2, numbers);
    write_subject_notes();
  }

  static Table::Cell count_cell(const Subject& subject, const CountWord& word) {
    const std::uint64_t number = subject.counts.*word.member;
    if (number == 0) return {"0", Style::kFaint};
    const bool bad = word.member == &Counts::failed || word.member == &Counts::errors ||
                     word.member == &Counts::unexpected_passes;
    const bool open = word.member == &Counts::not_run || word.member == &Counts::not_offered;
    return {grouped(number), bad ? Style::kBad : open ? Style::kWarning : Style::kPlain};
  }

  // What a row of numbers does not say.
  void write_subject_notes() {
    for (const Subject& subject : report_.subjects) {
      const std::string name = printable(subject.name);
      if (!subject.not_run_reason.empty()) {
        line(2, fmt::format("{} did not run: {}", name, printable(subject.not_run_reason)),
             Style::kWarning);
        if (!subject.install_command.empty()) {
          line(4, fmt::format("install: {}", printable(subject.install_command)));
        }
      }
      if (subject.diagnostics != 0) {
        line(2, fmt::format("{} named another plane beside the right status in {}; never a failure",
                            name, counted(subject.diagnostics, "case", "cases")));
      }
    }
  }

  void write_agreement() {
    if (report_.partition.empty()) return;
    title("Who agrees with whom");
    if (report_.partition.size() == 1) {
      const std::vector<std::string>& all = report_.partition.front();
      if (all.size() == 1) {
        line(2, fmt::format("only {} answered", printable(all.front())));
      } else {
        line(2,
             fmt::format("all {} give the same answers: {}", all.size(),
                         printable(joined(all, ", "))),
             Style::kGood);
      }
      return;
    }
    for (const std::vector<std::string>& block : report_.partition) {
      line(2, fmt::format("- {}", printable(joined(block, " = "))));
    }
    if (report_.class_agreements.empty()) return;
    out_ += '\n';
    Table pairs({Align::kLeft, Align::kLeft, Align::kRight, Align::kRight});
    pairs.add_row(heading({"", "", "equal", "compared"}));
    for (const ClassAgreement& agreement : report_.class_agreements) {
      const Style style = agreement.equal == agreement.compared ? Style::kGood : Style::kBad;
      pairs.add_row({{printable(joined(agreement.a, " = "))},
                     {printable(joined(agreement.b, " = "))},
                     {grouped(agreement.equal), style},
                     {grouped(agreement.compared)}});
    }
    table(2, pairs);
  }

  void write_findings() {
    write_class(FindingClass::kNew, "New findings", options_.full_findings);
    write_class(FindingClass::kKnown, "Known deviations", 0);
    write_class(FindingClass::kDiagnostic, "Diagnostics (never a failure)", 0);
  }

  // The findings of one class: the first `full` of them in full, the rest one line each.
  void write_class(FindingClass wanted, std::string_view name, std::size_t full) {
    std::vector<const Finding*> findings;
    for (const Finding& finding : report_.findings) {
      if (class_of(finding) == wanted) findings.push_back(&finding);
    }
    if (findings.empty()) return;
    if (options_.verbose) full = findings.size();
    full = std::min(full, findings.size());
    title(fmt::format("{}: {}", name, grouped(findings.size())));
    for (std::size_t i = 0; i < full; ++i) write_finding(*findings[i]);
    if (full == findings.size()) return;
    if (full != 0) {
      out_ += '\n';
      line(2, fmt::format("{} more, one line each; --verbose shows them in full",
                          grouped(findings.size() - full)));
    }
    for (std::size_t i = full; i < findings.size(); ++i) write_brief(*findings[i]);
  }

  // Two lines: which, where and who; then what.
  void write_brief(const Finding& finding) {
    std::vector<std::string> subjects;
    for (const SubjectStanding& standing : finding.standings) {
      if (std::ranges::find(subjects, standing.subject) == subjects.end()) {
        subjects.push_back(standing.subject);
      }
    }
    line(2,
         fmt::format("{}  {:<13}  {:<13}  {:>9}  {}", printable(finding.id), printable(finding.op),
                     printable(clause_text(finding.clause)),
                     counted(finding.count, "case", "cases"), printable(joined(subjects, ", "))));
    for (const std::string& text : wrapped(printable(finding.title), options_.width - 6)) {
      line(6, text, Style::kFaint);
    }
  }

  void write_finding(const Finding& finding) {
    out_ += '\n';
    line(2, fmt::format("[{}] {}", printable(finding.id), printable(finding.title)),
         finding.is_new ? Style::kBad : Style::kStrong);
    Table facts({});
    const auto fact = [&](std::string_view name, std::string text) {
      if (!text.empty()) facts.add_row({{std::string(name), Style::kFaint}, {std::move(text)}});
    };
    fact("operation", printable(fmt::format("{}  {}", finding.op, clause_text(finding.clause))));
    fact("cases", grouped(finding.count));
    if (finding.families.size() > 1) {
      fact("families", counted(finding.families.size(), "family", "families"));
    }
    if (finding.is_new) fact("evidence", std::string(evidence_name(finding.evidence)));
    if (finding.in_baseline) fact("baseline", "has it too");
    fact("subjects", printable(standings_text(finding)));
    fact("signature", printable(finding.signature));
    fact("smallest", printable(finding.case_id));
    fact("expected by", printable(finding.expected_from));
    fact("request",
         fmt::format("{}{}{}", counted(finding.request_bytes, "byte", "bytes"),
                     finding.reduced_from == 0
                         ? ""
                         : fmt::format(", reduced from {}", grouped(finding.reduced_from)),
                     finding.request_file.empty()
                         ? ""
                         : fmt::format(" in {}", printable(finding.request_file))));
    table(4, facts);
    Table pieces({});
    for (const auto& [piece, rendered] : finding.request) {
      pieces.add_row({{printable(piece), Style::kFaint}, {cut(rendered, 22)}});
    }
    if (finding.request.empty() && !finding.request_hex.empty()) {
      pieces.add_row({{"hex", Style::kFaint}, {cut(finding.request_hex, 22)}});
    }
    table(6, pieces);
    if (!finding.descriptor.empty()) {
      line(6, fmt::format("its descriptor beside the canonical one of {}:",
                          printable(finding.descriptor_base)));
      write_differences(finding.descriptor, "canonical", "here");
    }
    for (const Answer& answer : finding.answers) write_answer(answer);
  }

  void write_answer(const Answer& answer) {
    const Style style = answer.is_expected ? Style::kGood : Style::kBad;
    line(4, fmt::format("{}: {}", printable(answer_owner(answer)), printable(answer.outcome)),
         style);
    for (const std::string_view text : lines_of(answer.rendered)) line(6, cut(text, 6));
    if (answer.rendered.empty() && !answer.raw_hex.empty()) line(6, cut(answer.raw_hex, 6));
    if (answer.decode) line(6, decode_text(*answer.decode));
    write_stderr(6, answer.stderr_tail);
    write_differences(answer.differences, "specification", "answer");
  }

  void write_differences(const std::vector<FieldDifference>& differences,
                         std::string_view expected_is, std::string_view actual_is) {
    if (differences.empty()) return;
    Table rows({Align::kRight});
    rows.add_row(heading({"offset", "field", expected_is, actual_is, "meaning", "clause"}));
    for (const FieldDifference& difference : differences) {
      rows.add_row({{printable(difference.offset)},
                    {printable(difference.field)},
                    {cut(difference.expected, options_.width / 2), Style::kGood},
                    {cut(difference.actual, options_.width / 2), Style::kBad},
                    {printable(difference.meaning)},
                    {printable(clause_text(difference.clause))}});
    }
    table(6, rows);
  }

  void write_stderr(std::size_t indent, std::string_view bytes) {
    const std::string tail = printable_lines(bytes);
    for (const std::string_view text : lines_of(tail)) {
      line(indent, fmt::format("stderr| {}", text));
    }
  }

  void write_incidents() {
    bool first = true;
    for (const Subject& subject : report_.subjects) {
      for (const Incident& incident : subject.incidents) {
        if (std::exchange(first, false)) title("Incidents");
        line(2,
             fmt::format("{}: {}: {}", printable(subject.name), printable(incident.kind),
                         printable(incident.detail)),
             Style::kWarning);
        if (!incident.hint.empty()) line(4, fmt::format("hint: {}", printable(incident.hint)));
        if (!incident.prefix_file.empty()) {
          line(4, fmt::format("requests sent before: {}", printable(incident.prefix_file)));
        }
        write_stderr(4, incident.stderr_tail);
      }
    }
  }

  void write_stale() {
    if (report_.stale.empty()) return;
    title("Stale entries");
    for (const StaleEntry& entry : report_.stale) {
      line(2,
           fmt::format("{}: {}: {}", printable(entry.file), printable(entry.entry),
                       printable(entry.problem)),
           Style::kBad);
    }
  }

  void write_left_out() {
    if (!report_.without.empty()) {
      title(fmt::format("Left out by --without: {}", printable(joined(report_.without, ", "))));
    }
    if (report_.stopped_early) title("The run was stopped before all cases were put.");
    write_speed();
    if (!report_.timing.directory.empty()) {
      out_ += '\n';
      line(0, fmt::format("Files of this run: {}", printable(report_.timing.directory)));
    }
  }

  // Who was slow: the subjects, or the harness itself.
  void write_speed() {
    const Timing& timing = report_.timing;
    const double cpu = timing.harness_cpu_seconds + timing.subjects_cpu_seconds;
    if (timing.subjects.empty() || cpu <= 0) return;
    std::vector<std::string> rates;
    for (const Timing::SubjectTiming& subject : timing.subjects) {
      rates.push_back(fmt::format("{} {}", printable(subject.name),
                                  grouped(static_cast<std::uint64_t>(subject.cases_per_second))));
    }
    out_ += '\n';
    for (const std::string& text :
         wrapped(fmt::format("Cases a second: {}. The harness used {:.0f} % of the processor time.",
                             joined(rates, ", "), 100 * timing.harness_cpu_seconds / cpu),
                 options_.width)) {
      line(0, text, Style::kFaint);
    }
  }

  void write_verdict() {
    out_ += '\n';
    const Style style = report_.exit_code == 0   ? Style::kGood
                        : report_.exit_code == 1 ? Style::kBad
                                                 : Style::kWarning;
    line(0, fmt::format("{} (exit code {})", printable(report_.verdict), report_.exit_code), style);
  }

  const Report& report_;
  const TerminalOptions& options_;
  std::string out_;
};

}  // namespace

std::string to_terminal(const Report& report, const TerminalOptions& options) {
  return Writer(report, options).write();
}

}  // namespace grit::report
