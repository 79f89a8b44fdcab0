#include "harness/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <exception>
#include <functional>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>

#include "harness/cli/adapters.h"
#include "harness/cli/adapters_new.h"
#include "harness/cli/certify.h"
#include "harness/cli/command_result.h"
#include "harness/cli/diff.h"
#include "harness/cli/finding.h"
#include "harness/cli/grade.h"
#include "harness/cli/inspect.h"
#include "harness/cli/isa.h"
#include "harness/cli/mutants.h"
#include "harness/cli/report_merge.h"
#include "harness/cli/smoke.h"
#include "harness/cli/vectors_export.h"
#include "harness/cli/vectors_generate.h"
#include "harness/cli/vectors_list.h"
#include "harness/cli/vectors_minimize.h"
#include "harness/cli/vectors_pin.h"
#include "harness/cli/vectors_promote.h"
#include "harness/cli/vectors_show.h"
#include "harness/cli/vectors_verify.h"
#include "harness/reference/kernels/isa.h"
#include "harness/report/text.h"

namespace grit::cli {
namespace {

constexpr const char* kDescriptorHelp =
    "128 hexadecimal digits, or a file with 64 bytes or hexadecimal text";
constexpr const char* kAdapterHelp = "[NAME=]COMMAND, split like a shell does, never run by one";
constexpr const char* kLibraryHelp =
    "[NAME=]PATH of a shared library that has grit_adapter.h's table";

// The chosen command with its arguments; runs after parsing.
using Action = std::function<int(const Terminal&)>;

// What the options are parsed into. One of each command; only the chosen one's is read.
struct Arguments {
  CertifyArguments certify;
  ReportMergeArguments merge;
  FindingArguments finding;
  SmokeArguments smoke;
  MutantsArguments mutants;
  AdaptersArguments adapters;
  AdaptersNewArguments adapters_new;
  VectorsListArguments vectors_list;
  VectorsShowArguments vectors_show;
  VectorsVerifyArguments vectors_verify;
  VectorsGenerateArguments vectors_generate;
  VectorsPinArguments vectors_pin;
  VectorsPromoteArguments vectors_promote;
  VectorsMinimizeArguments vectors_minimize;
  VectorsExportArguments vectors_export;
  std::string descriptor;
  std::string other_descriptor;
  std::string grade;
  bool json = false;  // of adapters new, inspect, diff, grade, isa and vectors

