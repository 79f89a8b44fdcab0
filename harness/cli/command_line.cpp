#include "harness/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <exception>
#include <functional>
#include <iostream>
#include <limits>
#include <string>

#include "harness/cli/adapters.h"
#include "harness/cli/certify.h"
#include "harness/cli/command_result.h"
#include "harness/cli/diff.h"
#include "harness/cli/grade.h"
#include "harness/cli/inspect.h"
#include "harness/cli/smoke.h"

namespace grit::cli {
namespace {

constexpr const char* kDescriptorHelp =
    "128 hexadecimal digits, or a file with 64 bytes or hexadecimal text";
constexpr const char* kAdapterHelp = "[NAME=]COMMAND, split like a shell does, never run by one";

// The chosen command with its arguments; runs after parsing.
using Action = std::function<int(const Terminal&)>;

// What the options are parsed into. One of each command; only the chosen one's is read.
struct Arguments {
  CertifyArguments certify;
  SmokeArguments smoke;
  bool adapters_json = false;
  std::string descriptor;
  std::string other_descriptor;
  std::string grade;
  bool json = false;  // of inspect, diff and grade

  Presentation presentation(const Terminal& terminal) const {
    return {.json = json, .colour = terminal.colour};
  }
};

// A number in decimal digits only; the parser's own would read 010 as eight and -1 as 2^64 - 1.
void add_count(CLI::App& command, const std::string& name, std::uint64_t& value, std::uint64_t most,
               const std::string& help) {
  command
      .add_option_function<std::string>(
          name,
          [name, &value, most](const std::string& text) {
            const char* const end = text.data() + text.size();
            const auto [stop, error] = std::from_chars(text.data(), end, value);
            if (error != std::errc() || stop != end || value > most) {
              throw CLI::ValidationError(
                  name, "must be a whole number from 0 to " + std::to_string(most));
            }
          },
          help)
      ->type_name("UINT")
      ->default_str(std::to_string(value));
}

std::string seconds_up_to_a_day(const std::string& text) {
  double seconds = 0;
  const bool is_number = CLI::detail::lexical_cast(text, seconds);
  // Written so that NaN fails.
  if (is_number && seconds >= 0.01 && seconds <= 86400) return {};
  return "must be a number of seconds from 0.01 to 86400";
}

void add_certify(CLI::App& app, CertifyArguments& arguments, Action& action) {
  CLI::App* command = app.add_subcommand(
      "certify", "Put the same cases to every implementation and report who says what");
  command->add_option("SUBJECT", arguments.subjects,
                      "Subjects of `grit adapters`; without any: all but the faulty ones, or only "
                      "the commands given with --adapter");
  command
      ->add_option("--adapter", arguments.adapters,
                   std::string("One more subject: ") + kAdapterHelp)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--without", arguments.without, "Leave a subject out; the report says so")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  add_count(*command, "--seed", arguments.seed, std::numeric_limits<std::uint64_t>::max(),
            "Seed of the generated cases");
  add_count(*command, "--cases", arguments.cases, kMaxGeneratedCases, "Number of generated cases");
  command->add_flag("--json", arguments.json, "The report as JSON on standard output");
  command->add_flag("--verbose", arguments.verbose, "Known deviations in full as well");
  command->add_option("--junit", arguments.junit, "Also write JUnit XML to this file");
  command->add_option("--markdown", arguments.markdown, "Also write Markdown to this file");
  command->add_option("--reports", arguments.reports,
                      "Where the run's directory is made (default: reports/ of the project)");
  command->add_flag("--fail-fast", arguments.fail_fast,
                    "Stop at the first failure that no known deviation explains");
  command
      ->add_option("--startup-deadline", arguments.startup_seconds,
                   "Seconds from a process's start to its HELLO")
      ->check(seconds_up_to_a_day)
      ->capture_default_str();
  command
      ->add_option("--item-deadline", arguments.item_seconds,
                   "Seconds without any reply while requests are under way")
      ->check(seconds_up_to_a_day)
      ->capture_default_str();
  command
      ->add_option("--batch-deadline", arguments.batch_seconds,
                   "Seconds from a request to its reply, those before it included")
      ->check(seconds_up_to_a_day)
      ->capture_default_str();
  command
      ->add_option("--shutdown-deadline", arguments.shutdown_seconds,
                   "Seconds from the end of input to the end of the process")
      ->check(seconds_up_to_a_day)
      ->capture_default_str();
  command
      ->add_option("--memory-limit", arguments.memory_mib,
                   "MiB of resident memory for a subject's process group")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 20))
      ->capture_default_str();
  command->add_option("--restarts", arguments.restarts, "Deaths after which a subject is given up")
      ->capture_default_str();
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) { return certify(arguments, terminal); };
  });
}

