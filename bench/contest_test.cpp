#include "bench/contest.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace grit::bench {
namespace {

constexpr Effort kShort{.seconds = 0.001, .repetitions = 2};

Contest contest_of(Unit unit, std::vector<Contender> contenders) {
  return {.subject = {.op = "op", .grade = "any", .size = 1},
          .unit = unit,
          .work = 1e6,
          .contenders = std::move(contenders)};
}

// A pass that says how long it took, so that no clock decides.
Contender says(std::string peer, double seconds) {
  return {.peer = std::move(peer), .pass = {}, .timed_pass = [seconds] { return seconds; }};
}

TEST(Contest, APassBecomesNanosecondsAnItem) {
  // A million items in 2 ms.
  const auto measured = hold(contest_of(Unit::kNanoseconds, {says("product", 0.002)}), kShort);
  ASSERT_TRUE(measured) << measured.error();
  ASSERT_EQ(measured->size(), 1U);
  EXPECT_NEAR((*measured)[0].value, 2, 1e-9);
  EXPECT_EQ((*measured)[0].peer, "product");
}

TEST(Contest, APassBecomesGigabytesASecond) {
  // A million bytes in 2 ms.
  const auto measured =
      hold(contest_of(Unit::kGigabytesPerSecond, {says("product", 0.002)}), kShort);
  EXPECT_NEAR(measured.value()[0].value, 0.5, 1e-9);
}

TEST(Contest, TheSlowestOfOnePeersContendersCounts) {
  for (const Unit unit : {Unit::kNanoseconds, Unit::kGigabytesPerSecond}) {
    const auto measured = hold(contest_of(unit, {says("product", 0.001), says("product", 0.004),
                                                 says("product", 0.002), says("one", 0.008)}),
                               kShort);
    ASSERT_EQ(measured.value().size(), 2U);
    EXPECT_DOUBLE_EQ(speedup((*measured)[0], (*measured)[1]), 2);
  }
}

TEST(Contest, TheFastestRepetitionCounts) {
  int calls = 0;
  Contender contender{.peer = "product", .pass = {}, .timed_pass = [&calls] {
                        return ++calls % 2 == 0 ? 0.001 : 0.1;
                      }};
  const auto measured =
      hold(contest_of(Unit::kNanoseconds, {contender}), {.seconds = 0.0001, .repetitions = 6});
  EXPECT_NEAR(measured.value()[0].value, 1, 1e-9);
}

TEST(Contest, ARealPassTakesAsLongAsItTakes) {
  const auto measured = hold(
      contest_of(Unit::kNanoseconds,
                 {{.peer = "product",
                   .pass = [] { std::this_thread::sleep_for(std::chrono::milliseconds(3)); }}}),
      kShort);
  EXPECT_GE(measured.value()[0].value, 3);
}

TEST(Contest, WhatIsWrongIsNotTimed) {
  int passes = 0;
  Contest contest = contest_of(Unit::kNanoseconds, {{"product", [&passes] { ++passes; }}});
  contest.disagreement = [] { return std::optional<std::string>("one gives another value"); };
  const auto measured = hold(contest, kShort);
  ASSERT_FALSE(measured);
  EXPECT_EQ(measured.error(), "op any 1: one gives another value");
  EXPECT_EQ(passes, 0);
}

TEST(Contest, APeerThatBreaksIsAnError) {
  const auto measured =
      hold(contest_of(Unit::kNanoseconds,
                      {{.peer = "one",
                        .pass = {},
                        .timed_pass = []() -> std::optional<double> { return std::nullopt; }}}),
           kShort);
  ASSERT_FALSE(measured);
  EXPECT_EQ(measured.error(), "one stopped answering");
}

}  // namespace
}  // namespace grit::bench
