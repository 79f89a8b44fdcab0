// grit-library-host PATH: an adapter for any shared library that implements grit_adapter.h. It is a
// process of its own, so that whatever the library does ends this process and nothing else.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "adapters/kit/library/answer.h"
#include "adapters/kit/library/library.h"
#include "harness/protocol/serve.h"

namespace {

constexpr int kExitUsage = 2;
constexpr int kExitNotLoaded = 3;

// The protocol's ends, out of the library's reach.
struct Channels {
  int in = -1;
  int out = -1;
};

// Moves the protocol away from stdin and stdout; what the library prints goes to stderr.
Channels take_channels() {
  const Channels channels{::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3),
                          ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)};
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0 || ::dup2(nothing, STDIN_FILENO) < 0 ||
      ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    return {};
  }
  return channels;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: grit-library-host PATH\n", stderr);
    return kExitUsage;
  }
  const Channels channels = take_channels();
  if (channels.in < 0 || channels.out < 0) {
    std::perror("grit-library-host: standard streams");
    return kExitUsage;
  }
  const auto library = grit::kit::load_library(argv[1]);
  if (!library) {
    std::fprintf(stderr, "%s\n", library.error().c_str());
    return kExitNotLoaded;
  }
  return grit::protocol::serve(
      channels.in, channels.out, [&](const grit::protocol::FrameView& request) {
        return grit::kit::answer(*library, request.header.op, request.payload);
      });
}
