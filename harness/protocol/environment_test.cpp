// spec §11.8.8: no result depends on the floating-point environment or on the number of threads,
// and the caller's environment is on return what it was.
//
// Expected replies are those of vectors/requests.txt: decode, encode and the general tier, agreed
// by the published packages or worked out by hand, as vectors/README.md says of their sources.
#include "tests/environment/float_environment.h"

#include <gtest/gtest.h>

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "harness/protocol/answer.h"

namespace grit::protocol {
namespace {

struct Exchange {
  std::uint8_t op = 0;
  ReplyKind kind = ReplyKind::kAnswered;
  Bytes request;
  Bytes reply;
};

Bytes bytes_of(std::string_view word) {
  if (word == "-") return {};
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < word.size(); i += 2) {
    bytes.push_back(
        static_cast<std::byte>(std::stoul(std::string(word.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

std::vector<Exchange> read_exchanges() {
  std::vector<Exchange> exchanges;
  std::ifstream file(GRIT_REQUESTS);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    unsigned op = 0;
    unsigned kind = 0;
    std::string request;
    std::string reply;
    words >> op >> kind >> request >> reply;
    exchanges.push_back({static_cast<std::uint8_t>(op), static_cast<ReplyKind>(kind),
                         bytes_of(request), bytes_of(reply)});
  }
  return exchanges;
}

// What one thread sees. Counted, and expected in the test's own thread and environment.
struct Seen {
  bool available = false;
  std::size_t answers = 0;
  std::size_t different = 0;
  std::size_t changed = 0;  // calls after which the environment was another
};

constexpr std::size_t kRounds = 3;

// All exchanges in one environment; afterwards the thread's own is back.
Seen answer_in(const float_environment& environment, std::span<const Exchange> exchanges) {
  Seen seen;
  std::fenv_t callers;
  std::fegetenv(&callers);
  seen.available = float_environment_set(environment);
  // An exception that is raised, and others that are not: neither may change.
  std::feraiseexcept(FE_DIVBYZERO);
  const std::uint64_t state = float_environment_state();
  for (std::size_t round = 0; round < kRounds; ++round) {
    for (const Exchange& exchange : exchanges) {
      const Reply reply = answer(exchange.op, exchange.request);
      if (float_environment_state() != state) ++seen.changed;
      if (reply.kind != exchange.kind || reply.payload != exchange.reply) ++seen.different;
      ++seen.answers;
    }
  }
  std::fesetenv(&callers);
  return seen;
}

void expect_as_ever(const Seen& seen, std::span<const Exchange> exchanges) {
  EXPECT_TRUE(seen.available);
  EXPECT_EQ(seen.answers, kRounds * exchanges.size());
  EXPECT_EQ(seen.different, 0u);
  EXPECT_EQ(seen.changed, 0u);
}

TEST(Environment, AnswersAreTheSameAndTheCallersIsUnchanged) {
  const std::vector<Exchange> exchanges = read_exchanges();
  ASSERT_GT(exchanges.size(), 100u) << GRIT_REQUESTS;
  for (const float_environment& environment : kFloatEnvironments) {
    SCOPED_TRACE("environment " + std::to_string(&environment - kFloatEnvironments));
    expect_as_ever(answer_in(environment, exchanges), exchanges);
  }
}

TEST(Environment, OneToEightThreadsEachInAnother) {
  const std::vector<Exchange> exchanges = read_exchanges();
  ASSERT_GT(exchanges.size(), 100u) << GRIT_REQUESTS;
  for (std::size_t count = 1; count <= 8; ++count) {
    SCOPED_TRACE(std::to_string(count) + " threads");
    std::vector<Seen> seen(count);
    std::barrier start(static_cast<std::ptrdiff_t>(count));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i) {
      threads.emplace_back([&, i] {
        start.arrive_and_wait();
        seen[i] = answer_in(kFloatEnvironments[i % kFloatEnvironmentCount], exchanges);
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const Seen& each : seen) expect_as_ever(each, exchanges);
  }
}

}  // namespace
}  // namespace grit::protocol
