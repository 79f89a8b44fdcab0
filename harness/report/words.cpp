#include "harness/report/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/report/text.h"

namespace grit::report {

std::string_view verdict_name(SubjectVerdict verdict) {
  switch (verdict) {
    case SubjectVerdict::kConformant:
      return "conformant";
    case SubjectVerdict::kKnownDeviations:
      return "known deviations";
    case SubjectVerdict::kNotConformant:
      return "not conformant";
    case SubjectVerdict::kIncomplete:
      return "incomplete";
    case SubjectVerdict::kNotAsked:
      return "not asked";
  }
  return "incomplete";
}

std::string_view verdict_name(const Subject& subject) {
  return subject.not_run_reason.empty() ? verdict_name(subject.verdict) : "not run";
}

std::vector<std::string> coverage_names(const Report& report) {
  std::vector<std::string> names;
  for (const Subject& subject : report.subjects) {
    for (const TierCoverage& tier : subject.tiers) {
      if (std::ranges::find(names, tier.name) == names.end()) names.push_back(tier.name);
    }
  }
  names.emplace_back("clauses");
  return names;
}

std::vector<std::string> coverage_texts(const Report& report, const Subject& subject) {
  std::vector<std::string> texts;
  for (const std::string& name : coverage_names(report)) {
    const auto tier = std::ranges::find(subject.tiers, name, &TierCoverage::name);
    texts.push_back(tier == subject.tiers.end()
                        ? ""
                        : fmt::format("{} of {}", tier->offered, tier->operations));
  }
  texts.back() = fmt::format("{} of {}", subject.clauses.size(), report.clauses.size());
  return texts;
}

std::string_view evidence_name(Evidence evidence) {
  switch (evidence) {
    case Evidence::kKnown:
      return "known";
    case Evidence::kConfirmed:
      return "confirmed";
    case Evidence::kIncubating:
      return "incubating";
    case Evidence::kUnchecked:
      return "unchecked";
  }
  return "unchecked";
}

bool is_new(const SubjectStanding& standing) {
  return standing.standing == "failed" || standing.standing == "error";
}

std::string standing_text(const SubjectStanding& standing) {
  if (standing.deviation.empty()) return standing.standing;
  return fmt::format("{} {}", standing.standing, standing.deviation);
}

std::string standings_text(const Finding& finding) {
  std::vector<std::string> parts;
  for (const SubjectStanding& standing : finding.standings) {
    parts.push_back(fmt::format("{}: {}", standing.subject, standing_text(standing)));
  }
  return joined(parts, "; ");
}

std::vector<std::string_view> clause_numbers(std::string_view clauses) {
  constexpr std::string_view kSeparator = ", ";
  std::vector<std::string_view> numbers;
  while (true) {
    const std::size_t end = clauses.find(kSeparator);
    const std::string_view clause = clauses.substr(0, end);
    numbers.push_back(clause.substr(0, clause.find(' ')));
    if (end == std::string_view::npos) return numbers;
    clauses.remove_prefix(end + kSeparator.size());
  }
}

std::string clause_text(std::string_view clause) {
  return clause.empty() ? std::string() : fmt::format("spec {}", clause);
}

std::string decode_text(const DecodeDifference& difference) {
  std::string text = fmt::format("{} of {} differ", grouped(difference.differing),
                                 counted(difference.elements, "element", "elements"));
  if (difference.nan_differing != 0) {
    text += fmt::format(" ({} with a NaN on one side)", grouped(difference.nan_differing));
  }
  text +=
      fmt::format("; largest distance {} ulp; first at element {}, group {}",
                  grouped(difference.largest_ulp), difference.first_index, difference.first_group);
  return text;
}

std::string answer_owner(const Answer& answer) {
  const std::string names = joined(answer.subjects, ", ");
  if (!answer.is_expected) return names;
  return names.empty() ? "specification" : fmt::format("specification = {}", names);
}

FindingClass class_of(const Finding& finding) {
  if (finding.is_diagnostic) return FindingClass::kDiagnostic;
  return finding.is_new ? FindingClass::kNew : FindingClass::kKnown;
}

}  // namespace grit::report
