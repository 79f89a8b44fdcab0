#include "harness/cli/certify.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/cli/command_result.h"
#include "harness/cli/places.h"
#include "harness/cli/run_directory.h"
#include "harness/cli/subjects.h"
#include "harness/conformance/adapter_spec.h"
#include "harness/conformance/certify.h"
#include "harness/conformance/draft_deviations.h"
#include "harness/conformance/plan.h"
#include "harness/conformance/run_in_parts.h"
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

// The day that --today names, else the day it is (UTC).
std::expected<std::chrono::year_month_day, std::string> day_of_run(const std::string& text) {
  if (text.empty()) {
    return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  }
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  char surplus = 0;
  const bool read = std::sscanf(text.c_str(), "%4d-%2u-%2u%c", &year, &month, &day, &surplus) == 3;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  if (!read || !date.ok()) return std::unexpected("--today " + text + " is no date YYYY-MM-DD");
  return date;
}

conformance::ReduceWhat reduce_what(const std::string& word) {
  return word == "all"   ? conformance::ReduceWhat::kAll
         : word == "new" ? conformance::ReduceWhat::kNew
                         : conformance::ReduceWhat::kNothing;
}

// One line a case, or JSON; nothing is put to anybody.
CommandResult list_cases(const conformance::Plan& plan, bool json) {
  CommandResult result;
  result.exit_code = plan.cases.empty() ? 5 : 0;
  if (json) {
    nlohmann::ordered_json cases = nlohmann::ordered_json::array();
    for (const vectors::Case& item : plan.cases) {
      cases.push_back({{"id", item.id},
                       {"op", protocol::op_name(item.op)},
                       {"clause", item.clause},
                       {"expected_from", item.expected ? item.provenance : "reference"},
                       {"request_bytes", item.request.size()}});
    }
    const nlohmann::ordered_json document = {
        {"schema", "grit-cases"},      {"version", 1},
        {"seed", plan.seed},           {"generated_cases", plan.generated_cases},
        {"selection", plan.selection}, {"shard", plan.shard},
        {"shards", plan.shards},       {"cases", std::move(cases)}};
    result.out =
        document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    return result;
  }
  for (const vectors::Case& item : plan.cases) {
    result.out += fmt::format("{:<14} {:<10} {:>8}  {}\n", protocol::op_name(item.op), item.clause,
                              item.request.size(), item.id);
  }
  if (plan.cases.empty()) result.err = "grit certify: nothing selected\n";
  return result;
}

// The adapters that the arguments name, or, where none is, those that are certified by default.
// --without takes some out again.
std::expected<std::vector<AdapterSpec>, std::string> chosen_adapters(
    const CertifyArguments& arguments, const Places& places) {
  auto chosen = chosen_subjects({.names = arguments.subjects,
                                 .commands = arguments.adapters,
                                 .libraries = arguments.libraries,
                                 .with = arguments.with,
                                 .config = arguments.config,
                                 .or_default = true},
                                places);
  if (!chosen) return std::unexpected(chosen.error());
  for (const std::string& name : arguments.without) {
    if (std::erase_if(*chosen, [&](const AdapterSpec& spec) { return spec.name == name; }) == 0) {
      return std::unexpected("--without " + name + ": no such subject in this run; there are " +
                             names_of(*chosen));
    }
  }
  return chosen;
}

struct NamedFile {
  std::string subject;
  std::string file;
};

// "[SUBJECT=]FILE"; without a name the run's only subject is meant.
std::expected<NamedFile, std::string> named_file(const std::string& option,
                                                 const std::string& argument,
                                                 const std::vector<AdapterSpec>& adapters) {
  const std::size_t equals = argument.find('=');
  if (equals != std::string::npos) {
    NamedFile named{argument.substr(0, equals), argument.substr(equals + 1)};
    if (std::ranges::find(adapters, named.subject, &AdapterSpec::name) == adapters.end()) {
      return std::unexpected(option + " " + argument + ": no such subject in this run; there are " +
                             names_of(adapters));
    }
    return named;
  }
  if (adapters.size() != 1) {
    return std::unexpected(option + " " + argument + ": say whose they are: SUBJECT=FILE, of " +
                           names_of(adapters));
  }
  return NamedFile{adapters.front().name, argument};
}

