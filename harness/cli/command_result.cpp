#include "harness/cli/command_result.h"

#include <fmt/format.h>

#include <cstdio>

namespace grit::cli {
namespace {

bool write_all(const std::string& text, std::FILE* file) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fflush(file) == 0 && written;
}

}  // namespace

CommandResult usage_error(std::string_view command, std::string_view message) {
  return {
      .exit_code = kExitUsage, .out = {}, .err = fmt::format("grit {}: {}\n", command, message)};
}

int print(const CommandResult& result, const Terminal& terminal) {
  const bool written = write_all(result.out, terminal.out);
  return write_all(result.err, terminal.err) && written ? result.exit_code : kExitInfrastructure;
}

}  // namespace grit::cli
