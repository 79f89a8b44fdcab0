#include "harness/cli/vectors_pin.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/cli/places.h"
#include "harness/cli/run_directory.h"
#include "harness/cli/vectors_suite.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using Json = nlohmann::ordered_json;
using vectors::PinState;
using vectors::PinVerdict;

constexpr std::string_view kCommand = "vectors pin";

std::string_view verdict_name(PinVerdict verdict) {
  switch (verdict) {
    case PinVerdict::kPinned:
      return "pinned";
    case PinVerdict::kNewVersion:
      return "new version";
    case PinVerdict::kRestorable:
      return "restorable";
    case PinVerdict::kSameVersion:
      return "same version";
    case PinVerdict::kOlderVersion:
      return "older version";
  }
  return "unknown";
}

// The files of one state may change while it is written down; a half-written PINS would be worse.
std::expected<void, std::string> replace_file(const std::filesystem::path& path,
                                              const std::string& text) {
  const std::filesystem::path fresh = path.string() + ".new";
  if (const auto written = write_file(fresh, protocol::as_bytes(text)); !written) return written;
  std::error_code error;
  std::filesystem::rename(fresh, path, error);
  if (error) return std::unexpected("cannot write " + path.string() + ": " + error.message());
  return {};
}

std::string as_json(const PinState& state, bool written, int exit_code) {
  Json problems = Json::array();
  for (const vectors::PinProblem& problem : state.problems) {
    problems.push_back(
        {{"file", report::valid_utf8(problem.file)}, {"problem", to_string(problem.kind)}});
  }
  return json_text({{"schema", "grit-vectors-pin"},
                    {"version", 1},
                    {"suite_version", state.suite_version},
                    {"latest_version", state.latest_version},
                    {"verdict", verdict_name(state.verdict)},
                    {"files", state.files},
                    {"problems", std::move(problems)},
                    {"written", written},
                    {"exit_code", exit_code}});
}

}  // namespace

std::expected<void, std::string> write_pins(const std::filesystem::path& directory,
                                            const PinState& state) {
  auto written = replace_file(directory / "PINS", state.pins);
  if (written) written = replace_file(directory / "HISTORY", state.history);
  return written;
}

CommandResult vectors_pin(const VectorsPinArguments& arguments, const Presentation& presentation) {
  const auto places = find_places();
  if (!places) return usage_error(kCommand, places.error());
  const auto directory = places->root / "vectors";
  const auto state = vectors::pin_state(directory);
  if (!state) {
    return failure(kCommand, arguments.check ? kExitStale : kExitUsage, state.error());
  }
  const bool pinned = state->verdict == PinVerdict::kPinned;
  const bool write = !arguments.check && may_pin(state->verdict);
  if (write) {
    if (const auto written = write_pins(directory, *state); !written) {
      return failure(kCommand, kExitInfrastructure, written.error());
    }
  }
  CommandResult result;
  result.exit_code = pinned || write ? kExitClean : arguments.check ? kExitStale : kExitDifferent;
  if (presentation.json) {
    result.out = as_json(*state, write, result.exit_code);
    return result;
  }
  for (const vectors::PinProblem& problem : state->problems) {
    result.out += fmt::format("{}: {}\n", report::printable(problem.file), to_string(problem.kind));
  }
  const std::string files = report::counted(state->files, "file", "files");
  if (pinned) {
    result.out += fmt::format("{} are those of suite version {}\n", files, state->suite_version);
  } else if (write) {
    result.out += fmt::format("{} pinned as suite version {}\n", files, state->suite_version);
  } else {
    result.out += fmt::format("{}\n", explain(*state));
  }
  return result;
}

}  // namespace grit::cli
