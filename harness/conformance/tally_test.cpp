// What an adapter covers, by PROTOCOL.md's "Tiers".
#include "harness/conformance/tally.h"

#include <gtest/gtest.h>

#include "harness/conformance/verdict.h"

namespace grit::conformance {
namespace {

using Ops = std::vector<std::uint8_t>;

const Ops kCore = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};

Ops with(Ops ops, const Ops& more) {
  ops.insert(ops.end(), more.begin(), more.end());
  return ops;
}

std::string text(const Ops& ops) { return tier_text(tier_coverage(ops)); }

TEST(Tiers, AreShownWholeOrAsParts) {
  EXPECT_EQ(text(kCore), "core");
  EXPECT_EQ(text({0, 1, 2}), "core 2 of 14");
  EXPECT_EQ(text({}), "core 0 of 14");
  EXPECT_EQ(text(with(kCore, {20, 21, 22, 23, 24, 25})), "core, general");
  EXPECT_EQ(text(with(kCore, {21, 25})), "core; general 2 of 6");
  EXPECT_EQ(text({1, 20, 21, 22, 23, 24, 25}), "core 1 of 14; general");
  EXPECT_EQ(text({1, 20}), "core 1 of 14; general 1 of 6");
  EXPECT_EQ(text(with(kCore, {19, 26, 200})), "core");  // no operations of a tier
}

TEST(Tiers, WhatIsNotOfferedIsCounted) {
  const std::vector<report::TierCoverage> expected = {{"core", 14, 14}, {"general", 0, 6}};
  EXPECT_EQ(tier_coverage(kCore), expected);
}

// The short way for a reply that is the expected one says what the long way says, for every kind of
// reply, and takes no other reply.
TEST(SubjectAnswers, TheShortWaySaysWhatTheLongWaySays) {
  using protocol::Bytes;
  using protocol::Reply;
  using protocol::ReplyKind;
  const Bytes ok = {std::byte{0}, std::byte{0xff}};
  const Bytes other_plane = {std::byte{0}, std::byte{2}};
  const std::vector<Bytes> payloads = {
      {}, {std::byte{0}}, ok, other_plane, {std::byte{0}, std::byte{0xff}, std::byte{0}}};
  const std::vector<ReplyKind> kinds = {ReplyKind::kAnswered, ReplyKind::kRefused,
                                        ReplyKind::kUnsupported, ReplyKind::kInternalError};
  vectors::Case item;
  item.op = protocol::Op::kCheck;
  for (const ReplyKind expected_kind : kinds) {
    for (const Bytes& expected_payload : payloads) {
      const Reply expectation{expected_kind, expected_payload};
      for (const ReplyKind kind : kinds) {
        for (const Bytes& payload : payloads) {
          const bool same = kind == expected_kind && payload == expected_payload;
          SubjectAnswers short_way(1);
          EXPECT_EQ(short_way.record_expected(0, outcome_of(kind), payload, expectation), same);
          SubjectAnswers long_way(1);
          long_way.record(0, item.op, {outcome_of(kind), payload}, expectation);
          EXPECT_EQ(long_way.agrees_with_expectation(0), same);
          EXPECT_EQ(long_way.outcome(0).kind, outcome_of(kind));
          const Judgement judgement = judge(item, expectation, outcome_of(kind), payload, {});
          if (same) {
            EXPECT_EQ(short_way.outcome(0).kind, outcome_of(kind));
            EXPECT_TRUE(short_way.agrees_with_expectation(0));
            EXPECT_EQ(judgement.standing, Standing::kPassed);
            EXPECT_EQ(judge_expected(item, {}).standing, Standing::kPassed);
            EXPECT_TRUE(same_answer(item.op, short_way, long_way, 0));
          } else {
            EXPECT_EQ(short_way.outcome(0).kind, OutcomeKind::kNotRun);
            EXPECT_EQ(long_way.outcome(0).payload, payload);
            const bool passes = kind == expected_kind &&
                                (judgement.diagnostic || kind == ReplyKind::kInternalError);
            EXPECT_EQ(judgement.standing == Standing::kPassed, passes);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace grit::conformance