std::expected<std::vector<SubjectPlan>, std::string> plan_subjects(
    const CertifyArguments& arguments, const std::vector<AdapterSpec>& adapters) {
  std::map<std::string, std::filesystem::path> given;
  for (const std::string& argument : arguments.deviations) {
    auto named = named_file("--deviations", argument, adapters);
    if (!named) return std::unexpected(named.error());
    if (!std::filesystem::exists(named->file)) {
      return std::unexpected("--deviations: there is no file " + named->file);
    }
    given[named->subject] = named->file;
  }
  std::vector<SubjectPlan> subjects;
  for (const AdapterSpec& adapter : adapters) {
    const auto it = given.find(adapter.name);
    auto subject =
        conformance::plan_subject(adapter, it != given.end() ? it->second : adapter.deviations);
    if (!subject) return std::unexpected(subject.error());
    subjects.push_back(std::move(*subject));
  }
  return subjects;
}

// One line on a terminal's stderr, rewritten in place; nothing elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(std::FILE* file) : file_(file), on_(::isatty(::fileno(file)) != 0) {}

  void show(const conformance::Progress& progress) {
    if (!on_) return;
    std::string line = progress.phase;
    for (const conformance::SubjectProgress& subject : progress.subjects) {
      line += fmt::format("{}{} ", line.empty() ? "" : "   ", subject.name);
      line += progress.total == 0 ? fmt::format("{}", subject.settled)
                                  : fmt::format("{}%", subject.settled * 100 / progress.total);
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
    if (!std::ofstream(file, std::ios::app)) return "cannot write " + file + "; name another file";
  }
  return std::nullopt;
}

std::optional<std::string> write_outputs(const CertifyArguments& arguments,
                                         const std::filesystem::path& directory,
                                         Certification& certification) {
  if (const auto ok = write_run(directory, certification); !ok) return ok.error();
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

conformance::CertifyOptions certify_options(const CertifyArguments& arguments,
                                            std::chrono::year_month_day today,
                                            std::vector<std::string> baseline) {
  conformance::CertifyOptions options;
  options.run.startup_deadline = milliseconds(arguments.startup_seconds);
  options.run.item_deadline = milliseconds(arguments.item_seconds);
  options.run.batch_deadline = milliseconds(arguments.batch_seconds);
  options.run.shutdown_deadline = milliseconds(arguments.shutdown_seconds);
  options.run.memory_limit_bytes = arguments.memory_mib << 20;
  options.run.restart_budget = arguments.restarts;
  options.fail_fast = arguments.fail_fast;
  options.today = today;
  options.jobs = arguments.jobs;
  options.reduce = reduce_what(arguments.reduce);
  options.baseline = std::move(baseline);
  options.baseline_name = std::filesystem::path(arguments.baseline).filename().string();
  options.without = arguments.without;
  options.interrupted = [] { return interrupt_requested != 0; };
  options.tool_version = GRIT_VERSION;
  options.family = kFamily;
  return options;
}

}  // namespace

