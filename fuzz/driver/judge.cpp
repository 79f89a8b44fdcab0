#include "fuzz/driver/judge.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/target.h"

// LeakSanitizer's, where the program has it.
extern "C" int __lsan_do_recoverable_leak_check() __attribute__((weak));

namespace grit::fuzz {
namespace {

constexpr int kLeakExit = 78;
constexpr std::size_t kKeptBytes = std::size_t{256} << 10;  // of each end of stderr
constexpr std::size_t kDetailBytes = 4096;

std::string system_error(std::string_view what) {
  return std::string(what) + ": " + std::strerror(errno);
}

std::string_view line_at(std::string_view text, std::size_t position) {
  return text.substr(position, text.find('\n', position) - position);
}

// A function without its arguments; blanks and parentheses between angle brackets are its name's.
std::string function_name(std::string_view text) {
  int depth = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '<') ++depth;
    if (c == '>') --depth;
    // "(anonymous namespace)::" is a part of names too.
    if (text.substr(end).starts_with("(anonymous namespace)")) {
      end += std::string_view("(anonymous namespace)").size() - 1;
    } else if (depth <= 0 && (c == '(' || c == ' ')) {
      break;
    }
  }
  return std::string(text.substr(0, end));
}

// The function of the innermost frame that lies in the project and not in the driver; frames look
// like "    #1 0x55… in grit::reference::check(…) /…/harness/reference/check.cpp:12:3".
std::string innermost_function(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at)) {
    if (text[at] == '\n') ++at;
    const std::string_view line = line_at(text, at);
    const std::size_t in = line.find(" in ");
    if (line.find_first_not_of(' ') == std::string_view::npos || in == std::string_view::npos ||
        line[line.find_first_not_of(' ')] != '#') {
      continue;
    }
    const bool project = line.find("/harness/") != std::string_view::npos ||
                         line.find("/adapters/") != std::string_view::npos ||
                         line.find("/fuzz/mutator/") != std::string_view::npos ||
                         line.find("/fuzz/targets/") != std::string_view::npos;
    if (!project) continue;
    return function_name(line.substr(in + 4));
  }
  return "unknown function";
}

// "heap-buffer-overflow" of "ERROR: AddressSanitizer: heap-buffer-overflow on address …".
std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" :(\n"));
}

std::string tail(std::string_view text) {
  if (text.size() <= kDetailBytes) return std::string(text);
  return "…" + std::string(text.substr(text.size() - kDetailBytes));
}

[[noreturn]] void run_as_child(std::span<const std::byte> input, int error_pipe) {
  dup2(error_pipe, STDERR_FILENO);
  const int null = open("/dev/null", O_WRONLY);
  if (null >= 0) dup2(null, STDOUT_FILENO);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  run(input);
  const bool leaks =
      __lsan_do_recoverable_leak_check != nullptr && __lsan_do_recoverable_leak_check() != 0;
  // No destructors: the parent's copies of everything are not the child's to end.
  _exit(leaks ? kLeakExit : 0);
}

