#include "harness/cli/certify.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <fstream>
#include <optional>

#include "harness/cli/command_result.h"
#include "harness/cli/places.h"
#include "harness/cli/run_directory.h"
#include "harness/conformance/adapter_spec.h"
#include "harness/conformance/certify.h"
#include "harness/conformance/plan.h"
#include "harness/report/json.h"
#include "harness/report/junit.h"
#include "harness/report/markdown.h"
#include "harness/report/terminal.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

using conformance::AdapterSpec;
using conformance::Certification;
using conformance::Places;
using conformance::SubjectPlan;
using conformance::SubjectProgress;

constexpr std::string_view kFamily = "GRIT v1";

// Set by the signal handler; the only state that a signal handler may touch.
volatile std::sig_atomic_t interrupt_requested = 0;
void request_interrupt(int) { interrupt_requested = 1; }

// SIGINT, SIGTERM and SIGHUP end the run in good order while this lives; a second one kills at
// once.
class InterruptGuard {
 public:
  InterruptGuard() {
    interrupt_requested = 0;
    struct sigaction action{};
    action.sa_handler = request_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(SIGINT, &action, &old_int_);
    ::sigaction(SIGTERM, &action, &old_term_);
    ::sigaction(SIGHUP, &action, &old_hup_);
  }
  ~InterruptGuard() {
    ::sigaction(SIGINT, &old_int_, nullptr);
    ::sigaction(SIGTERM, &old_term_, nullptr);
    ::sigaction(SIGHUP, &old_hup_, nullptr);
  }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct sigaction old_int_{};
  struct sigaction old_term_{};
  struct sigaction old_hup_{};
};

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<long>(seconds * 1000));
}

std::chrono::year_month_day today() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

std::string names_of(const std::vector<AdapterSpec>& specs) {
  std::string names;
  for (const AdapterSpec& spec : specs) names += (names.empty() ? "" : ", ") + spec.name;
  return names;
}

// The adapters that the arguments name: those given by name, those given as commands, or, where
// neither is, every implementation of the tree. --without takes some out again.
std::expected<std::vector<AdapterSpec>, std::string> chosen_adapters(
    const CertifyArguments& arguments, const Places& places) {
  auto all = conformance::discover_adapters(places);
  if (!all) return std::unexpected(all.error());
  std::vector<AdapterSpec> chosen;
  for (const std::string& name : arguments.subjects) {
    const auto found = std::ranges::find(*all, name, &AdapterSpec::name);
    if (found == all->end()) {
      return std::unexpected("there is no subject " + name + "; there are " + names_of(*all));
    }
    chosen.push_back(*found);
  }
  for (const std::string& argument : arguments.adapters) {
    auto spec = conformance::parse_adapter_argument(argument);
    if (!spec) return std::unexpected("--adapter " + argument + ": " + spec.error());
    chosen.push_back(std::move(*spec));
  }
  if (arguments.subjects.empty() && arguments.adapters.empty()) {
    std::ranges::copy_if(*all, std::back_inserter(chosen),
                         [](const AdapterSpec& spec) { return spec.kind != "faulty"; });
  }
  for (std::size_t i = 1; i < chosen.size(); ++i) {
    const auto end = chosen.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::ranges::find(chosen.begin(), end, chosen[i].name, &AdapterSpec::name) != end) {
      return std::unexpected("two subjects are called " + chosen[i].name +
                             "; name one with --adapter NAME=COMMAND");
    }
  }
  for (const std::string& name : arguments.without) {
    if (std::erase_if(chosen, [&](const AdapterSpec& spec) { return spec.name == name; }) == 0) {
      return std::unexpected("--without " + name + ": no such subject in this run; there are " +
                             names_of(chosen));
    }
  }
  return chosen;
}

std::expected<std::vector<SubjectPlan>, std::string> plan_subjects(
    const std::vector<AdapterSpec>& adapters) {
  std::vector<SubjectPlan> subjects;
  for (const AdapterSpec& adapter : adapters) {
    SubjectPlan subject{adapter, conformance::availability(adapter), {}};
    const auto file = adapter.directory / "deviations.toml";
    if (!adapter.directory.empty() && std::filesystem::exists(file)) {
      auto deviations = conformance::DeviationList::read(file);
      if (!deviations) return std::unexpected(deviations.error());
      subject.deviations = std::move(*deviations);
    }
    subjects.push_back(std::move(subject));
  }
  return subjects;
}

// One line on a terminal's stderr, rewritten in place; nothing elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(std::FILE* file) : file_(file), on_(::isatty(::fileno(file)) != 0) {}

  void show(const std::vector<SubjectProgress>& subjects, std::uint64_t total) {
    if (!on_) return;
    std::string line;
    for (const SubjectProgress& subject : subjects) {
      const std::uint64_t percent = total == 0 ? 100 : subject.settled * 100 / total;
      line += fmt::format("{}{} {}%", line.empty() ? "" : "   ", subject.name, percent);
      if (subject.disagreements > 0) line += fmt::format(" ({} differ)", subject.disagreements);
    }
    fmt::print(file_, "\r\x1b[K{}", report::truncated(line, 160));
    std::fflush(file_);
  }
  void clear() {
    if (on_) fmt::print(file_, "\r\x1b[K");
  }

 private:
  std::FILE* const file_;
  const bool on_;
};

