#include "harness/conformance/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/posix.hpp>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace grit::conformance {
namespace {

namespace asio = boost::asio;
namespace bp = boost::process;
using boost::system::error_code;

constexpr int kPipeBytes = 1 << 20;
constexpr std::size_t kReadChunk = std::size_t{256} << 10;
constexpr auto kReapInterval = std::chrono::milliseconds(2);
constexpr auto kReapIntervalMax = std::chrono::milliseconds(50);
// How long whoever inherited the streams may keep them open after the child's end.
constexpr auto kHeldOpen = std::chrono::seconds(1);
constexpr auto kHuntForOrphans = std::chrono::seconds(5);

// The parent's ends must not leak into the next child: it would keep this child's stdin open.
void prepare_parent_end(int fd) {
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  // A larger pipe saves wake-ups; a refusal (unprivileged limit) costs speed only.
  ::fcntl(fd, F_SETPIPE_SZ, kPipeBytes);
}

// What /proc/PID/stat says of one process (proc(5)).
struct ProcessStat {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  std::uint64_t resident_pages = 0;
};

template <typename Action>
void for_each_process(Action action) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.empty() || name[0] < '0' || name[0] > '9') continue;
    std::ifstream file(entry.path() / "stat");
    std::string line;
    if (!std::getline(file, line)) continue;  // gone meanwhile
    // The second field is the program's name in brackets and may hold anything.
    const auto after_name = line.rfind(')');
    if (after_name == std::string::npos) continue;
    ProcessStat stat;
    unsigned long long resident = 0;
    // Fields 3 to 24: parent is field 4, group field 5, resident pages field 24.
    if (std::sscanf(line.c_str() + after_name + 1,
                    " %*c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d "
                    "%*u %*u %llu",
                    &stat.parent, &stat.group, &resident) != 3) {
      continue;
    }
    stat.pid = std::atoi(name.c_str());
    stat.resident_pages = resident;
    action(stat);
  }
}

// For errors whose message leads nowhere.
std::string_view advice(const std::error_code& error) {
  if (error == std::errc::executable_format_error) {
    return "; it has no #! line, or is for another machine";
  }
  // The file was there when it was looked for.
  if (error == std::errc::no_such_file_or_directory) return "; what its #! line names is missing";
  return "";
}

