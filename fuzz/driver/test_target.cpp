// The target of the driver's own tests: does what its input says, crashes included. A text that has
// an "x" in it breaks a law, so that there is something to reduce.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/target.h"
#include "harness/protocol/payload.h"

namespace grit::fuzz {

const Target& target() {
  static constexpr Target kTarget{"test", Form::kBytes, {}};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  const std::string_view text = protocol::as_text(input);
  demand(text != "law", "test", "broken on purpose");
  if (text == "hang") std::this_thread::sleep_for(std::chrono::seconds(60));
  if (text == "memory") {
    std::vector<std::vector<char>> hoard;
    for (int i = 0; i < 64; ++i) {
      hoard.emplace_back(std::size_t{16} << 20, 'x');
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::this_thread::sleep_for(std::chrono::seconds(60));
  }
  if (text == "exit") _exit(9);
  if (text == "kill") std::raise(SIGKILL);
  if (text == "noise") {
    for (int i = 0; i < 100'000; ++i) std::fputs("one more line of noise\n", stderr);
    demand(false, "test", "after noise");
  }
  demand(text.find('x') == std::string_view::npos, "test", "an x");
  return true;
}

}  // namespace grit::fuzz
