#include "harness/cli/command_result.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "harness/report/text.h"

namespace grit::cli {
namespace {

// Zero, or the error number.
int write_all(const std::string& text, std::FILE* file) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  // What was written before counts too.
  if (std::fflush(file) == 0 && written && std::ferror(file) == 0) return 0;
  return errno != 0 ? errno : EIO;
}

}  // namespace

CommandResult usage_error(std::string_view command, std::string_view message) {
  // The message may quote a file or an argument, which may hold anything.
  return {.exit_code = kExitUsage,
          .out = {},
          .err = fmt::format("grit {}: {}\n", command, report::printable(message))};
}

int print(const CommandResult& result, const Terminal& terminal) {
  const int error = write_all(result.out, terminal.out);
  std::string problem = result.err;
  if (!result.out.empty() && problem.ends_with('\n')) {
    problem.insert(problem.size() - 1,
                   fmt::format(" (exit code {}, whatever the verdict says)", result.exit_code));
  }
  if (write_all(problem, terminal.err) != 0) return kExitInfrastructure;
  if (error == 0) return result.exit_code;
  write_all(fmt::format("grit: cannot write the result to standard output: {}; send it elsewhere "
                        "(exit code {})\n",
                        std::generic_category().message(error), kExitInfrastructure),
            terminal.err);
  return kExitInfrastructure;
}

}  // namespace grit::cli