std::uint64_t resident_bytes(pid_t pid) {
  std::ifstream statm("/proc/" + std::to_string(pid) + "/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  statm >> size >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// The beginning and the end of what comes through a pipe.
class Captured {
 public:
  void add(std::string_view text) {
    const std::size_t room = kKeptBytes - std::min(kKeptBytes, head_.size());
    head_ += text.substr(0, room);
    tail_ += text.substr(std::min(room, text.size()));
    if (tail_.size() > 2 * kKeptBytes) tail_.erase(0, tail_.size() - kKeptBytes);
  }
  std::string text() const { return head_ + tail_; }

 private:
  std::string head_;
  std::string tail_;
};

}  // namespace

std::string_view to_string(Fate fate) {
  switch (fate) {
    case Fate::kNone:
      return "none";
    case Fate::kDisagreement:
      return "disagreement";
    case Fate::kLaw:
      return "law";
    case Fate::kSanitizer:
      return "sanitizer";
    case Fate::kCrash:
      return "crash";
    case Fate::kHang:
      return "hang";
    case Fate::kOutOfMemory:
      return "out of memory";
    case Fate::kInfrastructure:
      return "infrastructure";
  }
  return "infrastructure";
}

Judgement classify(std::string_view text, bool signalled, int code) {
  if (!signalled && code == 0) return {};
  Judgement result{Fate::kCrash, {}, tail(text)};
  if (const std::size_t mark = text.find(kFindingMark); mark != std::string_view::npos) {
    const std::string_view line = line_at(text, mark + kFindingMark.size());
    const std::size_t colon = line.find(": ");
    const std::string_view kind = line.substr(0, colon);
    result.signature = colon == std::string_view::npos ? "" : std::string(line.substr(colon + 2));
    for (const Fate fate : {Fate::kDisagreement, Fate::kLaw, Fate::kInfrastructure}) {
      if (kind == to_string(fate)) result.fate = fate;
    }
    return result;
  }
  static constexpr std::string_view kAddress = "ERROR: AddressSanitizer: ";
  static constexpr std::string_view kUndefined = "runtime error: ";
  static constexpr std::string_view kLeak = "ERROR: LeakSanitizer: ";
  if (const std::size_t at = text.find(kAddress); at != std::string_view::npos) {
    const std::string_view report = text.substr(at + kAddress.size());
    const std::string_view kind = first_word(report);
    if (kind == "out-of-memory" || kind == "allocation-size-too-big" || kind == "requested" ||
        kind == "hard") {
      result.fate = Fate::kOutOfMemory;
    } else if (kind != "SEGV" && kind != "FPE" && kind != "ABRT" && kind != "BUS" &&
               kind != "ILL" && kind != "stack-overflow") {
      result.fate = Fate::kSanitizer;
    }
    result.signature = std::string(kind) + " | " + innermost_function(report);
    return result;
  }
  if (const std::size_t at = text.find(kUndefined); at != std::string_view::npos) {
    const std::string_view report = text.substr(at + kUndefined.size());
    const std::string_view kind = line_at(report, 0);
    result.fate = Fate::kSanitizer;
    result.signature =
        without_numbers(kind.substr(0, kind.find(':'))) + " | " + innermost_function(report);
    return result;
  }
  if (const std::size_t at = text.find(kLeak); at != std::string_view::npos) {
    result.fate = Fate::kSanitizer;
    result.signature = "leak | " + innermost_function(text.substr(at));
    return result;
  }
  const char* name = signalled ? sigabbrev_np(code) : nullptr;
  result.signature = !signalled        ? "exit code " + std::to_string(code)
                     : name != nullptr ? "SIG" + std::string(name)
                                       : "signal " + std::to_string(code);
  result.signature += " | " + innermost_function(text);
  return result;
}

Judgement judge(std::span<const std::byte> input, const Limits& limits) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return {Fate::kInfrastructure, system_error("no pipe"), ""};
  }
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid < 0) {
    close(ends[0]);
    close(ends[1]);
    return {Fate::kInfrastructure, system_error("no process"), ""};
  }
  if (pid == 0) run_as_child(input, ends[1]);
  close(ends[1]);

  const auto started = std::chrono::steady_clock::now();
  Captured captured;
  std::optional<Fate> stopped;
  for (;;) {
    pollfd ready{ends[0], POLLIN, 0};
    poll(&ready, 1, 20);
    if (ready.revents != 0) {
      std::array<char, 4096> part;
      const ssize_t size = read(ends[0], part.data(), part.size());
      if (size == 0) break;
      if (size > 0) captured.add(std::string_view(part.data(), static_cast<std::size_t>(size)));
    }
    if (!stopped && std::chrono::steady_clock::now() - started > limits.timeout) {
      stopped = Fate::kHang;
    } else if (!stopped && resident_bytes(pid) > limits.memory_bytes) {
      stopped = Fate::kOutOfMemory;
    } else {
      continue;
    }
    kill(pid, SIGKILL);
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  const std::string text = captured.text();
  if (stopped) {
    return {*stopped, std::string(to_string(*stopped)) + " | " + std::string(target().name),
            tail(text)};
  }
  return classify(text, WIFSIGNALED(status),
                  WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

}  // namespace grit::fuzz