  Presentation presentation(const Terminal& terminal) const {
    return {.json = json, .colour = terminal.colour};
  }
};

// A number in decimal digits only; the parser's own would read 010 as eight and -1 as 2^64 - 1.
CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value,
                       std::uint64_t most, const std::string& help) {
  return command
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

std::string seconds_up_to(double most, const std::string& text) {
  double seconds = 0;
  const bool is_number = CLI::detail::lexical_cast(text, seconds);
  // Written so that NaN fails.
  if (is_number && seconds >= 0.01 && seconds <= most) return {};
  return "must be a number of seconds from 0.01 to " + std::to_string(std::lround(most));
}
std::string seconds_up_to_a_day(const std::string& text) { return seconds_up_to(86'400, text); }
std::string seconds_up_to_a_week(const std::string& text) { return seconds_up_to(604'800, text); }

void add_config(CLI::App& command, std::string& config) {
  command.add_option("--config", config,
                     "A file with subjects of yours (default: ./grit.toml, where it is there)");
}

void add_certify(CLI::App& app, CertifyArguments& arguments, Action& action) {
  CLI::App* command = app.add_subcommand(
      "certify", "Put the same cases to every implementation and report who says what");
  command->add_option(
      "SUBJECT", arguments.subjects,
      "Subjects of `grit adapters`; without any: what grit.toml says, else the own and the "
      "published ones, or only what is given with --adapter and --library");
  add_config(*command, arguments.config);
  command
      ->add_option("--adapter", arguments.adapters,
                   std::string("One more subject: ") + kAdapterHelp)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option("--library", arguments.libraries,
                   std::string("One more subject: ") + kLibraryHelp)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option("--with", arguments.with,
                   "Take in the subjects that need this, e.g. torch; no other run has them")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--without", arguments.without, "Leave a subject out; the report says so")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  add_count(*command, "--seed", arguments.seed, std::numeric_limits<std::uint64_t>::max(),
            "Seed of the generated cases");
  CLI::Option* const cases = add_count(*command, "--cases", arguments.cases, kMaxGeneratedCases,
                                       "Number of generated cases");
  CLI::Option* const time =
      command
          ->add_option("--time", arguments.time_seconds,
                       "Seconds: generate cases for so long, instead of a number of them")
          ->type_name("FLOAT")
          ->check(seconds_up_to_a_week)
          ->excludes(cases);
  command->add_option("--resume", arguments.resume,
                      "A run's directory: go on where a stopped run with the same options was");
  command
      ->add_option("--select", arguments.select,
                   "Only cases with op=, clause=, grade=, format=, placement= or id=GLOB; of one "
                   "key any, of "
                   "several all")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option("--shard", arguments.shard,
                   "Only share NUMBER/OF of the cases, e.g. 2/8; `grit report merge` joins them")
      ->excludes(time);
  command->add_flag("--list", arguments.list, "Show the cases instead of putting them")
      ->excludes(time);
  command->add_option("--jobs", arguments.jobs, "Processes of each subject")
      ->check(CLI::Range(1u, 256u))
      ->capture_default_str();
  command
      ->add_option("--reduce", arguments.reduce,
                   "Which findings are reduced and shown again: nothing, new or all")
      ->check(CLI::IsMember({"nothing", "new", "all"}))
      ->capture_default_str();
  command
      ->add_option("--deviations", arguments.deviations,
                   "[SUBJECT=]FILE: known deviations of a subject, instead of its own file")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--write-deviations", arguments.write_deviations,
                      "[SUBJECT=]FILE: draft known deviations from what is new");
  command->add_option("--baseline", arguments.baseline,
                      "A report.json: only findings that it does not have count");
  command->add_option("--today", arguments.today,
                      "YYYY-MM-DD: the day that the dates of known deviations are held against");
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

void add_report(CLI::App& app, ReportMergeArguments& arguments, Action& action) {
  CLI::App* command = app.add_subcommand("report", "Work with the reports of certifications");
  command->require_subcommand(1);
  CLI::App* merge =
      command->add_subcommand("merge", "Join the reports of all shards of one certification");
  merge->add_option("DIRECTORY", arguments.directories, "The shards' run directories")->required();
  merge->add_flag("--json", arguments.json, "The report as JSON on standard output");
  merge->add_flag("--verbose", arguments.verbose, "Known deviations in full as well");
  merge->add_option("--reports", arguments.reports,
                    "Where the joined run's directory is made (default: reports/ of the project)");
  merge->callback([&] {
    action = [&arguments](const Terminal& terminal) { return merge_reports(arguments, terminal); };
  });
}

void add_replay(CLI::App& app, FindingArguments& arguments, Action& action) {
  const auto add_options = [&arguments](CLI::App& command) {
    command.add_option("ID", arguments.id, "A finding's id, or an unmistakable beginning of it")
        ->required();
    command.add_option(
        "--run", arguments.run,
        "The run's directory (default: the latest in reports/ that has the finding)");
    command.add_flag("--json", arguments.json, "Write JSON");
  };
  CLI::App* replay = app.add_subcommand(
      "replay", "Put a finding's case again, show the frames, and the command that does the same");
  add_options(*replay);
  replay->callback([&] {
    action = [&arguments](const Terminal& terminal) { return replay_finding(arguments, terminal); };
  });
  CLI::App* explain = app.add_subcommand(
      "explain-finding",
      "What the specification says to a finding, and what each subject answered");
  add_options(*explain);
  explain->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return explain_finding(arguments, terminal);
    };
  });
}

void add_smoke(CLI::App& app, SmokeArguments& arguments, Action& action) {
  CLI::App* command =
      app.add_subcommand("smoke", "Is the adapter right? Eight exchanges with one adapter");
  command->add_option("SUBJECT", arguments.subject, "A subject of `grit adapters`");
  command->add_option("--adapter", arguments.adapter, kAdapterHelp);
  command->add_option("--library", arguments.library, kLibraryHelp);
  add_config(*command, arguments.config);
  command->add_option("--deadline", arguments.deadline_seconds, "Seconds to wait for each reply")
      ->check(seconds_up_to_a_day)
      ->capture_default_str();
  command->add_flag("--json", arguments.json, "The result as JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) { return smoke(arguments, terminal); };
  });
}

void add_mutants(CLI::App& app, MutantsArguments& arguments, Action& action) {
  CLI::App* command = app.add_subcommand(
      "mutants", "Does the suite see every implementation that is wrong on purpose?");
  command
      ->add_option("--select", arguments.select,
                   "Only mutants of this name, or whose name a glob matches")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  add_count(*command, "--seed", arguments.seed, std::numeric_limits<std::uint64_t>::max(),
            "Seed of the generated cases");
  add_count(*command, "--cases", arguments.cases, kMaxMutantCases,
            "Generated cases, put to those that no pinned vector kills; 0: pinned vectors alone");
  command->add_option("--jobs", arguments.jobs, "Mutants at a time")
      ->check(CLI::Range(1u, 256u))
      ->capture_default_str();
  command->add_flag("--json", arguments.json, "The result as JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) { return mutants(arguments, terminal); };
  });
}

