#include "harness/conformance/conclusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace grit::conformance {
namespace {

using report::Report;
using report::Subject;

// An adapter that never said HELLO has shown nothing; its tier is unknown.
bool spoke(const Subject& subject) { return !subject.tier.empty(); }

bool offers_nothing(const Subject& subject) {
  return subject.counts.planned > 0 && subject.counts.not_offered == subject.counts.planned;
}

// A decoder's adapter.toml says what it can answer; where a plan has none of that it is not even
// started, and nothing is missing.
bool is_not_asked(const Subject& subject) {
  return subject.kind == "decoder" && offers_nothing(subject) && subject.incidents.empty() &&
         subject.not_run_reason.empty();
}

report::SubjectVerdict verdict_of(const Subject& subject) {
  if (subject.counts.failed + subject.counts.errors > 0) {
    return report::SubjectVerdict::kNotConformant;
  }
  if (is_incomplete(subject)) return report::SubjectVerdict::kIncomplete;
  if (is_not_asked(subject)) return report::SubjectVerdict::kNotAsked;
  if (subject.counts.expected_failures > 0) return report::SubjectVerdict::kKnownDeviations;
  return report::SubjectVerdict::kConformant;
}

// Classes of subjects that gave the same answer to every case that both answered.
std::vector<std::vector<std::string>> partition(const Report& report) {
  std::vector<std::vector<std::string>> classes;
  const auto agree = [&](const std::string& a, const std::string& b) {
    const auto row =
        std::ranges::find_if(report.agreements, [&](const report::Agreement& candidate) {
          return (candidate.a == a && candidate.b == b) || (candidate.a == b && candidate.b == a);
        });
    return row != report.agreements.end() && row->compared > 0 && row->equal == row->compared;
  };
  for (const Subject& subject : report.subjects) {
    if (!spoke(subject)) continue;  // who never spoke agrees with nobody
    const auto home = std::ranges::find_if(classes, [&](const std::vector<std::string>& members) {
      return std::ranges::all_of(
          members, [&](const std::string& member) { return agree(member, subject.name); });
    });
    if (home != classes.end()) {
      home->push_back(subject.name);
    } else {
      classes.push_back({subject.name});
    }
  }
  return classes;
}

// What two classes of `partition` have in common: a row for each pair of numbers that occurs.
std::vector<report::ClassAgreement> class_agreements(const Report& report) {
  const auto class_of = [&](const std::string& name) {
    return std::ranges::find_if(report.partition,
                                [&](const std::vector<std::string>& members) {
                                  return std::ranges::find(members, name) != members.end();
                                }) -
           report.partition.begin();
  };
  const auto insert = [](std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  using Key = std::tuple<std::ptrdiff_t, std::ptrdiff_t, std::uint64_t, std::uint64_t>;
  std::map<Key, report::ClassAgreement> rows;
  for (const report::Agreement& pair : report.agreements) {
    if (pair.compared == 0) continue;
    auto left = class_of(pair.a);
    auto right = class_of(pair.b);
    if (left == right) continue;
    const bool swapped = right < left;
    if (swapped) std::swap(left, right);
    report::ClassAgreement& row = rows[{left, right, pair.compared, pair.equal}];
    insert(row.a, swapped ? pair.b : pair.a);
    insert(row.b, swapped ? pair.a : pair.b);
    row.compared = pair.compared;
    row.equal = pair.equal;
  }
  std::vector<report::ClassAgreement> list;
  for (auto& [key, row] : rows) list.push_back(std::move(row));
  return list;
}

std::vector<report::StaleEntry> stale_deviations(const Report& report) {
  std::vector<report::StaleEntry> stale;
  const bool whole = report.selection.empty() && report.shards == 0 && !report.stopped_early;
  for (const Subject& subject : report.subjects) {
    if (!spoke(subject)) continue;
    for (const report::DeviationUse& entry : subject.deviations) {
      const auto add = [&](std::string problem) {
        stale.push_back({subject.deviations_file, entry.id, std::move(problem)});
      };
      if (!entry.expired.empty()) {
        add(entry.expired);
      } else if (entry.unexpected_passes > 0) {
        add(fmt::format("{} of its examples pass{}: the deviation is gone", entry.unexpected_passes,
                        entry.unexpected_passes == 1 ? "es" : ""));
      } else if (entry.expected_failures == 0 && whole && subject.counts.not_run == 0) {
        add("nothing failed in this way: remove it, or correct its conditions");
      }
    }
  }
  return stale;
}

}  // namespace

bool is_incomplete(const Subject& subject) {
  return subject.counts.not_run > 0 || !subject.incidents.empty() ||
         (offers_nothing(subject) && !is_not_asked(subject));
}

void conclude(Report& report) {
  std::uint64_t asked = 0;
  std::uint64_t planned = 0;
  std::vector<std::string> incomplete;
  std::vector<std::string> not_conformant;
  std::size_t known = 0;
  std::size_t not_asked = 0;
  for (Subject& subject : report.subjects) {
    if (offers_nothing(subject) && !is_not_asked(subject) && subject.not_run_reason.empty()) {
      subject.not_run_reason =
          "it offers none of the operations that are asked; does `ops` in its HELLO reply name "
          "them?";
    }
    subject.verdict = verdict_of(subject);
    planned += subject.counts.planned;
    asked += subject.counts.planned - subject.counts.not_offered;
    if (is_incomplete(subject)) incomplete.push_back(subject.name);
    if (subject.counts.failed + subject.counts.errors > 0) not_conformant.push_back(subject.name);
    if (subject.counts.expected_failures > 0) ++known;
    if (is_not_asked(subject)) ++not_asked;
  }
  report.partition = partition(report);
  report.class_agreements = class_agreements(report);
  report.stale = stale_deviations(report);

  std::size_t new_findings = 0;
  std::size_t old_findings = 0;
  for (const report::Finding& finding : report.findings) {
    if (finding.is_new) ++(finding.in_baseline ? old_findings : new_findings);
  }
  // A baseline excuses what it has; what cannot be put down to a finding it cannot excuse.
  const bool excused = !report.baseline.empty() && new_findings == 0 && old_findings > 0;

  const std::string failures =
      not_conformant.empty() ? ""
                             : fmt::format("; not conformant: {}", fmt::join(not_conformant, ", "));
  const std::size_t stale = report.stale.size();
  if (planned == 0 || asked == 0) {
    report.exit_code = 5;
    report.verdict = planned == 0 ? "nothing selected: no subject, or no case"
                                  : "nothing selected: no subject offers an op of any case";
  } else if (stale > 0) {
    report.exit_code = 4;
    report.verdict = fmt::format("{} pin{} or known deviation{} stale{}", stale,
                                 stale == 1 ? "" : "s", stale == 1 ? " is" : "s are", failures);
  } else if (!incomplete.empty() || report.stopped_early) {
    report.exit_code = 3;
    report.verdict = incomplete.empty()
                         ? "incomplete: stopped early" + failures
                         : fmt::format("incomplete: {}{}", fmt::join(incomplete, ", "), failures);
  } else if (report.reference_mismatches > 0) {
    report.exit_code = 1;
    report.verdict = "the reference contradicts a pinned vector" + failures;
  } else if (!not_conformant.empty() && !excused) {
    report.exit_code = 1;
    report.verdict = failures.substr(2);
    if (!report.baseline.empty()) {
      report.verdict +=
          fmt::format("; {} of {} findings are new", new_findings, new_findings + old_findings);
    }
  } else if (excused) {
    report.exit_code = 0;
    report.verdict =
        fmt::format("nothing new: all {} findings are in the baseline{}", old_findings, failures);
  } else {
    report.exit_code = 0;
    const std::size_t subjects = report.subjects.size() - not_asked;
    report.verdict = fmt::format("conformant: {} of {} subject{}", subjects - known, subjects,
                                 subjects == 1 ? "" : "s");
    if (known > 0) report.verdict += fmt::format("; {} as known to deviate", known);
    if (not_asked > 0) report.verdict += fmt::format("; {} not asked", not_asked);
  }
}

}  // namespace grit::conformance
