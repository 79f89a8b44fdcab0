#include "bench/runner/pump.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

namespace grit::bench {
namespace {

constexpr int kPipeBytes = 1 << 20;
constexpr std::size_t kReadBytes = std::size_t{256} << 10;

using Pipe = std::array<int, 2>;  // where to read, where to write

std::expected<Pipe, std::string> make_pipe() {
  Pipe ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::unexpected(std::strerror(errno));
  ::fcntl(ends[0], F_SETPIPE_SZ, kPipeBytes);  // a refusal costs speed only
  return ends;
}

// The child with its two pipes; -1 where there is none.
pid_t spawn(const std::vector<std::string>& argv, int child_in, int child_out) {
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, child_in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, child_out, STDOUT_FILENO);
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, words[0], &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? pid : -1;
}

// Until the child closes its output. False where it stops reading before it has everything.
bool move_all(int to_child, int from_child, std::span<const std::byte> rest,
              std::uint64_t& reply_bytes) {
  std::vector<std::byte> buffer(kReadBytes);
  bool writing = true;
  while (true) {
    if (writing && rest.empty()) {
      ::close(to_child);
      writing = false;
    }
    std::array<pollfd, 2> waits = {pollfd{from_child, POLLIN, 0},
                                   pollfd{writing ? to_child : -1, POLLOUT, 0}};
    if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) return false;
    if (waits[1].revents != 0) {
      const ssize_t count = ::write(to_child, rest.data(), rest.size());
      if (count < 0 && errno != EAGAIN && errno != EINTR) return false;
      if (count > 0) rest = rest.subspan(static_cast<std::size_t>(count));
    }
    if (waits[0].revents != 0) {
      const ssize_t count = ::read(from_child, buffer.data(), buffer.size());
      if (count == 0) return !writing;
      if (count > 0) reply_bytes += static_cast<std::uint64_t>(count);
    }
  }
}

}  // namespace

std::expected<Pumped, std::string> pump(const std::vector<std::string>& argv,
                                        std::span<const std::byte> requests) {
  const auto started = std::chrono::steady_clock::now();
  const auto in = make_pipe();
  if (!in) return std::unexpected(in.error());
  const auto out = make_pipe();
  if (!out) return std::unexpected(out.error());
  const pid_t pid = spawn(argv, (*in)[0], (*out)[1]);
  ::close((*in)[0]);
  ::close((*out)[1]);
  if (pid < 0) return std::unexpected("cannot start " + argv[0]);
  for (const int fd : {(*in)[1], (*out)[0]}) ::fcntl(fd, F_SETFL, O_NONBLOCK);
  Pumped pumped;
  const bool moved = move_all((*in)[1], (*out)[0], requests, pumped.reply_bytes);
  ::close((*out)[0]);
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (!moved || status != 0) return std::unexpected(argv[0] + " did not answer everything");
  pumped.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return pumped;
}

}  // namespace grit::bench