void add_adapters_new(CLI::App& adapters, Arguments& arguments, Action& action) {
  CLI::App* command =
      adapters.add_subcommand("new", "Write the skeleton of an adapter, ready to build");
  command->add_option("--lang", arguments.adapters_new.language, "Its language")
      ->type_name(skeleton_languages())
      ->required();
  command
      ->add_option("DIR", arguments.adapters_new.directory,
                   "Where to; must be new or empty. Its last component is the adapter's name")
      ->required();
  command->add_flag("--json", arguments.json, "What was written, as JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(adapters_new(arguments.adapters_new, arguments.presentation(terminal)),
                   terminal);
    };
  });
}

void add_adapters(CLI::App& app, Arguments& arguments, Action& action) {
  CLI::App* command = app.add_subcommand("adapters", "The adapters that there are, or a new one");
  command->add_flag("--json", arguments.adapters.json, "The list as JSON");
  add_config(*command, arguments.adapters.config);
  add_adapters_new(*command, arguments, action);
  command->callback([&, command] {
    // Called after the subcommand's own.
    if (!command->get_subcommands().empty()) return;
    action = [&arguments](const Terminal& terminal) {
      return adapters(arguments.adapters, terminal);
    };
  });
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

void add_isa(CLI::App& app, Arguments& arguments, Action& action) {
  CLI::App* command = app.add_subcommand(
      "isa", "Show which instruction sets there are kernels for, and which one is used");
  command->add_flag("--json", arguments.json, "Write JSON");
  command->footer("GRIT_ISA in the environment names the one to use; without it, the widest.");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(
          describe_isa(reference::kernels::requested_isa(), arguments.presentation(terminal)),
          terminal);
    };
  });
}

// --select of a command about vectors.
void add_vector_select(CLI::App& command, std::vector<std::string>& select) {
  command
      .add_option("--select", select,
                  "Only vectors with op=, clause=, grade=, format=, placement= or id=GLOB (their "
                  "name); of one key any, of several all")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

// Names, commands and libraries of those who answer.
void add_answerers(CLI::App& command, std::vector<std::string>& subjects,
                   std::vector<std::string>& adapters, std::vector<std::string>& libraries,
                   std::string& config) {
  command.add_option("SUBJECT", subjects, "Subjects of `grit adapters`, beside the reference");
  command.add_option("--adapter", adapters, std::string("One more subject: ") + kAdapterHelp)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--library", libraries, std::string("One more subject: ") + kLibraryHelp)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  add_config(command, config);
}

void add_vectors_list(CLI::App& group, Arguments& arguments, Action& action) {
  CLI::App* command = group.add_subcommand("list", "Show the pinned vectors, a line each");
  add_vector_select(*command, arguments.vectors_list.select);
  command->add_flag("--json", arguments.json, "Write JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(vectors_list(arguments.vectors_list, arguments.presentation(terminal)),
                   terminal);
    };
  });
}

