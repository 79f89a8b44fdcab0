#include "harness/laws/property.h"

#include <rapidcheck.h>

#include <cstdlib>
#include <exception>
#include <ostream>
#include <unordered_map>

namespace grit::laws {
namespace {

using property_detail::Any;
using property_detail::Erased;

struct Drawn {
  Any value;
};

// RapidCheck's own listener prints; and its form without one reads a configuration of its own.
class Silent : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

// The counter-example is in the failure's text.
void showValue(const Drawn&, std::ostream& out) { out << "drawn input"; }

}  // namespace

PropertyOptions property_options() {
  PropertyOptions options;
  const char* const text = std::getenv("RC_PARAMS");
  if (text == nullptr) return options;
  rc::detail::Configuration defaults;
  defaults.testParams.seed = options.seed;
  defaults.testParams.maxSuccess = options.cases;
  const auto read = rc::detail::configFromString(text, defaults).testParams;
  return {read.seed, read.maxSuccess};
}

PropertyOutcome property_detail::run(const Erased& property, const PropertyOptions& options) {
  const rc::Gen<Drawn> generator([&](const rc::Random& random, int size) {
    rc::Random own = random;
    vectors::Random numbers(own.next());
    return rc::shrinkable::shrinkRecur(Drawn{property.draw(numbers, size)},
                                       [&](const Drawn& drawn) {
                                         std::vector<Drawn> all;
                                         for (Any& value : property.simpler(drawn.value)) {
                                           all.push_back({std::move(value)});
                                         }
                                         return rc::seq::fromContainer(std::move(all));
                                       });
  });
  const auto test = [&] {
    using rc::detail::CaseResult;
    const Drawn drawn = *generator;
    const LawResult result = property.law(drawn.value);
    if (!result) {
      throw CaseResult(CaseResult::Type::Failure,
                       describe(result.error()) + "\n\n" + property.unit_test(drawn.value));
    }
    if (*result == Application::kVacuous) throw CaseResult(CaseResult::Type::Discard, "vacuous");
  };
  rc::detail::TestParams params;
  params.seed = options.seed;
  params.maxSuccess = options.cases;
  Silent silent;
  const std::unordered_map<std::string, rc::detail::Reproduce> nothing_to_reproduce;
  const rc::detail::TestResult result = rc::detail::checkTestable(
      test, rc::detail::TestMetadata(), params, silent, nothing_to_reproduce);

  PropertyOutcome outcome;
  const std::string again = "seed " + std::to_string(options.seed) +
                            "; to see it again: RC_PARAMS=\"seed=" + std::to_string(options.seed) +
                            " max_success=" + std::to_string(options.cases) + "\"";
  if (result.is<rc::detail::SuccessResult>()) {
    outcome.passed = true;
    outcome.cases = result.get<rc::detail::SuccessResult>().numSuccess;
  } else if (result.is<rc::detail::FailureResult>()) {
    const auto& failure = result.get<rc::detail::FailureResult>();
    outcome.cases = failure.numSuccess;
    outcome.report = "broken after " + std::to_string(failure.numSuccess) + " cases, " + again +
                     "\n" + failure.description;
  } else if (result.is<rc::detail::GaveUpResult>()) {
    outcome.cases = result.get<rc::detail::GaveUpResult>().numSuccess;
    outcome.report = "the law applied to " + std::to_string(outcome.cases) + " of " +
                     std::to_string(options.cases) +
                     " inputs only, and more than ten times as many were drawn: the generator does "
                     "not reach it; " +
                     again;
  } else {
    outcome.report = "RapidCheck could not run: " + result.get<rc::detail::Error>().description;
  }
  return outcome;
}

}  // namespace grit::laws
