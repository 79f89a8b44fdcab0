#include "bench/gate.h"

#include <gtest/gtest.h>

namespace grit::bench {
namespace {

const Subject kSubject{.op = "decode-out", .grade = "MXFP4", .size = 4096};
const Subject kWithoutTarget{.op = "decode-out", .grade = "MXFP4", .size = 7};

Machine machine(std::string kind, std::string isa) {
  Machine made;
  made.kind = std::move(kind);
  made.isa = std::move(isa);
  return made;
}

// A run in which the product is `ratio` times as fast as `base`.
std::vector<Measurement> run(double ratio, const Subject& subject = kSubject,
                             const std::string& base = "crate") {
  const Unit unit = Unit::kGigabytesPerSecond;
  return {{.peer = "product", .subject = subject, .value = ratio * 10, .unit = unit},
          {.peer = base, .subject = subject, .value = 10, .unit = unit}};
}

Results committed(std::string kind, std::string isa, double ratio,
                  const Subject& subject = kSubject) {
  return {.machine = machine(std::move(kind), std::move(isa)),
          .peers = {},
          .measurements = run(ratio, subject)};
}

TEST(Gate, TheSameKindOfMachineKeepsSeventyPercentOfWhatItHad) {
  const std::vector<Results> all{committed("other", "avx2", 0.1), committed("same", "avx2", 0.8)};
  const auto rows = gate(run(0.57), machine("same", "avx2"), all);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_DOUBLE_EQ(rows[0].least, 0.7 * 0.8);
  EXPECT_TRUE(rows[0].passed());
  EXPECT_FALSE(gate(run(0.55), machine("same", "avx2"), all)[0].passed());
}

TEST(Gate, AnotherKindIsComparedWithTheLeastOfItsInstructionSet) {
  const std::vector<Results> all{committed("a", "avx2", 0.30), committed("b", "avx2", 0.25),
                                 committed("c", "avx512", 0.01)};
  EXPECT_DOUBLE_EQ(least_ratio(all, machine("new", "avx2"), kSubject, "crate").value(),
                   0.25 * 0.25);
}

TEST(Gate, AnotherKindIsAskedForNoMoreThanTheTarget) {
  // The target for AVX2 is 30 times the crate.
  const std::vector<Results> all{committed("a", "avx2", 90)};
  EXPECT_DOUBLE_EQ(least_ratio(all, machine("new", "avx2"), kSubject, "crate").value(), 0.25 * 30);
  const std::vector<Results> without{committed("a", "avx2", 0.9, kWithoutTarget)};
  EXPECT_DOUBLE_EQ(least_ratio(without, machine("new", "avx2"), kWithoutTarget, "crate").value(),
                   0.25 * 0.9);
}

TEST(Gate, WhatNobodyCommittedIsNotGated) {
  const std::vector<Results> all{committed("a", "avx512", 0.9)};
  EXPECT_TRUE(gate(run(0.1), machine("a2", "avx2"), all).empty());
  EXPECT_TRUE(gate(run(0.1, kWithoutTarget), machine("a", "avx512"), all).empty());
  EXPECT_TRUE(gate(run(0.1, kSubject, "ggml"), machine("a", "avx512"), all).empty());
  EXPECT_TRUE(gate(run(0.1), machine("a", "avx512"), {}).empty());
}

TEST(Gate, MemsetIsNoMeasureOfOurs) {
  Results results = committed("a", "avx2", 0.9);
  results.measurements = run(0.9, kSubject, "memset");
  EXPECT_TRUE(gate(run(0.1, kSubject, "memset"), machine("a", "avx2"), {&results, 1}).empty());
}

}  // namespace
}  // namespace grit::bench
