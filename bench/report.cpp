#include "bench/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/targets.h"
#include "harness/report/text.h"

namespace grit::bench {
namespace {

using report::Style;
using report::Table;

std::string short_number(double value) {
  return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string size_text(const Subject& subject) {
  constexpr std::uint64_t kKi = 1024;
  constexpr std::uint64_t kMi = kKi * kKi;
  if (subject.size >= kMi && subject.size % kMi == 0)
    return fmt::format("{} Mi", subject.size / kMi);
  if (subject.size >= kKi && subject.size % kKi == 0)
    return fmt::format("{} Ki", subject.size / kKi);
  return report::grouped(subject.size);
}

std::string target_text(const Row& row) {
  return row.target ? fmt::format("≥ {}", short_number(*row.target)) : std::string();
}

std::string verdict_text(const Row& row) {
  if (!row.target) return {};
  return row.missed() ? "missed" : "reached";
}

std::string value_text(double value, Unit unit) {
  return fmt::format("{} {}", short_number(value), unit_name(unit));
}

}  // namespace

std::vector<Row> rows_of(const Results& results) {
  std::vector<Row> rows;
  const auto isa = reference::kernels::isa_from_name(results.machine.isa);
  for (const Measurement& theirs : results.measurements) {
    const Measurement* ours = find(results.measurements, theirs.subject, kProduct);
    if (theirs.peer == kProduct || ours == nullptr) continue;
    rows.push_back(
        {.subject = theirs.subject,
         .base = theirs.peer,
         .unit = theirs.unit,
         .ours = ours->value,
         .theirs = theirs.value,
         .ratio = speedup(*ours, theirs),
         .target = isa ? target_ratio(theirs.subject, theirs.peer, *isa) : std::nullopt});
  }
  return rows;
}

std::vector<std::string> not_shown(std::span<const Row> rows, const Machine& machine) {
  std::vector<std::string> names;
  const auto isa = reference::kernels::isa_from_name(machine.isa);
  if (!isa) return names;
  for (const Target& target : all_targets()) {
    const Subject subject{std::string(target.op), std::string(target.grade), target.size};
    if (!target_ratio(subject, target.base, *isa)) continue;
    const bool shown = std::ranges::any_of(rows, [&](const Row& row) {
      return row.subject.op == target.op && row.subject.grade == target.grade &&
             row.base == target.base && (target.size == 0 || target.size == row.subject.size);
    });
    if (!shown) {
      names.push_back(fmt::format("{} {} of {}", target.op, target.grade, target.base));
    }
  }
  return names;
}

std::string to_text(const Results& results, bool whole, bool colour) {
  using Align = Table::Align;
  Table table({Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kLeft,
               Align::kRight, Align::kRight, Align::kRight, Align::kLeft});
  std::vector<Table::Cell> head;
  for (const char* name :
       {"op", "grade", "size", "ours", "peer", "the peer's", "ratio", "target", ""}) {
    head.push_back({name, Style::kFaint});
  }
  table.add_row(std::move(head));
  const std::vector<Row> rows = rows_of(results);
  std::size_t with_target = 0;
  std::size_t missed = 0;
  for (const Row& row : rows) {
    with_target += row.target.has_value();
    missed += row.missed();
    table.add_row({{row.subject.op},
                   {row.subject.grade},
                   {size_text(row.subject)},
                   {value_text(row.ours, row.unit)},
                   {report::printable(row.base)},
                   {value_text(row.theirs, row.unit)},
                   {short_number(row.ratio), Style::kStrong},
                   {target_text(row), Style::kFaint},
                   {verdict_text(row), row.missed() ? Style::kBad : Style::kGood}});
  }
  std::string text =
      report::printable(describe(results.machine)) + "\n\n" + table.render(0, colour);
  text += fmt::format("\n{} reached, {} missed\n",
                      report::counted(with_target - missed, "target", "targets"), missed);
  const std::vector<std::string> hidden = not_shown(rows, results.machine);
  if (whole && !hidden.empty()) {
    text += fmt::format("not shown: {}\n", report::joined(hidden, "; "));
  }
  return text;
}

std::string to_markdown(const Results& results, bool whole) {
  std::string text = fmt::format("{}. Peers: {}.\n\n", report::printable(describe(results.machine)),
                                 report::joined(results.peers, ", "));
  text +=
      "| op | grade | size | ours | peer | the peer's | ratio | target | |\n"
      "|---|---|---:|---:|---|---:|---:|---:|---|\n";
  const std::vector<Row> rows = rows_of(results);
  for (const Row& row : rows) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", row.subject.op,
                        row.subject.grade, size_text(row.subject), value_text(row.ours, row.unit),
                        row.base, value_text(row.theirs, row.unit), short_number(row.ratio),
                        target_text(row), verdict_text(row));
  }
  const std::vector<std::string> hidden = not_shown(rows, results.machine);
  if (whole && !hidden.empty())
    text += fmt::format("\nNot shown: {}.\n", report::joined(hidden, "; "));
  return text;
}

std::string to_text(std::span<const Gated> rows, bool colour) {
  std::string text;
  std::size_t failed = 0;
  for (const Gated& row : rows) {
    if (row.passed()) continue;
    ++failed;
    text += report::painted(
        fmt::format("{}: {} times {}, at least {} is asked\n", subject_name(row.subject),
                    short_number(row.ratio), row.base, short_number(row.least)),
        Style::kBad, colour);
  }
  return text + fmt::format("{} held, {} fell\n",
                            report::counted(rows.size() - failed, "ratio", "ratios"), failed);
}

}  // namespace grit::bench