void add_vectors_show(CLI::App& group, Arguments& arguments, Action& action) {
  CLI::App* command = group.add_subcommand(
      "show", "Show one vector: where it is from, its clause, request and expected reply");
  command
      ->add_option("VECTOR", arguments.vectors_show.vector,
                   "Its name, or an unmistakable beginning of its id")
      ->required();
  command->add_flag("--json", arguments.json, "Write JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(vectors_show(arguments.vectors_show, arguments.presentation(terminal)),
                   terminal);
    };
  });
}

void add_vectors_verify(CLI::App& group, Arguments& arguments, Action& action) {
  CLI::App* command = group.add_subcommand(
      "verify", "Check pins, versions, ids and clauses, and who answers what is expected");
  VectorsVerifyArguments& verify = arguments.vectors_verify;
  add_answerers(*command, verify.subjects, verify.adapters, verify.libraries, verify.config);
  command->add_flag("--json", arguments.json, "Write JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(vectors_verify(arguments.vectors_verify, arguments.presentation(terminal)),
                   terminal);
    };
  });
}

void add_vectors_generate(CLI::App& group, Arguments& arguments, Action& action) {
  CLI::App* command = group.add_subcommand(
      "generate", "Run the programs of vectors/generate and write the files that differ");
  command->add_flag("--check", arguments.vectors_generate.check,
                    "Write nothing; exit code 1 where a file differs");
  command->add_flag("--json", arguments.json, "Write JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(vectors_generate(arguments.vectors_generate, arguments.presentation(terminal)),
                   terminal);
    };
  });
}

void add_vectors_promote(CLI::App& group, Arguments& arguments, Action& action) {
  CLI::App* command =
      group.add_subcommand("promote", "Make a finding a vector of vectors/extended/promoted.json");
  VectorsPromoteArguments& promote = arguments.vectors_promote;
  command->add_option("FINDING", promote.finding, "Its id, or an unmistakable beginning of it")
      ->required();
  command->add_option("--run", promote.run,
                      "The run's directory (default: the latest in reports/ that has the finding)");
  command->add_option("--by-hand", promote.by_hand,
                      "The clause from which you worked the answer out; without it two published "
                      "implementations have to give it");
  command->add_option("--name", promote.name, "The vector's name (default: operation and id)");
  command->add_flag("--pin", promote.pin, "Pin the suite too; its version has to be a new one");
  command->add_flag("--json", arguments.json, "Write JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(vectors_promote(arguments.vectors_promote, arguments.presentation(terminal)),
                   terminal);
    };
  });
}

void add_vectors_minimize(CLI::App& group, Arguments& arguments, Action& action) {
  CLI::App* command =
      group.add_subcommand("minimize", "Reduce a vector while a subject goes on getting it wrong");
  VectorsMinimizeArguments& minimize = arguments.vectors_minimize;
  command->add_option("VECTOR", minimize.vector, "Its name, or an unmistakable beginning of its id")
      ->required();
  command->add_option("--against", minimize.against, "The subject, of `grit adapters`");
  command->add_option("--adapter", minimize.adapter, kAdapterHelp);
  add_config(*command, minimize.config);
  command->add_option("--reports", minimize.reports,
                      "Where the run's directory is made (default: reports/ of the project)");
  command->add_flag("--json", arguments.json, "Write JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(vectors_minimize(arguments.vectors_minimize, arguments.presentation(terminal)),
                   terminal);
    };
  });
}

