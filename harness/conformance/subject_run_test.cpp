// What the runner makes of processes that misbehave. The adapter under test is
// subject_run_test_adapter.cpp.
#include "harness/conformance/subject_run.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <map>
#include <string>

namespace grit::conformance {
namespace {

using protocol::Bytes;
using std::chrono::milliseconds;
using vectors::Case;

constexpr std::size_t kCases = 300;
constexpr std::size_t kTheCase = 150;

std::vector<Case> some_cases(std::size_t count = kCases, std::size_t payload_bytes = 8) {
  std::vector<Case> cases(count);
  for (std::size_t i = 0; i < count; ++i) {
    cases[i].id = std::to_string(i);
    cases[i].op = protocol::Op::kDigest;
    cases[i].request.assign(payload_bytes, static_cast<std::byte>(i % 100));
  }
  if (kTheCase < count) cases[kTheCase].request[0] = std::byte{0xEE};
  return cases;
}

struct Result {
  RunResult run;
  std::vector<Outcome> outcomes;
  std::vector<unsigned> settled;  // how often each case got an outcome
  std::size_t by_the_read = 0;    // outcomes that came as replies of a read

  std::map<OutcomeKind, std::size_t> kinds() const {
    std::map<OutcomeKind, std::size_t> counts;
    for (const Outcome& outcome : outcomes) ++counts[outcome.kind];
    return counts;
  }
};

RunOptions quick() {
  RunOptions options;
  options.item_deadline = milliseconds(700);
  options.startup_deadline = milliseconds(5000);
  options.shutdown_deadline = milliseconds(700);
  return options;
}

Result run_command(Command command, RunOptions options, const std::vector<Case>& cases,
                   bool by_the_read = false) {
  ::signal(SIGPIPE, SIG_IGN);
  boost::asio::io_context io(1);
  Result result;
  result.outcomes.resize(cases.size());
  result.settled.resize(cases.size());
  bool done = false;
  SubjectRun::Events events;
  events.on_outcome = [&](std::size_t index, Outcome outcome) {
    result.outcomes[index] = std::move(outcome);
    ++result.settled[index];
  };
  if (by_the_read) {
    events.on_replies = [&](std::span<const ReadReply> replies) {
      for (const ReadReply& reply : replies) {
        const Bytes payload(reply.payload.begin(), reply.payload.end());
        events.on_outcome(reply.case_index, {reply.kind, payload});
        ++result.by_the_read;
      }
    };
  }
  events.on_done = [&] { done = true; };
  SubjectRun subject(io, std::move(command), cases, options, events);
  subject.start();
  io.run();
  EXPECT_TRUE(done);
  result.run = subject.result();
  return result;
}

Result run(const std::string& mode, RunOptions options = quick(),
           const std::vector<Case>& cases = some_cases()) {
  return run_command({{GRIT_TEST_ADAPTER, mode}, ""}, options, cases);
}

void expect_all_answered_but(const Result& result, std::size_t index, OutcomeKind kind) {
  for (std::size_t i = 0; i < result.outcomes.size(); ++i) {
    const OutcomeKind expected = i == index ? kind : OutcomeKind::kAnswered;
    ASSERT_EQ(to_string(result.outcomes[i].kind), to_string(expected)) << "case " << i;
    EXPECT_EQ(result.settled[i], 1u) << "case " << i;
  }
}

std::vector<std::string> incident_kinds(const Result& result) {
  std::vector<std::string> kinds;
  for (const RunIncident& incident : result.run.incidents) {
    kinds.emplace_back(to_string(incident.kind));
  }
  return kinds;
}
using Kinds = std::vector<std::string>;

TEST(SubjectRun, AnswersEverythingOnce) {
  const auto cases = some_cases();
  const Result result = run("echo");
  for (std::size_t i = 0; i < kCases; ++i) {
    ASSERT_EQ(result.outcomes[i].kind, OutcomeKind::kAnswered);
    EXPECT_EQ(result.outcomes[i].payload, cases[i].request);
    EXPECT_EQ(result.settled[i], 1u);
  }
  EXPECT_TRUE(result.run.incidents.empty());
  EXPECT_EQ(result.run.deaths, 0u);
}

// Whoever takes the replies of a read at once learns the same of every case as whoever takes them
// one by one, whatever is wrong with one of them.
TEST(SubjectRun, RepliesByTheReadAreTheSame) {
  const std::vector<std::vector<std::string>> commands = {
      {GRIT_TEST_ADAPTER, "echo"},
      {GRIT_TEST_ADAPTER, "unsupported"},
      {GRIT_TEST_ADAPTER, "refuses-with-payload"},
      {GRIT_TEST_ADAPTER, "unknown-outcome"},
      {GRIT_TEST_ADAPTER, "crashes"},
      {GRIT_TEST_ADAPTER, "exits"},
      {GRIT_TEST_ADAPTER, "says-too-much"},
      {GRIT_WIRE_ADAPTER, "twice"},
      {GRIT_WIRE_ADAPTER, "wrong-id"},
      {GRIT_WIRE_ADAPTER, "swapped"},
      {GRIT_WIRE_ADAPTER, "cut", "4000", "exit0"},
      {GRIT_WIRE_ADAPTER, "cut", "4001", "kill"},
  };
  for (const std::vector<std::string>& argv : commands) {
    SCOPED_TRACE(argv[1]);
    const auto cases = some_cases();
    const Result one_by_one = run_command({argv, ""}, quick(), cases, false);
    const Result by_the_read = run_command({argv, ""}, quick(), cases, true);
    EXPECT_EQ(one_by_one.by_the_read, 0u);
    EXPECT_GT(by_the_read.by_the_read, 0u);
    EXPECT_EQ(by_the_read.settled, one_by_one.settled);
    EXPECT_EQ(by_the_read.run.deaths, one_by_one.run.deaths);
    EXPECT_EQ(incident_kinds(by_the_read), incident_kinds(one_by_one));
    for (std::size_t i = 0; i < kCases; ++i) {
      ASSERT_EQ(to_string(by_the_read.outcomes[i].kind), to_string(one_by_one.outcomes[i].kind))
          << i;
      EXPECT_EQ(by_the_read.outcomes[i].payload, one_by_one.outcomes[i].payload) << i;
      EXPECT_EQ(by_the_read.outcomes[i].detail, one_by_one.outcomes[i].detail) << i;
    }
  }
}

// PROTOCOL.md, "Order and buffering": op and id are echoed, and replies come in the order of the requests.
TEST(SubjectRun, BlamesTheCaseWhoseReplyIsNotItsOwn) {
  const auto outcome = [](const char* mode) {
    const Result result = run_command({{GRIT_WIRE_ADAPTER, mode}, ""}, quick(), some_cases());
    EXPECT_EQ(result.kinds()[OutcomeKind::kAnswered], kCases - 1) << mode;
    return result.outcomes[kTheCase].kind;
  };
  EXPECT_EQ(outcome("wrong-id"), OutcomeKind::kProtocolError);
  EXPECT_EQ(outcome("swapped"), OutcomeKind::kTimeout);  // alone, nothing overtakes its reply
}

// Payloads far larger than the pipes, in both directions at once.
TEST(SubjectRun, LargePayloadsDoNotLockUp) {
  const Result result = run("echo", quick(), some_cases(12, std::size_t{3} << 20));
  EXPECT_EQ(result.kinds()[OutcomeKind::kAnswered], 12u);
  EXPECT_TRUE(result.run.incidents.empty());
}

TEST(SubjectRun, BlamesTheCaseThatKills) {
  const Result crash = run("crashes");
  expect_all_answered_but(crash, kTheCase, OutcomeKind::kCrash);
  EXPECT_NE(crash.outcomes[kTheCase].detail.find("SIGKILL"), std::string::npos);
  EXPECT_EQ(crash.run.incidents.size(), 0u);

  const Result exit = run("exits");
  expect_all_answered_but(exit, kTheCase, OutcomeKind::kCrash);
  EXPECT_NE(exit.outcomes[kTheCase].detail.find("exit code 0"), std::string::npos);

  expect_all_answered_but(run("hangs"), kTheCase, OutcomeKind::kTimeout);
}

TEST(SubjectRun, BlamesTheCaseThatBreaksTheProtocol) {
  expect_all_answered_but(run("refuses-with-payload"), kTheCase, OutcomeKind::kProtocolError);
  expect_all_answered_but(run("unknown-outcome"), kTheCase, OutcomeKind::kProtocolError);
}

// Whether the surplus is met in the midst of a batch, with nothing else under way or at the very
// end of a batch, it belongs to the case that it came behind.
TEST(SubjectRun, BlamesTheCaseThatIsAnsweredTwice) {
  for (const std::size_t in_flight : {std::size_t{1024}, std::size_t{1}, kTheCase + 1}) {
    SCOPED_TRACE(in_flight);
    RunOptions options = quick();
    options.in_flight_items = in_flight;
    const Result result = run_command({{GRIT_WIRE_ADAPTER, "twice"}, ""}, options, some_cases());
    expect_all_answered_but(result, kTheCase, OutcomeKind::kProtocolError);
    EXPECT_TRUE(result.run.incidents.empty());
  }
}

TEST(SubjectRun, BoundsMemory) {
  RunOptions options = quick();
  options.memory_limit_bytes = std::uint64_t{300} << 20;
  options.item_deadline = milliseconds(10'000);
  const Result result = run("eats-memory", options);
  expect_all_answered_but(result, kTheCase, OutcomeKind::kOutOfMemory);
}

// A death that depends on what came before blames no case; all are answered in the end.
TEST(SubjectRun, StatefulDeathsAreIncidents) {
  const Result result = run("crashes-at-the-100th");
  EXPECT_EQ(result.kinds()[OutcomeKind::kAnswered], kCases);
  ASSERT_FALSE(result.run.incidents.empty());
  for (const RunIncident& incident : result.run.incidents) {
    EXPECT_EQ(incident.kind, RunIncident::Kind::kDeathNotReproduced);
    EXPECT_FALSE(incident.prefix.empty());
  }
}

TEST(SubjectRun, GivesUpWhenTheBudgetIsSpent) {
  RunOptions options = quick();
  options.restart_budget = 3;
  const Result result = run("crashes-always", options);
  auto kinds = result.kinds();
  EXPECT_EQ(kinds[OutcomeKind::kCrash], 3u);
  EXPECT_EQ(kinds[OutcomeKind::kNotRun], kCases - 3);
  EXPECT_EQ(incident_kinds(result), Kinds{"restart budget spent"});
}

TEST(SubjectRun, FailedStarts) {
  for (const char* mode : {"floods", "never-reads"}) {
    RunOptions options = quick();
    options.startup_deadline = milliseconds(500);
    const Result result = run(mode, options);
    EXPECT_EQ(result.kinds()[OutcomeKind::kNotRun], kCases) << mode;
    EXPECT_EQ(incident_kinds(result), Kinds{"failed start"}) << mode;
  }
}

TEST(SubjectRun, BadShutdowns) {
  for (const char* mode : {"says-too-much", "exits-with-7", "does-not-end"}) {
    const Result result = run(mode);
    EXPECT_EQ(result.kinds()[OutcomeKind::kAnswered], kCases) << mode;
    ASSERT_FALSE(result.run.incidents.empty()) << mode;
    EXPECT_EQ(incident_kinds(result)[0], "bad shutdown") << mode;
  }
}

// Whoever inherits the pipe does not keep the run waiting.
TEST(SubjectRun, EndsTheWholeGroup) {
  const Result result = run("leaves-a-child");
  EXPECT_EQ(result.kinds()[OutcomeKind::kAnswered], kCases);
  EXPECT_TRUE(result.run.incidents.empty());
}

// Nor does whoever inherits it and has left the group.
TEST(SubjectRun, DoesNotWaitForDaemons) {
  const auto start = std::chrono::steady_clock::now();
  const Result result = run("leaves-a-daemon");
  EXPECT_EQ(result.kinds()[OutcomeKind::kAnswered], kCases);
  // Two processes, a second's grace each; the daemons live for eight.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(7));
}

TEST(SubjectRun, KillsWhatHasLeftItsGroup) {
  expect_all_answered_but(run("leaves-its-group"), kTheCase, OutcomeKind::kTimeout);
}

TEST(SubjectRun, LaterProcessesMustBeTheSame) {
  const Result result = run("changes-its-hello");
  EXPECT_EQ(result.kinds()[OutcomeKind::kAnswered], kCases);
  EXPECT_EQ(incident_kinds(result), Kinds{"failed start"});
}

TEST(SubjectRun, KeepsTheEndOfStderr) {
  const Result result = run("floods-stderr");
  EXPECT_EQ(result.kinds()[OutcomeKind::kAnswered], kCases);
  EXPECT_LE(result.run.stderr_tail.size(), kStderrTailBytes);
  EXPECT_NE(result.run.stderr_tail.find("line 99999"), std::string::npos);
}

TEST(SubjectRun, FindsWhatIsNotDeterministic) {
  const Result result = run("counts");
  EXPECT_GT(result.kinds()[OutcomeKind::kNondeterministic], 0u);
  EXPECT_EQ(run("echo").kinds()[OutcomeKind::kNondeterministic], 0u);
}

TEST(SubjectRun, UnsupportedIsItsOwnOutcome) {
  EXPECT_EQ(run("unsupported").kinds()[OutcomeKind::kUnsupported], kCases);
}

// 50 requests of 20 ms each in one batch: longer than the batch deadline, each within the item
// deadline. Nobody is to blame.
// The case that would kill is not selected, so it is never sent; nor is it put again in the end.
TEST(SubjectRun, WhatItDoesNotAnswerIsNotSent) {
  RunOptions options = quick();
  options.recheck_one_in = 1;
  ASSERT_TRUE(options.answers.emplace_back().add("id=1??"));
  ASSERT_TRUE(options.answers.emplace_back().add("id=7"));
  auto cases = some_cases();
  cases[kTheCase].id = "the case";
  const Result result = run("crashes", options, cases);
  for (std::size_t i = 0; i < kCases; ++i) {
    const bool asked = (i >= 100 && i < 200 && i != kTheCase) || i == 7;
    ASSERT_EQ(to_string(result.outcomes[i].kind),
              to_string(asked ? OutcomeKind::kAnswered : OutcomeKind::kNotOffered))
        << i;
    EXPECT_EQ(result.settled[i], 1u) << i;
  }
  EXPECT_EQ(result.run.deaths, 0u);
  EXPECT_TRUE(result.run.incidents.empty());
}

// A selection does not offer what HELLO does not.
TEST(SubjectRun, WhatItDoesNotDeclareIsNotSentThoughSelected) {
  RunOptions options = quick();
  ASSERT_TRUE(options.answers.emplace_back().add("id=*"));
  auto cases = some_cases();
  cases[7].op = protocol::Op::kGrade;
  const Result result = run_command({{GRIT_WIRE_ADAPTER, "twice"}, ""}, options, cases);
  EXPECT_EQ(result.outcomes[7].kind, OutcomeKind::kNotOffered);
  EXPECT_EQ(result.outcomes[8].kind, OutcomeKind::kAnswered);
}

TEST(SubjectRun, ABatchDeadlineBlamesNobody) {
  RunOptions options = quick();
  options.item_deadline = milliseconds(3'000);
  options.batch_deadline = milliseconds(300);
  options.recheck_one_in = 0;
  const Result result = run("slow", options, some_cases(50));
  EXPECT_EQ(result.kinds()[OutcomeKind::kAnswered], 50u);
  EXPECT_GT(result.run.deaths, 0u);
}

// Not even one that is longer than it: put alone, only the item deadline applies.
TEST(SubjectRun, ABatchDeadlineBelowOneItemBlamesNobody) {
  RunOptions options = quick();
  options.item_deadline = milliseconds(3'000);
  options.batch_deadline = milliseconds(10);
  options.recheck_one_in = 0;
  const Result result = run("slow", options, some_cases(30));
  EXPECT_EQ(result.kinds()[OutcomeKind::kAnswered], 30u);
}

TEST(SubjectRun, StopsWhenTold) {
  const auto cases = some_cases();
  boost::asio::io_context io(1);
  std::vector<unsigned> settled(cases.size());
  bool done = false;
  SubjectRun subject(io, {{GRIT_TEST_ADAPTER, "slow"}, ""}, cases, quick(),
                     {.on_outcome = [&](std::size_t index, Outcome) { ++settled[index]; },
                      .on_done = [&] { done = true; }});
  subject.start();
  io.run_for(milliseconds(300));
  subject.stop();
  io.run();
  EXPECT_TRUE(done);
  for (const unsigned count : settled) EXPECT_EQ(count, 1u);
}

}  // namespace
}  // namespace grit::conformance
