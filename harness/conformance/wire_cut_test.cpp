// An adapter that dies after every n-th byte of its output, n from 1 to 4,096: the runner never
// hangs, the subject beside it is not disturbed, and every case of the dying one has one outcome.
//
// The adapter is wire_test_adapter.cpp. Its output has one layout in every process: HELLO's reply,
// then one frame a case, all of one length. From that the tests know what a process cut at byte n
// must have said; nothing here is computed by the runner's own rules.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/conformance/subject_run.h"

namespace grit::conformance {
namespace {

using std::chrono::milliseconds;
using vectors::Case;

constexpr std::size_t kLastCut = 4096;
constexpr std::size_t kHeader = 16;
constexpr std::size_t kHello = kHeader + 56;  // the adapter's HELLO reply is 56 bytes of JSON
constexpr std::size_t kPayload = 40;
constexpr std::size_t kFrame = kHeader + kPayload;
constexpr std::size_t kCases = 73;
constexpr std::size_t kWhole = kHello + kCases * kFrame;
static_assert(kWhole > kLastCut);

constexpr std::size_t kSideBySide = 32;  // each has three pipes; 1,024 descriptors are usual
constexpr std::size_t kHealthyCases = 400;

std::vector<Case> cases_of(std::size_t count, std::size_t payload) {
  std::vector<Case> cases(count);
  for (std::size_t i = 0; i < count; ++i) {
    cases[i].id = std::to_string(i);
    cases[i].op = protocol::Op::kDigest;
    for (std::size_t k = 0; k < payload; ++k) {
      cases[i].request.push_back(static_cast<std::byte>(i * 7 + k));
    }
  }
  return cases;
}

struct Subject {
  std::vector<Outcome> outcomes;
  std::vector<unsigned> settled;
  bool done = false;
  std::unique_ptr<SubjectRun> run;

