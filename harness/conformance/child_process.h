// A child process with its three streams, driven by an event loop; the only file of the harness
// that knows Boost.Process.
//
// The child leads a process group of its own, which dies with it; what has left the group is killed
// by kill_orphans(). Its stdout is delivered as it comes; of its stderr the last bytes are kept.
// Nothing here blocks: a child that does not read, does not write or floods us costs memory only up
// to the bounds below.
#ifndef GRIT_CONFORMANCE_CHILD_PROCESS_H_
#define GRIT_CONFORMANCE_CHILD_PROCESS_H_

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace grit::conformance {

inline constexpr std::size_t kStderrTailBytes = 8192;

struct Command {
  std::vector<std::string> argv;  // argv[0] is looked up on PATH unless it holds a slash
  std::string cwd;                // empty: the harness's own
};

inline constexpr int kUnknownExitCode = -1;

// How a process ended.
struct ExitStatus {
  bool signalled = false;
  int code = 0;  // exit code, or the signal's number, or kUnknownExitCode

  // E.g. "exit code 3", "signal 11 (SIGSEGV)".
  std::string describe() const;
};

class ChildProcess {
 public:
  struct Events {
    std::function<void(std::span<const std::byte>)> on_stdout;
    std::function<void()> on_stdout_closed;
    std::function<void(ExitStatus)> on_exit;  // once, after the process has been reaped
  };

  // Starts the child; a sentence that says why where it cannot be started (no such program, no such
  // directory). Callbacks run on `io`'s thread, never from inside a member function of this class,
  // and not after the destructor, which kills the group. `io` must be run by one thread only,
  // and the program must ignore SIGPIPE: a child may die while it is being written to.
  static std::expected<std::unique_ptr<ChildProcess>, std::string> start(
      boost::asio::io_context& io, const Command& command, Events events);

  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Queues bytes for the child's stdin. A child that has closed it loses them silently: its death
  // is reported by on_exit or on_stdout_closed.
  void write(std::vector<std::byte> bytes);
  // Closes stdin once everything queued is written.
  void close_stdin();
  // SIGKILL to the whole group; on_exit follows.
  void kill();

  // Resident memory of the group in bytes, as the kernel counts it now.
  std::uint64_t resident_bytes() const;
  std::string stderr_tail() const;

 private:
  struct State;
  explicit ChildProcess(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;  // shared with pending asynchronous operations
};

// Makes this process the parent of whatever its children leave behind, so that kill_orphans() finds
// it. Once, at the program's start.
void adopt_orphans();

// Kills every child of this process, those adopted included, and their children; returns how many.
// Only while no ChildProcess is alive. Gives up after some seconds on processes that multiply
// faster than they can be found.
std::size_t kill_orphans();

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_CHILD_PROCESS_H_