int certify(const CertifyArguments& arguments, const Terminal& terminal) {
  const std::string started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  const auto places = find_places();
  if (!places) return print(usage_error("certify", places.error()), terminal);
  const auto adapters = chosen_adapters(arguments, *places);
  if (!adapters) return print(usage_error("certify", adapters.error()), terminal);
  const auto subjects = plan_subjects(arguments, *adapters);
  if (!subjects) return print(usage_error("certify", subjects.error()), terminal);
  const auto today = day_of_run(arguments.today);
  if (!today) return print(usage_error("certify", today.error()), terminal);
  auto selection = conformance::selection_of(arguments.select);
  if (!selection) return print(usage_error("certify", selection.error()), terminal);
  conformance::Shard shard;
  if (!arguments.shard.empty()) {
    const auto parsed = conformance::parse_shard(arguments.shard);
    if (!parsed) return print(usage_error("certify", "--shard: " + parsed.error()), terminal);
    shard = *parsed;
  }
  std::optional<NamedFile> draft;
  if (!arguments.write_deviations.empty()) {
    auto named = named_file("--write-deviations", arguments.write_deviations, *adapters);
    if (!named) return print(usage_error("certify", named.error()), terminal);
    draft = std::move(*named);
  }
  std::vector<std::string> baseline;
  if (!arguments.baseline.empty()) {
    const auto old = read_report(arguments.baseline);
    if (!old) return print(usage_error("certify", "--baseline: " + old.error()), terminal);
    for (const report::Finding& finding : old->findings) {
      if (finding.is_new) baseline.push_back(finding.id);
    }
  }
  if (const auto problem = unwritable_output(arguments, *places)) {
    return print(usage_error("certify", *problem), terminal);
  }
  auto stale = conformance::stale_pins(places->root / "vectors");
  if (!stale) return print(usage_error("certify", stale.error()), terminal);

  // Where the vectors are not the pinned ones, nothing is read from them.
  std::optional<conformance::PlanParts> plan;
  if (stale->empty()) {
    auto opened = conformance::PlanParts::open(
        {places->root / "vectors", arguments.seed, *selection, shard}, *subjects);
    if (!opened) return print(usage_error("certify", opened.error()), terminal);
    plan = std::move(*opened);
  }
  if (plan && arguments.list) {
    return print(list_cases(plan->next(arguments.cases), arguments.json), terminal);
  }
  std::vector<Certification> done;
  std::filesystem::path directory = arguments.resume;
  if (!arguments.resume.empty()) {
    auto parts = read_parts(directory, *adapters);
    if (!parts) return print(usage_error("certify", "--resume: " + parts.error()), terminal);
    done = std::move(*parts);
  } else if (auto made = make_run_directory(reports_parent(arguments, *places), *adapters)) {
    directory = std::move(*made);
  } else {
    return print(usage_error("certify", made.error()), terminal);
  }

  Certification certification;
  std::optional<std::string> problem;
  if (!plan) {
    certification = pins_only(std::move(*stale));
    certification.report.tool_version = GRIT_VERSION;
    certification.report.family = kFamily;
  } else {
    conformance::PartsOptions parts;
    parts.generated_cases = arguments.cases;
    if (arguments.time_seconds) {
      parts.time = std::chrono::duration<double>(*arguments.time_seconds);
      parts.generated_cases = kMaxGeneratedCases;
    }
    const auto keep = [&](std::uint64_t generated_before, Certification& part) {
      if (problem) return;
      if (const auto ok = write_part(directory, generated_before, part); !ok) problem = ok.error();
    };
    const InterruptGuard guard;
    ProgressLine line(terminal.err);
    auto run = conformance::run_in_parts(
        *plan, *subjects, parts, certify_options(arguments, *today, std::move(baseline)),
        std::move(done), keep, [&](const conformance::Progress& progress) { line.show(progress); });
    line.clear();
    if (!run) {
      return print(usage_error("certify", "--resume " + arguments.resume + ": " + run.error()),
                   terminal);
    }
    certification = std::move(*run);
  }
  certification.report.timing.started = started;

  if (auto unwritten = write_outputs(arguments, directory, certification)) {
    problem = std::move(unwritten);
  }
  if (draft && !problem) {
    const std::string text =
        conformance::draft_deviations(draft->subject, certification.report, certification.findings);
    if (const auto ok = write_file(draft->file, protocol::as_bytes(text)); !ok) {
      problem = ok.error();
    }
  }
  const report::Report& report = certification.report;
  const bool stopped = report.stopped_early || interrupt_requested != 0;
  if (!stopped && !problem) remove_parts(directory);
  const std::string text =
      arguments.json
          ? report::to_json(report)
          : report::to_terminal(report, {.colour = terminal.colour, .verbose = arguments.verbose});
  if (problem) {
    // The answers are worth more than the files.
    return print({kExitInfrastructure, text, "grit certify: " + *problem + "\n"}, terminal);
  }
  const int exit_code = print({report.exit_code, text, ""}, terminal);
  if (interrupt_requested != 0) {
    fmt::print(terminal.err, "grit certify: stopped; the same command with --resume {} goes on\n",
               directory.string());
  }
  return exit_code;
}

}  // namespace grit::cli
