// grit: the command line. One file for each command; this one only puts them together.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "harness/cli/commands.h"

namespace {

// Colours only where a person looks, and not where NO_COLOR asks for none.
bool wants_colour() {
  return ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
}

int run(int argc, char** argv) {
  const grit::cli::Terminal terminal{.colour = wants_colour(), .out = stdout, .err = stderr};
  int exit_code = grit::cli::kExitClean;
  CLI::App app("Decides whether programs agree, bit for bit, about what the bytes of a quantized "
               "tensor mean.",
               "grit");
  app.set_version_flag("--version", "grit " GRIT_VERSION);
  app.require_subcommand(1);
  app.footer("Exit codes of certify: 0 conformant, 1 not conformant, 2 usage, 3 incomplete,\n"
             "4 pins or known deviations stale, 5 nothing selected. Of every other command:\n"
             "0 clean, 1 found or different, 2 usage, 3 infrastructure.");
  grit::cli::add_certify(app, terminal, exit_code);
  grit::cli::add_smoke(app, terminal, exit_code);
  grit::cli::add_adapters(app, terminal, exit_code);
  grit::cli::add_inspect(app, terminal, exit_code);
  grit::cli::add_diff(app, terminal, exit_code);
  grit::cli::add_grade(app, terminal, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are "errors" that exit with 0.
    return app.exit(error, std::cout, std::cerr) == 0 ? grit::cli::kExitClean
                                                      : grit::cli::kExitUsage;
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "grit: unexpected failure: {}\n", error.what());
    return grit::cli::kExitInfrastructure;
  }
}
