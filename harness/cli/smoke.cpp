#include "harness/cli/smoke.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/command_result.h"
#include "harness/cli/places.h"
#include "harness/conformance/adapter_spec.h"
#include "harness/conformance/smoke.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using conformance::AdapterSpec;
using conformance::SmokeStep;
using Json = nlohmann::ordered_json;

std::expected<AdapterSpec, std::string> chosen_adapter(const SmokeArguments& arguments) {
  if (arguments.subject.empty() == arguments.adapter.empty()) {
    return std::unexpected("give either a subject's name or --adapter COMMAND");
  }
  if (!arguments.adapter.empty()) return conformance::parse_adapter_argument(arguments.adapter);
  const auto places = find_places();
  if (!places) return std::unexpected(places.error());
  const auto specs = conformance::discover_adapters(*places);
  if (!specs) return std::unexpected(specs.error());
  for (const AdapterSpec& spec : *specs) {
    if (spec.name == arguments.subject) return spec;
  }
  return std::unexpected("there is no subject " + arguments.subject +
                         "; `grit adapters` lists them");
}

void print_step(const SmokeStep& step, const Terminal& terminal) {
  const auto style = step.passed ? report::Style::kGood : report::Style::kBad;
  fmt::print(terminal.out, "  {}  {}\n",
             report::painted(step.passed ? "ok  " : "FAIL", style, terminal.colour), step.name);
  if (!step.passed) {
    fmt::print(terminal.out, "        saw     {}\n", report::printable(step.seen));
    if (!step.hint.empty()) fmt::print(terminal.out, "        do      {}\n", step.hint);
    if (!step.stderr_tail.empty()) {
      fmt::print(terminal.out, "        stderr  {}\n", report::printable(step.stderr_tail));
    }
  }
  std::fflush(terminal.out);
}

}  // namespace

int smoke(const SmokeArguments& arguments, const Terminal& terminal) {
  const auto spec = chosen_adapter(arguments);
  if (!spec) return print(usage_error("smoke", spec.error()), terminal);
  const auto available = conformance::availability(*spec);
  if (!available.built) {
    return print(
        {kExitInfrastructure, "",
         fmt::format("grit smoke: {} cannot be started: {}{}\n", spec->name, available.why_not,
                     available.hint.empty() ? "" : "; try: " + available.hint)},
        terminal);
  }
  if (!arguments.json) fmt::print(terminal.out, "{}\n", spec->name);
  const auto deadline =
      std::chrono::milliseconds(static_cast<long>(arguments.deadline_seconds * 1000));
  const auto steps = conformance::smoke(spec->command, deadline, [&](const SmokeStep& step) {
    if (!arguments.json) print_step(step, terminal);
  });
  std::size_t passed = 0;
  for (const SmokeStep& step : steps) passed += step.passed ? 1 : 0;
  if (arguments.json) {
    Json json{{"schema", "grit-smoke"},  {"version", 1},
              {"subject", spec->name},   {"passed", passed},
              {"planned", steps.size()}, {"steps", Json::array()}};
    for (const SmokeStep& step : steps) {
      json["steps"].push_back({{"name", step.name},
                               {"passed", step.passed},
                               {"seen", step.seen},
                               {"hint", step.hint},
                               {"stderr", step.stderr_tail}});
    }
    fmt::print(terminal.out, "{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    fmt::print(terminal.out, "{} of {} exchanges went well{}\n", passed, steps.size(),
               passed == steps.size() ? ": the adapter is right; `grit certify` asks whether the "
                                        "implementation is"
                                      : "");
  }
  return passed == steps.size() ? kExitClean : kExitDifferent;
}

}  // namespace grit::cli
