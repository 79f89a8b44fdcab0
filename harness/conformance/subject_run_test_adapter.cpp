// An adapter that misbehaves in the way its first argument names, for subject_run_test. Every
// request is answered with its own payload, so that the test needs no semantics.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "harness/protocol/answer.h"
#include "harness/protocol/serve.h"

namespace {

using grit::protocol::FrameView;
using grit::protocol::Reply;
using grit::protocol::ReplyKind;

// The request that the faults "on one case" wait for: its payload begins with this byte.
constexpr std::byte kTheCase{0xEE};

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, text.data(), text.size());
    if (count <= 0) ::_exit(3);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "echo";
  unsigned requests = 0;
  if (mode == "never-reads") std::this_thread::sleep_for(std::chrono::hours(1));
  if (mode == "floods") {
    while (true) write_all("noise and more noise ");
  }
  if (mode == "leaves-a-daemon" && ::fork() == 0) {
    ::setsid();  // out of reach of a signal to the group, stdout still open
    std::this_thread::sleep_for(std::chrono::seconds(8));
    ::_exit(0);
  }
  if (mode == "leaves-its-group") ::setpgid(0, ::getpgid(::getppid()));
  if (mode == "leaves-a-child" && ::fork() == 0) {
    ::pause();  // holds stdout open after its parent has ended
  }
  if (mode == "floods-stderr") {
    for (int i = 0; i < 100'000; ++i) std::fprintf(stderr, "line %d of far too many\n", i);
  }
  const int status =
      grit::protocol::serve(STDIN_FILENO, STDOUT_FILENO, [&](const FrameView& request) {
        if (request.header.op == 0) {
          grit::protocol::HelloReply hello = grit::protocol::reference_hello();
          if (mode == "changes-its-hello") hello.version = std::to_string(::getpid());
          return Reply{ReplyKind::kAnswered, hello.encode()};
        }
        ++requests;
        const bool the_case = !request.payload.empty() && request.payload.front() == kTheCase;
        Reply reply{ReplyKind::kAnswered, {request.payload.begin(), request.payload.end()}};
        if (mode == "crashes" && the_case) ::raise(SIGKILL);
        if (mode == "exits" && the_case) ::_exit(0);
        if ((mode == "hangs" || mode == "leaves-its-group") && the_case) ::pause();
        if (mode == "crashes-always") ::raise(SIGKILL);
        if (mode == "crashes-at-the-100th" && requests == 100) ::raise(SIGKILL);
        if (mode == "counts") reply.payload.push_back(static_cast<std::byte>(requests));
        if (mode == "unsupported") reply = {ReplyKind::kUnsupported, {}};
        if (mode == "refuses-with-payload" && the_case) reply.kind = ReplyKind::kRefused;
        if (mode == "unknown-outcome" && the_case) reply.kind = static_cast<ReplyKind>(9);
        if (mode == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (mode == "eats-memory" && the_case) {
          std::vector<char> memory(std::size_t{600} << 20, 'x');
          std::this_thread::sleep_for(std::chrono::seconds(20));
          reply.payload.push_back(static_cast<std::byte>(memory[requests]));
        }
        return reply;
      });
  if (mode == "says-too-much") write_all("bye");
  if (mode == "exits-with-7") return 7;
  if (mode == "does-not-end") ::pause();
  return status;
}
