#include "harness/conformance/plan.h"

#include <unordered_set>
#include <utility>

#include "harness/conformance/verdict.h"
#include "harness/vectors/file.h"
#include "harness/vectors/generate.h"
#include "harness/vectors/pins.h"
#include "harness/vectors/suite.h"

namespace grit::conformance {
namespace {

using vectors::Case;

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

std::string question(const Case& item) {
  std::string text(protocol::as_text(item.request));
  text.push_back(static_cast<char>(item.op));
  return text;
}

}  // namespace

struct PlanParts::State {
  explicit State(const PlanOptions& plan_options)
      : options(plan_options), generator(plan_options.seed) {}

  bool selects(const Case& item) const {
    return options.selection.selects(item) && options.shard.selects(item);
  }

  // Files and examples; of two cases with one question the first counts, whose expectation is the
  // pinned one.
  void add(const std::string& source, std::vector<Case> cases) {
    std::uint64_t added = 0;
    for (Case& item : cases) {
      if (!questions.insert(question(item)).second || !selects(item)) continue;
      first.push_back(std::move(item));
      ++added;
    }
    sources.emplace_back(source, added);
  }

  PlanOptions options;
  Plan id;                                                     // seed, selection, versions
  std::vector<Case> first;                                     // given with the first part
  std::vector<std::pair<std::string, std::uint64_t>> sources;  // of `first`
  // Of the files and examples, selected or not. The generator never asks the same twice.
  std::unordered_set<std::string> questions;
  vectors::Generator generator;
  bool begun = false;
};

std::expected<SubjectPlan, std::string> plan_subject(AdapterSpec adapter,
                                                     const std::filesystem::path& deviations) {
  SubjectPlan subject{std::move(adapter), {}, {}};
  subject.availability = availability(subject.adapter);
  if (!deviations.empty()) {
    auto list = DeviationList::read(deviations);
    if (!list) return std::unexpected(list.error());
    subject.deviations = std::move(*list);
  }
  return subject;
}

PlanParts::PlanParts(std::unique_ptr<State> state) : state_(std::move(state)) {}
PlanParts::PlanParts(PlanParts&&) noexcept = default;
PlanParts& PlanParts::operator=(PlanParts&&) noexcept = default;
PlanParts::~PlanParts() = default;

std::expected<PlanParts, std::string> PlanParts::open(const PlanOptions& options,
                                                      const std::vector<SubjectPlan>& subjects) {
  auto state = std::make_unique<State>(options);
  auto files = vectors::read_suite(options.vectors);
  if (!files) return std::unexpected(files.error());
  for (vectors::SuiteFile& file : *files) state->add(file.name, std::move(file.cases));
  for (const SubjectPlan& subject : subjects) {
    if (!subject.deviations.entries().empty()) {
      state->add("known deviations of " + subject.adapter.name, example_cases(subject));
    }
  }
  Plan& id = state->id;
  id.suite_version = vectors::suite_version(options.vectors / "core.json");
  id.seed = options.seed;
  id.selection = options.selection.conditions();
  id.shard = options.shard.number;
  id.shards = options.shard.of;
  if (const auto pins = vectors::read_file(options.vectors / "PINS")) {
    id.pins_sha256 = vectors::sha256_hex(*pins);
  }
  return PlanParts(std::move(state));
}

Plan PlanParts::next(std::uint64_t generated_cases) {
  Plan plan = identity();
  if (!std::exchange(state_->begun, true)) {
    plan.cases = std::move(state_->first);
    plan.sources = state_->sources;
  }
  const std::size_t before = plan.cases.size();
  for (std::uint64_t i = 0; i < generated_cases; ++i) {
    Case item = state_->generator.next();
    if (state_->questions.contains(question(item)) || !state_->selects(item)) continue;
    plan.cases.push_back(std::move(item));
  }
  plan.sources.emplace_back("generator", plan.cases.size() - before);
  plan.generated_cases = generated_cases;
  return plan;
}

void PlanParts::skip(std::uint64_t generated_cases) {
  state_->begun = true;
  for (std::uint64_t i = 0; i < generated_cases; ++i) state_->generator.next();
}

Plan PlanParts::identity() const { return state_->id; }

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
