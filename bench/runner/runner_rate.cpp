// runner-rate: how many cases a second the runner puts to an adapter, and how many the pipe alone
// would carry. Usage: runner-rate runner|pump|certify short|check-ok|check|all CASES REPEATS
// WORD…
//
// The words are the adapter's command. "check-ok" takes the generated CHECKs that the reference
// calls Ok, which echo-adapter answers right; "short" those of them that are frames of about 100
// bytes, without planes; "check" all CHECKs; "all" the plan as it is. The
// answers of the reference are there before the clock starts: "runner" measures put_plan() less its
// preparation, so child process, frames, comparison, accounting and findings; "pump" the same
// requests through the same pipes with nobody looking; "certify" a certification in parts with the
// reference's answers, the reduction and the verdict, and only the drawing of cases is not counted.
// Prints one JSON object: the best of the repeats in cases a second, and how many cases did not
// pass.
#include <signal.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/runner/pump.h"
#include "harness/conformance/certify.h"
#include "harness/conformance/merge.h"
#include "harness/protocol/answer.h"
#include "harness/protocol/frame.h"
#include "harness/vectors/generate.h"

namespace grit::bench {
namespace {

using conformance::Plan;

// As the runner asks for it (conformance::RunOptions).
constexpr std::size_t kFlushEvery = 128;
constexpr std::size_t kShortRequestBytes = 127;  // a CHECK of rank 3 without planes

constexpr std::size_t kPart = 500'000;  // cases of a certification that are there at a time

bool is_kind(std::string_view what) {
  return what == "short" || what == "check-ok" || what == "check" || what == "all";
}

// Draws the cases of a kind.
class Draw {
 public:
  explicit Draw(std::string_view what)
      : all_(what == "all"), short_(what == "short"), ok_(short_ || what == "check-ok") {}

  // The next so many.
  Plan next(std::size_t cases) {
    Plan plan;
    plan.seed = kSeed;
    while (plan.cases.size() < cases) {
      vectors::Case item = generator_.next();
      ++plan.generated_cases;
      if (is_wanted(item)) plan.cases.push_back(std::move(item));
    }
    return plan;
  }

 private:
  static constexpr std::uint64_t kSeed = 1;

  bool is_wanted(const vectors::Case& item) const {
    if (all_) return true;
    if (item.op != protocol::Op::kCheck) return false;
    if (short_ && item.request.size() > kShortRequestBytes) return false;
    if (!ok_) return true;
    const auto reply = protocol::answer(static_cast<std::uint8_t>(item.op), item.request);
    const protocol::Bytes ok = {std::byte{0}, std::byte{0xff}};
    return reply.kind == protocol::ReplyKind::kAnswered && reply.payload == ok;
  }

  const bool all_;
  const bool short_;
  const bool ok_;
  vectors::Generator generator_{kSeed};
};

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

conformance::SubjectPlan subject_of(const std::vector<std::string>& argv) {
  conformance::SubjectPlan subject;
  subject.adapter.name = "subject";
  subject.adapter.command.argv = argv;
  subject.availability.built = true;
  return subject;
}

// All parts and their joining, but not the drawing of their cases.
int measure_certification(Draw& draw, std::size_t cases, const std::vector<std::string>& argv) {
  using Clock = std::chrono::steady_clock;
  const std::vector<conformance::SubjectPlan> subjects = {subject_of(argv)};
  const auto ignore = [](const conformance::Progress&) {};
  std::optional<conformance::Certification> whole;
  std::chrono::duration<double> taken{0};
  for (std::size_t put = 0; put < cases;) {
    const Plan plan = draw.next(std::min(kPart, cases - put));
    put += plan.cases.size();
    const auto started = Clock::now();
    auto part = conformance::put_plan(
        plan, subjects, whole ? whole->history : std::vector<conformance::SubjectHistory>(), {},
        ignore);
    if (!whole) {
      whole = std::move(part);
    } else {
      whole->history = part.history;
      if (auto joined = conformance::join(*whole, std::move(part)); !joined) {
        return fail(joined.error());
      }
    }
    if (put >= cases) conformance::conclude_certification(*whole, subjects, {}, ignore);
    taken += Clock::now() - started;
  }
  const report::Report& report = whole->report;
  if (!report.subjects.front().incidents.empty()) {
    return fail(report.subjects.front().incidents.front().detail);
  }
  return print(taken.count(), cases, report.cases - report.subjects.front().counts.passed);
}

int measure_runner(const Plan& plan, const std::vector<std::string>& argv, unsigned repeats) {
  const conformance::SubjectPlan subject = subject_of(argv);
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
  if (words.size() < 5)
    return fail("runner|pump|certify short|check-ok|check|all CASES REPEATS WORD…");
  const auto cases = number(words[2]);
  const auto repeats = number(words[3]);
  if (!cases || !repeats) return fail("cases and repeats are numbers above 0");
  if (!is_kind(words[1])) return fail("no such kind of cases: " + words[1]);
  const std::vector<std::string> argv(words.begin() + 4, words.end());
  Draw draw(words[1]);
  if (words[0] == "certify") return measure_certification(draw, *cases, argv);
  if (words[0] == "runner") return measure_runner(draw.next(*cases), argv, *repeats);
  if (words[0] == "pump") return measure_pump(draw.next(*cases), argv, *repeats);
  return fail("no such measurement: " + words[0]);
}

}  // namespace
}  // namespace grit::bench

int main(int argc, char** argv) {
  ::signal(SIGPIPE, SIG_IGN);  // a child may end while it is being written to
  return grit::bench::run({argv + 1, argv + argc});
}
