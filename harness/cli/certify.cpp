// grit certify: which implementations agree with the specification and with each other, and where
// the others do not.
#include "harness/conformance/certify.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <memory>
#include <optional>

#include "harness/cli/command_result.h"
#include "harness/cli/commands.h"
#include "harness/cli/places.h"
#include "harness/cli/run_directory.h"
#include "harness/conformance/adapter_spec.h"
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
constexpr std::uint64_t kMaxGeneratedCases = 10'000'000;

struct CertifyArguments {
  std::vector<std::string> subjects;
  std::vector<std::string> adapters;
  std::vector<std::string> without;
  std::uint64_t seed = 1;
  std::uint64_t cases = 20'000;
  bool json = false;
  bool verbose = false;
  bool fail_fast = false;
  std::string junit;
  std::string markdown;
  std::string reports;
  double startup_seconds = 20;
  double item_seconds = 10;
  double batch_seconds = 120;
  double shutdown_seconds = 5;
  std::uint64_t memory_mib = 2048;
  std::uint32_t restarts = 16;
};

// Set by the signal handler; the only state that a signal handler may touch.
volatile std::sig_atomic_t interrupt_requested = 0;
void request_interrupt(int) { interrupt_requested = 1; }

// SIGINT and SIGTERM end the run in good order while this lives; a second one kills at once.
class InterruptGuard {
 public:
  InterruptGuard() {
    interrupt_requested = 0;
    struct sigaction action{};
    action.sa_handler = request_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(SIGINT, &action, &old_int_);
    ::sigaction(SIGTERM, &action, &old_term_);
  }
  ~InterruptGuard() {
    ::sigaction(SIGINT, &old_int_, nullptr);
    ::sigaction(SIGTERM, &old_term_, nullptr);
  }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct sigaction old_int_{};
  struct sigaction old_term_{};
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
  report.verdict = "the vectors are not the pinned ones; nothing was run. Restore them, or, after a "
                   "deliberate change, pin them again (vectors/README.md)";
  return certification;
}

std::optional<std::string> write_outputs(const CertifyArguments& arguments, const Places& places,
                                         Certification& certification) {
  const auto parent = arguments.reports.empty() ? places.root / "reports"
                                                : std::filesystem::path(arguments.reports);
  if (const auto directory = write_run_directory(parent, certification); !directory) {
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

int run_certify(const CertifyArguments& arguments, const Terminal& terminal) {
  const auto places = find_places();
  if (!places) return print(usage_error("certify", places.error()), terminal);
  const auto adapters = chosen_adapters(arguments, *places);
  if (!adapters) return print(usage_error("certify", adapters.error()), terminal);
  const auto subjects = plan_subjects(*adapters);
  if (!subjects) return print(usage_error("certify", subjects.error()), terminal);
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
    certification = conformance::certify(
        *plan, *subjects, {}, options,
        [&](const std::vector<SubjectProgress>& state, std::uint64_t total) {
          line.show(state, total);
        });
    line.clear();
  }
  certification.report.tool_version = GRIT_VERSION;
  certification.report.family = kFamily;

  if (const auto problem = write_outputs(arguments, *places, certification)) {
    return print({kExitInfrastructure, "", "grit certify: " + *problem + "\n"}, terminal);
  }
  const report::Report& report = certification.report;
  const std::string text =
      arguments.json
          ? report::to_json(report)
          : report::to_terminal(report, {.colour = terminal.colour, .verbose = arguments.verbose});
  return print({report.exit_code, text, ""}, terminal);
}

}  // namespace

void add_certify(CLI::App& app, const Terminal& terminal, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "certify", "Put the same cases to every implementation and report who says what");
  const auto arguments = std::make_shared<CertifyArguments>();
  command->add_option("SUBJECT", arguments->subjects,
                      "Subjects of `grit adapters`; without any: all but the faulty ones, or only "
                      "the commands given with --adapter");
  command
      ->add_option("--adapter", arguments->adapters,
                   "[NAME=]COMMAND: one more subject; split like a shell does, never run by one")
      ->expected(1)
      ->take_all();
  command->add_option("--without", arguments->without, "Leave a subject out; the report says so")
      ->expected(1)
      ->take_all();
  command->add_option("--seed", arguments->seed, "Seed of the generated cases")
      ->capture_default_str();
  command->add_option("--cases", arguments->cases, "Number of generated cases")
      ->check(CLI::Range(std::uint64_t{0}, kMaxGeneratedCases))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "The report as JSON on standard output");
  command->add_flag("--verbose", arguments->verbose, "Known deviations in full as well");
  command->add_option("--junit", arguments->junit, "Also write JUnit XML to this file");
  command->add_option("--markdown", arguments->markdown, "Also write Markdown to this file");
  command->add_option("--reports", arguments->reports,
                      "Where the run's directory is made (default: reports/ of the project)");
  command->add_flag("--fail-fast", arguments->fail_fast,
                    "Stop at the first failure that no known deviation explains");
  const auto seconds = CLI::Range(0.01, 86400.0);
  command->add_option("--startup-deadline", arguments->startup_seconds,
                      "Seconds from a process's start to its HELLO")
      ->check(seconds)
      ->capture_default_str();
  command->add_option("--item-deadline", arguments->item_seconds,
                      "Seconds without any reply while requests are under way")
      ->check(seconds)
      ->capture_default_str();
  command->add_option("--batch-deadline", arguments->batch_seconds,
                      "Seconds from a request to its reply, those before it included")
      ->check(seconds)
      ->capture_default_str();
  command->add_option("--shutdown-deadline", arguments->shutdown_seconds,
                      "Seconds from the end of input to the end of the process")
      ->check(seconds)
      ->capture_default_str();
  command->add_option("--memory-limit", arguments->memory_mib,
                      "MiB of resident memory for a subject's process group")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 20))
      ->capture_default_str();
  command->add_option("--restarts", arguments->restarts,
                      "Deaths after which a subject is given up")
      ->capture_default_str();
  command->callback([arguments, &terminal, &exit_code] {
    exit_code = run_certify(*arguments, terminal);
  });
}

}  // namespace grit::cli
