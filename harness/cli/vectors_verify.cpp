#include "harness/cli/vectors_verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/places.h"
#include "harness/cli/specification.h"
#include "harness/cli/subjects.h"
#include "harness/cli/vectors_suite.h"
#include "harness/conformance/verify_vectors.h"
#include "harness/report/text.h"
#include "harness/report/words.h"
#include "harness/vectors/history.h"

namespace grit::cli {
namespace {

using conformance::SubjectPlan;
using conformance::VectorVerification;
using Json = nlohmann::ordered_json;

constexpr std::string_view kCommand = "vectors verify";
constexpr std::size_t kMostShown = 20;

// Everything that verify finds; parts that were not reached are empty.
struct Verified {
  vectors::PinState pins;
  std::string stale;                  // what is wrong with the pins and what to do; else empty
  std::vector<std::string> problems;  // of ids and clauses
  std::size_t vectors = 0;
  std::size_t names = 0;
  VectorVerification verification;
  int exit_code = kExitClean;
};

std::expected<std::vector<SubjectPlan>, std::string> plan_subjects(
    const VectorsVerifyArguments& arguments, const conformance::Places& places) {
  const auto chosen = chosen_subjects({.names = arguments.subjects,
                                       .commands = arguments.adapters,
                                       .libraries = arguments.libraries,
                                       .with = {},
                                       .config = arguments.config,
                                       .or_default = false},
                                      places);
  if (!chosen) return std::unexpected(chosen.error());
  std::vector<SubjectPlan> subjects;
  for (const conformance::AdapterSpec& adapter : *chosen) {
    auto subject = conformance::plan_subject(adapter, adapter.deviations);
    if (!subject) return std::unexpected(subject.error());
    subjects.push_back(std::move(*subject));
  }
  return subjects;
}

// A clause that nobody can look up decides nothing.
void check_clauses(const OpenSuite& open, std::vector<std::string>& problems) {
  const std::string specification = specification_text();
  if (specification.empty()) {
    problems.emplace_back("docs/SPEC.md cannot be read, so no clause can be looked up");
    return;
  }
  std::vector<std::string> known;
  for (const vectors::Vector& vector : open.suite.vectors) {
    for (const std::string_view clause : report::clause_numbers(vector.item.clause)) {
      if (std::ranges::find(known, clause) != known.end()) continue;
      if (clause_of_specification(specification, clause).empty()) {
        problems.push_back(fmt::format("{} cites {}, which docs/SPEC.md does not have",
                                       vector_text(open, vector), clause));
        continue;
      }
      known.emplace_back(clause);
    }
  }
}

std::string pin_text(const vectors::PinProblem& problem) {
  return problem.actual.empty()
             ? fmt::format("{}: {}", report::printable(problem.file), to_string(problem.kind))
             : fmt::format("{}: {}: SHA-256 is {}, pinned is {}", report::printable(problem.file),
                           to_string(problem.kind), problem.actual, problem.expected);
}

std::string counts_text(const report::Subject& row) {
  if (!row.not_run_reason.empty()) {
    return "not run: " + row.not_run_reason +
           (row.install_command.empty() ? "" : "; " + row.install_command);
  }
  std::string text;
  for (const report::CountWord& word : report::kCountWords) {
    const std::uint64_t count = row.counts.*word.member;
    if (word.key == "planned" || count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : " · ", report::grouped(count), word.name);
  }
  return text;
}

std::string as_json(const OpenSuite* open, const Verified& verified) {
  Json pins = Json::array();
  for (const vectors::PinProblem& problem : verified.pins.problems) {
    pins.push_back(
        {{"file", report::valid_utf8(problem.file)}, {"problem", to_string(problem.kind)}});
  }
  Json subjects = Json::array();
  for (const report::Subject& row : verified.verification.subjects) {
    Json counts = Json::object();
    for (const report::CountWord& word : report::kCountWords) {
      counts[std::string(word.key)] = row.counts.*word.member;
    }
    subjects.push_back({{"name", row.name},
                        {"not_run_reason", report::valid_utf8(row.not_run_reason)},
                        {"counts", std::move(counts)}});
  }
  Json mismatches = Json::array();
  for (const conformance::VectorMismatch& mismatch : verified.verification.mismatches) {
    const vectors::Vector& vector = open->suite.vectors[mismatch.index];
    mismatches.push_back({{"subject", mismatch.subject},
                          {"id", vector.id},
                          {"name", vector.item.id},
                          {"clause", vector.item.clause},
                          {"expected", report::valid_utf8(mismatch.expected)},
                          {"got", report::valid_utf8(mismatch.got)}});
  }
  return json_text({{"schema", "grit-vectors-verify"},
                    {"version", 1},
                    {"suite_version", verified.pins.suite_version},
                    {"stale", verified.stale},
                    {"pin_problems", std::move(pins)},
                    {"vectors", verified.vectors},
                    {"names", verified.names},
                    {"problems", verified.problems},
                    {"subjects", std::move(subjects)},
                    {"mismatches", std::move(mismatches)},
                    {"exit_code", verified.exit_code}});
}

std::string as_text(const OpenSuite* open, const Verified& verified, bool colour) {
  std::string text;
  for (const vectors::PinProblem& problem : verified.pins.problems) {
    text += pin_text(problem) + "\n";
  }
  if (open == nullptr) {
    return text + verified.stale + " (nothing was judged)\n";
  }
  for (const std::string& problem : verified.problems) text += report::printable(problem) + "\n";
  const auto& mismatches = verified.verification.mismatches;
  for (std::size_t i = 0; i < std::min(mismatches.size(), kMostShown); ++i) {
    const vectors::Vector& vector = open->suite.vectors[mismatches[i].index];
    text += fmt::format("{}: {} ({})\n  expected {}\n  got      {}\n", mismatches[i].subject,
                        vector_text(*open, vector), report::clause_text(vector.item.clause),
                        report::printable(mismatches[i].expected),
                        report::printable(mismatches[i].got));
  }
  if (mismatches.size() > kMostShown) {
    text += fmt::format("… and {} more; --json has all\n",
                        report::grouped(mismatches.size() - kMostShown));
  }
  if (!text.empty()) text += "\n";
  report::Table table({});
  const auto row = [&](std::string name, std::string what, bool good) {
    table.add_row({{report::printable(name), report::Style::kPlain},
                   {report::printable(what), good ? report::Style::kGood : report::Style::kBad}});
  };
  row("pins",
      fmt::format("{} of suite version {}", report::counted(verified.pins.files, "file", "files"),
                  verified.pins.suite_version),
      true);
  row("vectors",
      fmt::format("{} with an id of their own, under {}", report::grouped(verified.vectors),
                  report::counted(verified.names, "name", "names")),
      verified.problems.empty());
  for (const report::Subject& subject : verified.verification.subjects) {
    const bool good = subject.counts.failed + subject.counts.errors + subject.counts.not_run == 0;
    row(subject.name, counts_text(subject), good);
  }
  return text + table.render(0, colour);
}

}  // namespace

CommandResult vectors_verify(const VectorsVerifyArguments& arguments,
                             const Presentation& presentation) {
  const auto places = find_places();
  if (!places) return usage_error(kCommand, places.error());
  const auto subjects = plan_subjects(arguments, *places);
  if (!subjects) return usage_error(kCommand, subjects.error());
  Verified verified;
  auto pins = vectors::pin_state(places->root / "vectors");
  if (pins) {
    verified.pins = std::move(*pins);
    verified.stale = explain(verified.pins);
  } else {
    // A file that cannot be parsed has no version, but a pin that says that it is not the right
    // one.
    auto problems = vectors::check_pins(places->root / "vectors");
    if (!problems) return usage_error(kCommand, problems.error());
    verified.pins.problems = std::move(*problems);
    verified.stale = pins.error();
  }
  if (!verified.stale.empty()) {
    verified.exit_code = kExitStale;
    return {.exit_code = kExitStale,
            .out = presentation.json ? as_json(nullptr, verified)
                                     : as_text(nullptr, verified, presentation.colour),
            .err = {}};
  }
  const auto open = open_suite();
  if (!open) return usage_error(kCommand, open.error());
  verified.problems = open->suite.problems;
  check_clauses(*open, verified.problems);
  std::vector<vectors::Case> cases;
  for (const vectors::Vector& vector : open->suite.vectors) {
    cases.push_back(vector.item);
    verified.names += 1 + vector.other_names.size();
  }
  verified.vectors = cases.size();
  verified.verification = conformance::verify_vectors(cases, *subjects);
  verified.exit_code = !verified.problems.empty() || !verified.verification.mismatches.empty()
                           ? kExitDifferent
                       : verified.verification.complete ? kExitClean
                                                        : kExitInfrastructure;
  return {.exit_code = verified.exit_code,
          .out = presentation.json ? as_json(&*open, verified)
                                   : as_text(&*open, verified, presentation.colour),
          .err = {}};
}

}  // namespace grit::cli