void add_vectors_pin(CLI::App& group, Arguments& arguments, Action& action) {
  CLI::App* command = group.add_subcommand(
      "pin", "Write PINS and HISTORY for a new version of the suite, and only for a new one");
  command->add_flag("--check", arguments.vectors_pin.check,
                    "Write nothing; exit code 4 where the pins are stale");
  command->add_flag("--json", arguments.json, "Write JSON");
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(vectors_pin(arguments.vectors_pin, arguments.presentation(terminal)), terminal);
    };
  });
}

void add_vectors_export(CLI::App& group, Arguments& arguments, Action& action) {
  CLI::App* command =
      group.add_subcommand("export", "Write vectors for other programs, as one JSON document");
  command->add_option("FILE", arguments.vectors_export.file, "Where to (default: standard output)");
  CLI::Option* const published = command->add_flag(
      "--published", arguments.vectors_export.published,
      "The 68 entries of core.json in the form that the published Python package's tests read");
  add_vector_select(*command, arguments.vectors_export.select);
  command->get_option("--select")->excludes(published);
  command->add_flag("--json", arguments.json, "All or the selected vectors (the default)")
      ->excludes(published);
  command->callback([&] {
    action = [&arguments](const Terminal& terminal) {
      return print(vectors_export(arguments.vectors_export), terminal);
    };
  });
}

void add_vectors(CLI::App& app, Arguments& arguments, Action& action) {
  CLI::App* command = app.add_subcommand("vectors", "Work with the pinned vectors");
  command->require_subcommand(1);
  add_vectors_list(*command, arguments, action);
  add_vectors_show(*command, arguments, action);
  add_vectors_verify(*command, arguments, action);
  add_vectors_generate(*command, arguments, action);
  add_vectors_pin(*command, arguments, action);
  add_vectors_promote(*command, arguments, action);
  add_vectors_minimize(*command, arguments, action);
  add_vectors_export(*command, arguments, action);
}

// Help and version are "errors" that exit with 0. Everything else becomes one line.
CommandResult parse_result(const CLI::App& app, const CLI::ParseError& error,
                           std::string_view first_argument) {
  std::ostringstream out;
  std::ostringstream ignored;
  if (app.exit(error, out, ignored) == 0) return {kExitClean, out.str(), ""};
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  std::string names;
  for (const CLI::App* command : commands) {
    if (command->get_name() == first_argument) {
      return usage_error(first_argument, std::string(error.what()) + "; `grit " +
                                             command->get_name() + " --help` lists the options");
    }
    names += (names.empty() ? "" : ", ") + command->get_name();
  }
  const bool is_option = first_argument.starts_with('-');
  const std::string problem =
      first_argument.empty() ? "a command is missing"
      : is_option ? "there is no option " + std::string(first_argument) + " before a command"
                  : "there is no command " + std::string(first_argument);
  return {kExitUsage, "",
          "grit: " + report::printable(problem) + "; the commands are " + names +
              ", and `grit --help` explains them\n"};
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
      "4 pins or known deviations stale, 5 nothing selected; of mutants likewise: 1 a\n"
      "survivor, 3 one that is not built. Of every other command:\n"
      "0 clean, 1 found or different, 2 usage, 3 infrastructure; of vectors also 4 pins stale.");
  Arguments arguments;
  Action action;
  add_certify(app, arguments.certify, action);
  add_report(app, arguments.merge, action);
  add_replay(app, arguments.finding, action);
  add_smoke(app, arguments.smoke, action);
  add_mutants(app, arguments.mutants, action);
  add_adapters(app, arguments, action);
  add_inspect(app, arguments, action);
  add_diff(app, arguments, action);
  add_grade(app, arguments, action);
  add_isa(app, arguments, action);
  add_vectors(app, arguments, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return print(parse_result(app, error, argc > 1 ? argv[1] : ""), terminal);
  }
  // Here, for every command: a process that falls back to another set would not say so.
  if (const auto isa = reference::kernels::choose_isa(reference::kernels::requested_isa()); !isa) {
    return print(isa_refusal(app.get_subcommands().front()->get_name(), isa.error()), terminal);
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