void add_smoke(CLI::App& app, SmokeArguments& arguments, Action& action) {
  CLI::App* command =
      app.add_subcommand("smoke", "Is the adapter right? Eight exchanges with one adapter");
  command->add_option("SUBJECT", arguments.subject, "A subject of `grit adapters`");
  command->add_option("--adapter", arguments.adapter, kAdapterHelp);
  command->add_option("--deadline", arguments.deadline_seconds, "Seconds to wait for each reply")
      ->check(seconds_up_to_a_day)
      ->capture_default_str();
  command->add_flag("--json", arguments.json, "The result as JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) { return smoke(arguments, terminal); };
  });
}

void add_adapters(CLI::App& app, bool& json, Action& action) {
  CLI::App* command = app.add_subcommand("adapters", "The adapters that there are");
  command->add_flag("--json", json, "The list as JSON");
  command->callback(
      [&] { action = [&json](const Terminal& terminal) { return adapters(json, terminal); }; });
}

void add_inspect(CLI::App& app, Arguments& arguments, Action& action) {
  CLI::App* command =
      app.add_subcommand("inspect", "Show a descriptor field by field, and whether check knows it");
  command->add_option("descriptor", arguments.descriptor, kDescriptorHelp)
      ->type_name("HEX|FILE")
      ->required();
  command->add_flag("--json", arguments.json, "Write JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(inspect(arguments.descriptor, arguments.presentation(terminal)), terminal);
    };
  });
}

void add_diff(CLI::App& app, Arguments& arguments, Action& action) {
  CLI::App* command = app.add_subcommand("diff", "Show in which fields two descriptors differ");
  command->add_option("a", arguments.descriptor, kDescriptorHelp)
      ->type_name("HEX|FILE")
      ->required();
  command->add_option("b", arguments.other_descriptor, kDescriptorHelp)
      ->type_name("HEX|FILE")
      ->required();
  command->add_flag("--json", arguments.json, "Write JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(
          diff(arguments.descriptor, arguments.other_descriptor, arguments.presentation(terminal)),
          terminal);
    };
  });
}

void add_grade(CLI::App& app, Arguments& arguments, Action& action) {
  CLI::App* command = app.add_subcommand(
      "grade", "Show a grade's canonical string, id, projection and the frame it demands");
  command
      ->add_option("text", arguments.grade,
                   "Any spelling, e.g. 'grit1(e=e2m1,k0=32,s0=e8m0,esr=floor)'; - reads standard "
                   "input")
      ->type_name("TEXT")
      ->required();
  command->add_flag("--json", arguments.json, "Write JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(grade(arguments.grade, arguments.presentation(terminal)), terminal);
    };
  });
}

int parse_and_run(int argc, char** argv, const Terminal& terminal) {
  CLI::App app(
      "Decides whether programs agree, bit for bit, about what the bytes of a quantized "
      "tensor mean.",
      "grit");
  app.set_version_flag("--version", "grit " GRIT_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes of certify: 0 conformant, 1 not conformant, 2 usage, 3 incomplete,\n"
      "4 pins or known deviations stale, 5 nothing selected. Of every other command:\n"
      "0 clean, 1 found or different, 2 usage, 3 infrastructure.");
  Arguments arguments;
  Action action;
  add_certify(app, arguments.certify, action);
  add_smoke(app, arguments.smoke, action);
  add_adapters(app, arguments.adapters_json, action);
  add_inspect(app, arguments, action);
  add_diff(app, arguments, action);
  add_grade(app, arguments, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are "errors" that exit with 0.
    return app.exit(error, std::cout, std::cerr) == 0 ? kExitClean : kExitUsage;
  }
  return action(terminal);
}

}  // namespace

int run_command_line(int argc, char** argv, const Terminal& terminal) {
  try {
    return parse_and_run(argc, argv, terminal);
  } catch (const std::exception& error) {
    std::cerr << "grit: unexpected failure: " << error.what() << '\n';
    return kExitInfrastructure;
  }
}

}  // namespace grit::cli