// A run in which the vectors are not the pinned ones: nothing is asked, exit 4.
Certification pins_only(std::vector<report::StaleEntry> stale) {
  Certification certification;
  report::Report& report = certification.report;
  report.stale = std::move(stale);
  report.exit_code = 4;
  report.verdict =
      "the vectors are not the pinned ones; nothing was run. Restore them, or, after a "
      "deliberate change, pin them again (vectors/README.md)";
  return certification;
}

std::filesystem::path reports_parent(const CertifyArguments& arguments, const Places& places) {
  return arguments.reports.empty() ? places.root / "reports"
                                   : std::filesystem::path(arguments.reports);
}

// Whether the outputs can be written, found out before anything runs; a sentence where not.
std::optional<std::string> unwritable_output(const CertifyArguments& arguments,
                                             const Places& places) {
  const auto parent = reports_parent(arguments, places);
  std::error_code error;
  std::filesystem::create_directories(parent, error);
  if (error || ::access(parent.c_str(), W_OK) != 0) {
    return "cannot write below " + parent.string() + "; --reports names another directory";
  }
  for (const std::string& file : {arguments.junit, arguments.markdown}) {
    if (file.empty()) continue;
    if (!std::ofstream(file, std::ios::app)) return "cannot write " + file;
  }
  return std::nullopt;
}

std::optional<std::string> write_outputs(const CertifyArguments& arguments, const Places& places,
                                         Certification& certification) {
  const auto directory = write_run_directory(reports_parent(arguments, places), certification);
  if (!directory) {
    return directory.error();
  }
  const report::Report& report = certification.report;
  const auto write = [](const std::string& path, const std::string& text) {
    return path.empty() ? std::expected<void, std::string>()
                        : write_file(path, protocol::as_bytes(text));
  };
  if (const auto ok = write(arguments.junit, report::to_junit(report)); !ok) return ok.error();
  if (const auto ok = write(arguments.markdown, report::to_markdown(report)); !ok) {
    return ok.error();
  }
  return std::nullopt;
}

}  // namespace

int certify(const CertifyArguments& arguments, const Terminal& terminal) {
  const auto places = find_places();
  if (!places) return print(usage_error("certify", places.error()), terminal);
  const auto adapters = chosen_adapters(arguments, *places);
  if (!adapters) return print(usage_error("certify", adapters.error()), terminal);
  const auto subjects = plan_subjects(*adapters);
  if (!subjects) return print(usage_error("certify", subjects.error()), terminal);
  if (const auto problem = unwritable_output(arguments, *places)) {
    return print(usage_error("certify", *problem), terminal);
  }
  auto stale = conformance::stale_pins(places->root / "vectors");
  if (!stale) return print(usage_error("certify", stale.error()), terminal);

  Certification certification;
  if (!stale->empty()) {
    certification = pins_only(std::move(*stale));
  } else {
    const auto plan = conformance::build_plan(
        {places->root / "vectors", arguments.seed, arguments.cases}, *subjects);
    if (!plan) return print(usage_error("certify", plan.error()), terminal);
    conformance::CertifyOptions options;
    options.run.startup_deadline = milliseconds(arguments.startup_seconds);
    options.run.item_deadline = milliseconds(arguments.item_seconds);
    options.run.batch_deadline = milliseconds(arguments.batch_seconds);
    options.run.shutdown_deadline = milliseconds(arguments.shutdown_seconds);
    options.run.memory_limit_bytes = arguments.memory_mib << 20;
    options.run.restart_budget = arguments.restarts;
    options.fail_fast = arguments.fail_fast;
    options.today = today();
    options.without = arguments.without;
    options.interrupted = [] { return interrupt_requested != 0; };
    const InterruptGuard guard;
    ProgressLine line(terminal.err);
    certification = conformance::certify(*plan, *subjects, {}, options,
                                         [&](const std::vector<SubjectProgress>& state,
                                             std::uint64_t total) { line.show(state, total); });
    line.clear();
  }
  certification.report.tool_version = GRIT_VERSION;
  certification.report.family = kFamily;

  const auto problem = write_outputs(arguments, *places, certification);
  const report::Report& report = certification.report;
  const std::string text =
      arguments.json
          ? report::to_json(report)
          : report::to_terminal(report, {.colour = terminal.colour, .verbose = arguments.verbose});
  if (problem) {
    // The answers are worth more than the files.
    return print({kExitInfrastructure, text, "grit certify: " + *problem + "\n"}, terminal);
  }
  return print({report.exit_code, text, ""}, terminal);
}

}  // namespace grit::cli