  std::size_t count(OutcomeKind kind) const {
    return static_cast<std::size_t>(std::ranges::count(outcomes, kind, &Outcome::kind));
  }
  bool has_incident(RunIncident::Kind kind) const {
    return std::ranges::count(run->result().incidents, kind, &RunIncident::kind) > 0;
  }
};

std::unique_ptr<Subject> begin(boost::asio::io_context& io, Command command,
                               const std::vector<Case>& cases, const RunOptions& options) {
  auto subject = std::make_unique<Subject>();
  subject->outcomes.resize(cases.size());
  subject->settled.resize(cases.size());
  Subject* const raw = subject.get();
  subject->run = std::make_unique<SubjectRun>(
      io, std::move(command), cases, options,
      SubjectRun::Events{.on_outcome =
                             [raw](std::size_t index, Outcome outcome) {
                               raw->outcomes[index] = std::move(outcome);
                               ++raw->settled[index];
                             },
                         .on_done = [raw] { raw->done = true; }});
  subject->run->start();
  return subject;
}

RunOptions patient() {
  RunOptions options;
  options.recheck_one_in = 0;
  options.startup_deadline = milliseconds(60'000);
  options.item_deadline = milliseconds(60'000);
  options.shutdown_deadline = milliseconds(60'000);
  return options;
}

// Small batches, so that it is at work while the others die.
std::unique_ptr<Subject> begin_healthy(boost::asio::io_context& io,
                                       const std::vector<Case>& cases) {
  RunOptions options = patient();
  options.in_flight_items = 4;
  options.recheck_one_in = 7;
  return begin(io, {{GRIT_TEST_ADAPTER, "echo"}, ""}, cases, options);
}

void expect_undisturbed(const Subject& healthy, const Subject& alone) {
  ASSERT_TRUE(healthy.done);
  EXPECT_TRUE(healthy.run->result().incidents.empty());
  EXPECT_EQ(healthy.run->result().deaths, 0u);
  for (std::size_t i = 0; i < kHealthyCases; ++i) {
    ASSERT_EQ(healthy.settled[i], 1u) << i;
    ASSERT_EQ(to_string(healthy.outcomes[i].kind), to_string(alone.outcomes[i].kind)) << i;
    ASSERT_EQ(healthy.outcomes[i].payload, alone.outcomes[i].payload) << i;
  }
}

// One subject that is cut, and what it must look like.
struct Cut {
  std::size_t bytes = 0;
  std::string end;
  std::uint32_t budget = 0;

  std::string name() const { return "cut after " + std::to_string(bytes) + " bytes, " + end; }
  bool greets() const { return bytes >= kHello; }
  // Whether a process that gets one case only lives to answer it.
  bool answers_one() const { return bytes >= kHello + kFrame; }
  // Replies that a process has got out when it dies.
  std::size_t answers() const { return greets() ? (bytes - kHello) / kFrame : 0; }
  bool inside_a_frame() const { return greets() && (bytes - kHello) % kFrame != 0; }

  void check(const Subject& subject, const std::vector<Case>& cases) const {
    SCOPED_TRACE(name());
    ASSERT_TRUE(subject.done);
    const std::size_t blamed = subject.count(OutcomeKind::kCrash) +
                               subject.count(OutcomeKind::kTruncatedFrame) +
                               subject.count(OutcomeKind::kTimeout);
    const std::size_t answered = subject.count(OutcomeKind::kAnswered);
    const std::size_t not_run = subject.count(OutcomeKind::kNotRun);
    EXPECT_EQ(answered + blamed + not_run, kCases);
    for (std::size_t i = 0; i < kCases; ++i) {
      ASSERT_EQ(subject.settled[i], 1u) << "case " << i;
      if (subject.outcomes[i].kind != OutcomeKind::kAnswered) continue;
      ASSERT_EQ(subject.outcomes[i].payload, cases[i].request) << "case " << i;
    }
    // kWhole lies beyond the last cut: it dies in every run, and no such run is complete.
    EXPECT_FALSE(subject.run->result().incidents.empty());
    if (!greets()) {
      EXPECT_EQ(not_run, kCases);
      EXPECT_TRUE(subject.has_incident(RunIncident::Kind::kFailedStart));
      return;
    }
    if (not_run > 0) {
      EXPECT_TRUE(subject.has_incident(RunIncident::Kind::kBudgetSpent));
      EXPECT_EQ(subject.run->result().deaths, budget + 1);
    }
    if (answers_one()) {
      // No case is at fault where each, put alone, is answered.
      EXPECT_EQ(blamed, 0u);
      EXPECT_GE(answered, answers());
      return;
    }
    // Every process dies on its first case: one case for each death that the budget allows.
    EXPECT_EQ(answered, 0u);
    EXPECT_EQ(blamed, budget);
    const OutcomeKind expected =
        end == "stall" ? inside_a_frame() ? OutcomeKind::kTruncatedFrame : OutcomeKind::kTimeout
        : end == "exit0" && inside_a_frame() ? OutcomeKind::kTruncatedFrame
                                             : OutcomeKind::kCrash;
    EXPECT_EQ(subject.count(expected), budget);
  }
};

class CutTheWire : public testing::Test {
 protected:
  CutTheWire() {
    ::signal(SIGPIPE, SIG_IGN);
    boost::asio::io_context io(1);
    alone_ = begin_healthy(io, healthy_cases_);
    io.run();
    alone_->run.reset();  // must not outlive `io`
    EXPECT_EQ(alone_->count(OutcomeKind::kAnswered), kHealthyCases);
  }

  void run(const std::vector<Cut>& cuts, const RunOptions& base) {
    for (std::size_t first = 0; first < cuts.size(); first += kSideBySide) {
      const std::size_t count = std::min(kSideBySide, cuts.size() - first);
      boost::asio::io_context io(1);
      const auto healthy = begin_healthy(io, healthy_cases_);
      std::vector<std::unique_ptr<Subject>> subjects;
      for (std::size_t i = 0; i < count; ++i) {
        const Cut& cut = cuts[first + i];
        RunOptions options = base;
        options.restart_budget = cut.budget;
        subjects.push_back(
            begin(io, {{GRIT_WIRE_ADAPTER, "cut", std::to_string(cut.bytes), cut.end}, ""}, cases_,
                  options));
      }
      io.run();
      expect_undisturbed(*healthy, *alone_);
      for (std::size_t i = 0; i < count; ++i) cuts[first + i].check(*subjects[i], cases_);
      if (HasFailure()) return;  // one batch of messages is enough
    }
  }

  const std::vector<Case> cases_ = cases_of(kCases, kPayload);
  const std::vector<Case> healthy_cases_ = cases_of(kHealthyCases, 24);
  std::unique_ptr<Subject> alone_;
};

// All of HELLO, its header included, the headers and payloads of the frames and the places between
// them. The endings and the budgets take turns, in all pairs.
class CutAtEveryByte : public CutTheWire, public testing::WithParamInterface<std::size_t> {};

constexpr std::size_t kSlices = 4;
// Every byte, but under a sanitizer, where starting a process takes twenty times as long: there one
// in so many.
constexpr std::size_t kStride = GRIT_CUT_STRIDE;

TEST_P(CutAtEveryByte, NeverHangsAndAddsUp) {
  constexpr std::array<const char*, 3> kEnds = {"exit0", "exit1", "kill"};
  constexpr std::array<std::uint32_t, 4> kBudgets = {0, 1, 0, 2};
  std::vector<Cut> cuts;
  for (std::size_t n = 1 + GetParam(); n <= kLastCut; n += kSlices * kStride) {
    const std::size_t turn = n / kSlices;
    cuts.push_back(
        {n, kEnds[turn % kEnds.size()], kBudgets[turn / kEnds.size() % kBudgets.size()]});
  }
  run(cuts, patient());
}

INSTANTIATE_TEST_SUITE_P(Slices, CutAtEveryByte, testing::Range(std::size_t{0}, kSlices));

// One that just stops writing is waited for, so only some cuts: in HELLO, between HELLO and the
// first reply, in a header, between header and payload, in a payload, between frames, far behind.
TEST_F(CutTheWire, StoppingToWriteIsNoticed) {
  RunOptions options = patient();
  options.startup_deadline = milliseconds(1'000);
  options.item_deadline = milliseconds(1'000);
  options.shutdown_deadline = milliseconds(1'000);
  std::vector<Cut> cuts;
  for (const std::size_t n :
       {std::size_t{1}, kHeader - 1, kHeader, kHeader + 1, kHello - 1, kHello, kHello + 1,
        kHello + kHeader - 1, kHello + kHeader, kHello + kHeader + 1, kHello + kFrame - 1,
        kHello + kFrame, kHello + kFrame + 1, kHello + kFrame + kHeader, kHello + 2 * kFrame,
        kHello + 5 * kFrame + 3, kHello + 40 * kFrame, kLastCut}) {
    cuts.push_back({n, "stall", 1});
  }
  run(cuts, options);
}

}  // namespace
}  // namespace grit::conformance
