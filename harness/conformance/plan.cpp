#include "harness/conformance/plan.h"

#include <array>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "harness/conformance/verdict.h"
#include "harness/vectors/core_suite.h"
#include "harness/vectors/file.h"
#include "harness/vectors/format_tables.h"
#include "harness/vectors/generate.h"
#include "harness/vectors/matrix.h"
#include "harness/vectors/pins.h"

namespace grit::conformance {
namespace {

using vectors::Case;
using Cases = std::expected<std::vector<Case>, std::string>;

// Two cases with one question are one case: the first, whose expectation is the pinned one.
class PlanBuilder {
 public:
  explicit PlanBuilder(const PlanOptions& options) : options_(options) {}

  void add(const std::string& source, std::vector<Case> cases) {
    std::uint64_t added = 0;
    for (Case& item : cases) {
      std::string question(protocol::as_text(item.request));
      question.push_back(static_cast<char>(item.op));
      if (!questions_.insert(std::move(question)).second) continue;
      if (!options_.selection.selects(item) || !options_.shard.selects(item)) continue;
      plan_.cases.push_back(std::move(item));
      ++added;
    }
    plan_.sources.emplace_back(source, added);
  }

  Plan take() { return std::move(plan_); }

 private:
  const PlanOptions& options_;
  Plan plan_;
  std::unordered_set<std::string> questions_;
};

std::vector<Case> example_cases(const SubjectPlan& subject) {
  std::vector<Case> cases;
  for (const Deviation& entry : subject.deviations.entries()) {
    for (std::size_t i = 0; i < entry.examples.size(); ++i) {
      Case item;
      item.id = example_case_id(subject.adapter.name, entry.id, i);
      item.op = entry.examples[i].op;
      item.request = entry.examples[i].request;
      item.clause = entry.clause;
      cases.push_back(std::move(item));
    }
  }
  return cases;
}

std::string suite_version(const std::filesystem::path& core) {
  const auto bytes = vectors::read_file(core);
  if (!bytes) return "";
  const auto json = nlohmann::json::parse(protocol::as_text(*bytes), nullptr, false);
  if (!json.is_object()) return "";
  const auto version = json.find("suite_version");
  return version != json.end() && version->is_string() ? version->get<std::string>() : "";
}

}  // namespace

std::expected<Plan, std::string> build_plan(const PlanOptions& options,
                                            const std::vector<SubjectPlan>& subjects) {
  PlanBuilder builder(options);
  std::array<std::pair<std::string, Cases>, 3> files = {
      {{"core.json", vectors::read_core_suite(options.vectors / "core.json")},
       {"matrix.json", vectors::read_matrix(options.vectors / "matrix.json")},
       {"format tables", vectors::read_format_tables(options.vectors)}}};
  for (auto& [name, cases] : files) {
    if (!cases) return std::unexpected(cases.error());
    builder.add(name, std::move(*cases));
  }
  for (const SubjectPlan& subject : subjects) {
    if (!subject.deviations.entries().empty()) {
      builder.add("known deviations of " + subject.adapter.name, example_cases(subject));
    }
  }
  builder.add("generator", vectors::generate({options.seed, options.generated_cases}));
  Plan plan = builder.take();
  plan.suite_version = suite_version(options.vectors / "core.json");
  plan.seed = options.seed;
  plan.generated_cases = options.generated_cases;
  plan.selection = options.selection.conditions();
  plan.shard = options.shard.number;
  plan.shards = options.shard.of;
  if (const auto pins = vectors::read_file(options.vectors / "PINS")) {
    plan.pins_sha256 = vectors::sha256_hex(*pins);
  }
  return plan;
}

std::expected<std::vector<report::StaleEntry>, std::string> stale_pins(
    const std::filesystem::path& directory) {
  const auto problems = vectors::check_pins(directory);
  if (!problems) return std::unexpected(problems.error());
  std::vector<report::StaleEntry> stale;
  for (const vectors::PinProblem& problem : *problems) {
    std::string text(vectors::to_string(problem.kind));
    if (!problem.actual.empty()) {
      text += ": SHA-256 is " + problem.actual + ", pinned is " + problem.expected;
    }
    stale.push_back({"vectors/PINS", problem.file, std::move(text)});
  }
  return stale;
}

}  // namespace grit::conformance
