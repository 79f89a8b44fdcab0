#include "harness/cli/smoke.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/command_result.h"
#include "harness/cli/places.h"
#include "harness/cli/subjects.h"
#include "harness/conformance/adapter_spec.h"
#include "harness/conformance/smoke.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using conformance::AdapterSpec;
using conformance::SmokeStep;
using Json = nlohmann::ordered_json;

std::expected<AdapterSpec, std::string> chosen_adapter(const SmokeArguments& arguments) {
  const int given = (arguments.subject.empty() ? 0 : 1) + (arguments.adapter.empty() ? 0 : 1) +
                    (arguments.library.empty() ? 0 : 1);
  if (given != 1) {
    return std::unexpected("give one of a subject's name, --adapter COMMAND and --library PATH");
  }
  if (!arguments.adapter.empty()) return conformance::parse_adapter_argument(arguments.adapter);
  const auto places = find_places();
  if (!places) return std::unexpected(places.error());
  if (!arguments.library.empty()) {
    return conformance::parse_library_argument(arguments.library, *places);
  }
  const auto known = known_subjects(arguments.config, *places);
  if (!known) return std::unexpected(known.error());
  auto found = subject_named(arguments.subject, known->all);
  if (found) return found;
  return std::unexpected("there is no subject " + arguments.subject +
                         "; `grit adapters` lists them");
}

// Shown at once; that it could not be written is found out with the last line.
void show(const std::string& text, const Terminal& terminal) {
  std::fputs(text.c_str(), terminal.out);
  std::fflush(terminal.out);
}

std::string step_text(const SmokeStep& step, bool colour) {
  const auto style = step.passed ? report::Style::kGood : report::Style::kBad;
  std::string text = fmt::format(
      "  {}  {}\n", report::painted(step.passed ? "ok  " : "FAIL", style, colour), step.name);
  if (step.passed) return text;
  text += fmt::format("        saw     {}\n", report::printable(step.seen));
  if (!step.hint.empty()) text += fmt::format("        do      {}\n", step.hint);
  if (!step.stderr_tail.empty()) {
    text += fmt::format("        stderr  {}\n", report::printable(step.stderr_tail));
  }
  return text;
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
  if (!arguments.json) show(spec->name + "\n", terminal);
  const auto deadline =
      std::chrono::milliseconds(static_cast<long>(arguments.deadline_seconds * 1000));
  const auto steps = conformance::smoke(spec->command, deadline, [&](const SmokeStep& step) {
    if (!arguments.json) show(step_text(step, terminal.colour), terminal);
  });
  std::size_t passed = 0;
  for (const SmokeStep& step : steps) passed += step.passed ? 1 : 0;
  std::string text;
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
    text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  } else {
    text = fmt::format("{} of {} exchanges went well{}\n", passed, steps.size(),
                       passed == steps.size()
                           ? ": the adapter is right; `grit certify` asks whether the "
                             "implementation is"
                           : "");
  }
  return print({passed == steps.size() ? kExitClean : kExitDifferent, text, ""}, terminal);
}

}  // namespace grit::cli
