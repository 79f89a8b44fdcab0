// runner-rate: how many cases a second the runner puts to an adapter, and how many the pipe alone
// would carry. Usage: runner-rate runner|pump short|check-ok|check|all CASES REPEATS
// WORD…
//
// The words are the adapter's command. "check-ok" takes the generated CHECKs that the reference
// calls Ok, which echo-adapter answers right; "short" those of them that are frames of about 100
// bytes, without planes; "check" all CHECKs; "all" the plan as it is. The
// answers of the reference are there before the clock starts: "runner" measures put_plan() less its
// preparation, so child process, frames, comparison, accounting and findings; "pump" the same
// requests through the same pipes with nobody looking. Prints one JSON object: the best of the
// repeats in cases a second, and how many cases did not pass.
#include <signal.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/runner/pump.h"
#include "harness/conformance/certify.h"
#include "harness/protocol/answer.h"
#include "harness/protocol/frame.h"
#include "harness/vectors/generate.h"

namespace grit::bench {
namespace {

using conformance::Plan;

// As the runner asks for it (conformance::RunOptions).
constexpr std::size_t kFlushEvery = 128;
constexpr std::size_t kShortRequestBytes = 127;  // a CHECK of rank 3 without planes

std::optional<Plan> plan_of(std::string_view what, std::size_t cases) {
  const bool is_short = what == "short";
  const bool is_ok = is_short || what == "check-ok";
  if (!is_ok && what != "check" && what != "all") return std::nullopt;
  Plan plan;
  plan.seed = 1;
  vectors::Generator generator(plan.seed);
  while (plan.cases.size() < cases) {
    vectors::Case item = generator.next();
    ++plan.generated_cases;
    if (what != "all" && item.op != protocol::Op::kCheck) continue;
    if (is_short && item.request.size() > kShortRequestBytes) continue;
    if (is_ok) {
      const auto reply = protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
      const protocol::Bytes ok = {std::byte{0}, std::byte{0xff}};
      if (reply.kind != protocol::ReplyKind::kAnswered || reply.payload != ok) continue;
    }
    plan.cases.push_back(std::move(item));
  }
  return plan;
}

std::vector<std::byte> frames_of(const Plan& plan) {
  std::vector<std::byte> frames;
  protocol::append_frame(frames, {.op = 0, .detail = protocol::kFlagFlush, .id = 0},
                         protocol::HelloRequest{}.encode());
  for (std::size_t i = 0; i < plan.cases.size(); ++i) {
    const bool flush = (i + 1) % kFlushEvery == 0 || i + 1 == plan.cases.size();
    protocol::append_frame(frames,
                           {.op = static_cast<std::uint8_t>(plan.cases[i].op),
                            .detail = flush ? protocol::kFlagFlush : std::uint8_t{0},
                            .id = static_cast<std::uint32_t>(i + 1)},
                           plan.cases[i].request);
  }
  return frames;
}

int fail(const std::string& why) {
  std::fprintf(stderr, "runner-rate: %s\n", why.c_str());
  return 2;
}

int print(double seconds, std::size_t cases, std::uint64_t not_passed) {
  std::printf(
      "{\"cases\": %zu, \"seconds\": %.6f, \"cases_per_second\": %.0f, \"not_passed\": %llu}\n",
      cases, seconds, static_cast<double>(cases) / seconds,
      static_cast<unsigned long long>(not_passed));
  return 0;
}

int measure_runner(const Plan& plan, const std::vector<std::string>& argv, unsigned repeats) {
  conformance::SubjectPlan subject;
  subject.adapter.name = "subject";
  subject.adapter.command.argv = argv;
  subject.availability.built = true;
  double best = 0;
  std::uint64_t not_passed = 0;
  for (unsigned i = 0; i < repeats; ++i) {
    const auto result =
        conformance::put_plan(plan, {subject}, {}, {}, [](const conformance::Progress&) {});
    const report::Report& report = result.report;
    const double seconds = report.timing.seconds - report.timing.prepare_seconds;
    best = i == 0 ? seconds : std::min(best, seconds);
    not_passed = std::max(not_passed, report.cases - report.subjects.front().counts.passed);
    if (!report.subjects.front().incidents.empty()) {
      return fail(report.subjects.front().incidents.front().detail);
    }
  }
  return print(best, plan.cases.size(), not_passed);
}

int measure_pump(const Plan& plan, const std::vector<std::string>& argv, unsigned repeats) {
  const std::vector<std::byte> frames = frames_of(plan);
  double best = 0;
  for (unsigned i = 0; i < repeats; ++i) {
    const auto pumped = pump(argv, frames);
    if (!pumped) return fail(pumped.error());
    best = i == 0 ? pumped->seconds : std::min(best, pumped->seconds);
  }
  return print(best, plan.cases.size(), 0);
}

std::optional<unsigned> number(std::string_view text) {
  unsigned value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || value == 0) return {};
  return value;
}

int run(const std::vector<std::string>& words) {
  if (words.size() < 5) return fail("runner|pump short|check-ok|check|all CASES REPEATS WORD…");
  const auto cases = number(words[2]);
  const auto repeats = number(words[3]);
  if (!cases || !repeats) return fail("cases and repeats are numbers above 0");
  const auto plan = plan_of(words[1], *cases);
  if (!plan) return fail("no such kind of cases: " + words[1]);
  const std::vector<std::string> argv(words.begin() + 4, words.end());
  if (words[0] == "runner") return measure_runner(*plan, argv, *repeats);
  if (words[0] == "pump") return measure_pump(*plan, argv, *repeats);
  return fail("no such measurement: " + words[0]);
}

}  // namespace
}  // namespace grit::bench

int main(int argc, char** argv) {
  ::signal(SIGPIPE, SIG_IGN);  // a child may end while it is being written to
  return grit::bench::run({argv + 1, argv + argc});
}