std::uint64_t group_resident_bytes(pid_t pgid) {
  std::uint64_t pages = 0;
  for_each_process([&](const ProcessStat& process) {
    if (process.group == pgid) pages += process.resident_pages;
  });
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

std::string ExitStatus::describe() const {
  if (code == kUnknownExitCode) return "an unknown exit code";
  if (!signalled) return "exit code " + std::to_string(code);
  const char* name = ::sigabbrev_np(code);
  return "signal " + std::to_string(code) + (name ? " (SIG" + std::string(name) + ")" : "");
}

struct ChildProcess::State : std::enable_shared_from_this<ChildProcess::State> {
  explicit State(asio::io_context& io_context)
      : in(io_context), out(io_context), err(io_context), reap_timer(io_context), end(io_context) {}

  bp::async_pipe in, out, err;
  asio::steady_timer reap_timer;
  asio::posix::stream_descriptor end;  // readable once the child has ended
  std::chrono::milliseconds reap_interval = kReapInterval;
  Events events;
  pid_t pid = -1;
  bool reaped = false;
  bool stdout_closed = false;
  bool detached = false;  // the owner is gone: no callback any more
  std::deque<std::vector<std::byte>> queue;
  bool writing = false;
  bool close_when_drained = false;
  std::array<std::byte, kReadChunk> out_buffer;
  std::array<char, 4096> err_buffer;
  std::string err_tail;

  void read_stdout() {
    out.async_read_some(asio::buffer(out_buffer),
                        [self = shared_from_this()](const error_code& error, std::size_t count) {
                          if (self->detached) return;
                          if (count > 0)
                            self->events.on_stdout(std::span(self->out_buffer).first(count));
                          if (self->detached) return;
                          if (error) {
                            self->stdout_closed = true;
                            self->events.on_stdout_closed();
                          } else {
                            self->read_stdout();
                          }
                        });
  }

  void read_stderr() {
    err.async_read_some(asio::buffer(err_buffer),
                        [self = shared_from_this()](const error_code& error, std::size_t count) {
                          self->err_tail.append(self->err_buffer.data(), count);
                          if (self->err_tail.size() > 2 * kStderrTailBytes) {
                            self->err_tail.erase(0, self->err_tail.size() - kStderrTailBytes);
                          }
                          if (!error && !self->detached) self->read_stderr();
                        });
  }

  void write_next() {
    if (queue.empty()) {
      writing = false;
      if (close_when_drained) {
        error_code ignored;
        in.close(ignored);
      }
      return;
    }
    writing = true;
    asio::async_write(in, asio::buffer(queue.front()),
                      [self = shared_from_this()](const error_code& error, std::size_t) {
                        if (self->detached) return;
                        self->queue.pop_front();
                        if (error) {  // the child reads no more; its end is reported elsewhere
                          self->queue.clear();
                          self->writing = false;
                          return;
                        }
                        self->write_next();
                      });
  }

  // Not by SIGCHLD, which belongs to whoever embeds the harness: by a descriptor of the process,
  // and where the kernel has none by timer.
  void await_end() {
    const long fd = ::syscall(SYS_pidfd_open, pid, 0);
    if (fd < 0) {
      reap();
      return;
    }
    ::fcntl(static_cast<int>(fd), F_SETFD, FD_CLOEXEC);
    end.assign(static_cast<int>(fd));
    end.async_wait(asio::posix::stream_descriptor::wait_read,
                   [self = shared_from_this()](const error_code&) {
                     if (!self->detached) self->reap();
                   });
  }

  void reap() {
    int status = 0;
    const pid_t result = ::waitpid(pid, &status, WNOHANG);
    const bool lost = result == -1 && errno == ECHILD;  // somebody else has waited for it
    if (result == pid || lost) {
      reaped = true;
      ::killpg(pid, SIGKILL);  // what the child left behind
      ExitStatus exit;
      exit.signalled = !lost && WIFSIGNALED(status);
      exit.code = lost ? kUnknownExitCode : exit.signalled ? WTERMSIG(status) : WEXITSTATUS(status);
      if (detached) return;
      // A process that has left the group may hold the streams open for ever.
      reap_timer.expires_after(kHeldOpen);
      reap_timer.async_wait([self = shared_from_this()](const error_code& error) {
        if (error || self->detached || self->stdout_closed) return;
        error_code ignored;
        self->out.close(ignored);
      });
      events.on_exit(exit);
      return;
    }
    if (detached) return;
    reap_timer.expires_after(reap_interval);
    reap_interval = std::min(reap_interval * 2, kReapIntervalMax);
    reap_timer.async_wait([self = shared_from_this()](const error_code& error) {
      if (!error && !self->detached) self->reap();
    });
  }
};

ChildProcess::ChildProcess(std::shared_ptr<State> state) : state_(std::move(state)) {}

std::expected<std::unique_ptr<ChildProcess>, std::string> ChildProcess::start(
    asio::io_context& io, const Command& command, Events events) {
  if (command.argv.empty()) return std::unexpected("the command is empty");
  std::string program = command.argv[0];
  if (program.find('/') == std::string::npos) {
    program = bp::search_path(program).string();
    if (program.empty()) return std::unexpected(command.argv[0] + " is not on PATH");
  }
  const std::vector<std::string> arguments(command.argv.begin() + 1, command.argv.end());
  const std::string directory = command.cwd.empty() ? "." : command.cwd;
  try {
    if (!std::filesystem::is_directory(directory)) {
      return std::unexpected("there is no directory " + directory);
    }
    auto state = std::make_shared<State>(io);
    state->events = std::move(events);
    for (const int fd :
         {state->in.native_sink(), state->out.native_source(), state->err.native_source()}) {
      prepare_parent_end(fd);
    }
    std::error_code error;
    // Between vfork and exec, in the memory of this process: calls to the kernel only. A fork would
    // copy the page tables of a plan of gigabytes.
    pid_t failed = 0;
    const auto lead_own_group = [&failed](auto&) {
      failed = ::getpid();
      ::setpgid(0, 0);
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      // The harness ignores SIGPIPE, and an ignored signal stays ignored across exec.
      ::signal(SIGPIPE, SIG_DFL);
    };
    // clang-format off
    bp::child child(bp::exe = program, bp::args = arguments, bp::start_dir = directory,
                    bp::std_in < state->in, bp::std_out > state->out, bp::std_err > state->err,
                    error, bp::posix::use_vfork, bp::extend::on_exec_setup = lead_own_group);
    // clang-format on
    if (error) {
      if (failed > 0) ::waitpid(failed, nullptr, 0);  // where it got as far as exec
      return std::unexpected("cannot start " + program + ": " + error.message() +
                             std::string(advice(error)));
    }
    state->pid = child.id();
    ::setpgid(state->pid, state->pid);  // whichever of parent and child comes first
    child.detach();
    auto process = std::unique_ptr<ChildProcess>(new ChildProcess(state));
    state->read_stdout();
    state->read_stderr();
    asio::post(io, [state] {
      if (!state->detached) state->await_end();
    });
    return process;
  } catch (const std::exception& failure) {
    return std::unexpected("cannot start " + program + ": " + failure.what());
  }
}

ChildProcess::~ChildProcess() {
  state_->detached = true;
  error_code ignored;
  if (!state_->reaped) {
    kill();
    int status = 0;
    while (::waitpid(state_->pid, &status, 0) == -1 && errno == EINTR) {
    }
  }
  state_->reap_timer.cancel();
  state_->end.close(ignored);
  state_->in.close(ignored);
  state_->out.close(ignored);
  state_->err.close(ignored);
}

void ChildProcess::write(std::vector<std::byte> bytes) {
  if (bytes.empty()) return;
  state_->queue.push_back(std::move(bytes));
  if (!state_->writing) state_->write_next();
}

void ChildProcess::close_stdin() {
  state_->close_when_drained = true;
  if (!state_->writing) {
    error_code ignored;
    state_->in.close(ignored);
  }
}

void ChildProcess::kill() {
  if (state_->reaped) return;
  ::killpg(state_->pid, SIGKILL);
  ::kill(state_->pid, SIGKILL);  // it may have left its group
}

std::uint64_t ChildProcess::resident_bytes() const {
  return state_->reaped ? 0 : group_resident_bytes(state_->pid);
}

std::string ChildProcess::stderr_tail() const {
  const std::string& tail = state_->err_tail;
  return tail.size() <= kStderrTailBytes ? tail : tail.substr(tail.size() - kStderrTailBytes);
}

std::size_t kill_orphans() {
  std::size_t killed = 0;
  const auto end = std::chrono::steady_clock::now() + kHuntForOrphans;
  // Each round may leave the next generation to us.
  for (bool found = true; found && std::chrono::steady_clock::now() < end;) {
    found = false;
    for_each_process([&](const ProcessStat& process) {
      if (process.parent != ::getpid()) return;
      found = true;
      ++killed;
      ::kill(process.pid, SIGKILL);
      int status = 0;
      while (::waitpid(process.pid, &status, 0) == -1 && errno == EINTR) {
      }
    });
  }
  return killed;
}

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

}  // namespace grit::conformance
