// grit-enumerate: the program.
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/enumerate/crash_note.h"
#include "fuzz/enumerate/options.h"
#include "fuzz/enumerate/program.h"
#include "fuzz/enumerate/state.h"

namespace {

// For a shell, where no word needs more than single quotes.
std::string quoted(std::string_view word) {
  if (!word.empty() && word.find_first_of(" \t\n'\"\\$`*?[]{}()<>|&;#~!") == word.npos) {
    return std::string(word);
  }
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

int main(int argc, char** argv) {
  using namespace grit::enumerate;
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  const auto options = parse_options(words);
  if (!options) {
    std::fprintf(stderr, "grit-enumerate: %s\n%s", options.error().c_str(),
                 std::string(usage()).c_str());
    return kExitUsage;
  }
  const auto build = build_id_of_this_program();
  if (!build) {
    std::fprintf(stderr, "grit-enumerate: %s\n", build.error().c_str());
    return kExitInfrastructure;
  }

  // A parent may have had them ignored. Blocked before there are threads, and taken where the run
  // asks whether to stop.
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  sigset_t stops;
  sigemptyset(&stops);
  sigaddset(&stops, SIGINT);
  sigaddset(&stops, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &stops, nullptr);
  note_crashes();

  Surroundings surroundings;
  surroundings.terminal = ::isatty(STDERR_FILENO) != 0;
  for (int i = 0; i < argc; ++i) {
    surroundings.command += (i > 0 ? " " : "") + quoted(argv[i]);
  }
  surroundings.build = *build;
  surroundings.watch = this_thread;
  surroundings.stop_asked = [&] {
    const timespec now{};
    return sigtimedwait(&stops, nullptr, &now) > 0;
  };
  return run_program(*options, surroundings);
}
