#include "fuzz/enumerate/crash_note.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string_view>

// Of the sanitizers' run-time libraries; null where none is linked.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace grit::enumerate {
namespace {

constinit thread_local const DescriptorBytes* place = nullptr;

// Async-signal-safe: writes from a buffer of its own, once a thread.
void write_note() {
  if (place == nullptr) return;
  constexpr std::string_view kPrefix = "violation: crash: descriptor ";
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<char, kPrefix.size() + 2 * reference::kDescriptorBytes + 1> line;
  std::memcpy(line.data(), kPrefix.data(), kPrefix.size());
  char* at = line.data() + kPrefix.size();
  for (const std::byte byte : *place) {
    *at++ = kDigits[std::to_integer<std::size_t>(byte) >> 4];
    *at++ = kDigits[std::to_integer<std::size_t>(byte) & 0xF];
  }
  *at = '\n';
  place = nullptr;
  // Nothing can be done about a stderr that is closed.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

// The handler is gone when it is called, so that returning, or raising again, ends the process.
void on_signal(int signal) {
  write_note();
  ::raise(signal);
}

}  // namespace

void note_crashes() {
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(write_note);
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    sigaction(signal, &action, nullptr);
  }
}

Watch this_thread() { return &place; }

}  // namespace grit::enumerate
