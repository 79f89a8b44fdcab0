#include "harness/conformance/program_run.h"

#include <boost/asio/io_context.hpp>
#include <optional>
#include <utility>

#include "harness/protocol/payload.h"

namespace grit::conformance {

std::expected<ProgramRun, std::string> run_program(const Command& command) {
  boost::asio::io_context io{1};
  ProgramRun run;
  bool closed = false;
  std::optional<ExitStatus> exit;
  ChildProcess::Events events;
  events.on_stdout = [&](std::span<const std::byte> bytes) { run.out += protocol::as_text(bytes); };
  events.on_stdout_closed = [&] { closed = true; };
  events.on_exit = [&](ExitStatus status) { exit = status; };
  auto process = ChildProcess::start(io, command, std::move(events));
  if (!process) return std::unexpected(process.error());
  (*process)->close_stdin();
  while (!closed || !exit) {
    io.restart();
    io.run_one();
  }
  run.exit = *exit;
  run.stderr_tail = (*process)->stderr_tail();
  return run;
}

}  // namespace grit::conformance
