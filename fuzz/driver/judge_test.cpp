#include "fuzz/driver/judge.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <span>
#include <vector>

#include "fuzz/driver/finding.h"

namespace grit::fuzz {
namespace {

// Texts as the tools print them, shortened.
constexpr std::string_view kAddress =
    "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000010 at pc 0x5\n"
    "READ of size 1 at 0x602000000010 thread T0\n"
    "    #0 0x55aa in __asan_memcpy (/x/grit-replay-check_bytes+0x1)\n"
    "    #1 0x55ab in grit::reference::check(grit::reference::CheckRequest const&) "
    "/x/harness/reference/check.cpp:210:9\n"
    "    #2 0x55ac in grit::fuzz::run(std::span<std::byte const, 18ul>) "
    "/x/fuzz/targets/check_bytes.cpp:30:3\n";
constexpr std::string_view kUndefined =
    "/x/harness/reference/sizes.cpp:40:12: runtime error: signed integer overflow: "
    "9223372036854775807 + 1 cannot be represented in type 'long'\n"
    "    #0 0x55aa in grit::reference::sizes(grit::reference::Descriptor const&) "
    "/x/harness/reference/sizes.cpp:40:12\n";

TEST(Classify, AFindingThatTheTargetNames) {
  const Judgement judgement =
      classify("noise\ngrit-finding: law | L10 is no kind\n", true, SIGABRT);
  EXPECT_EQ(judgement.fate, Fate::kCrash) << "a mark without a kind is no finding of the target";
  const Judgement law = classify("grit-finding: law: L10 | where\nmore\n", true, SIGABRT);
  EXPECT_EQ(law.fate, Fate::kLaw);
  EXPECT_EQ(law.signature, "L10 | where");
  const Judgement disagreement =
      classify("grit-finding: disagreement: CHECK | a / b | Ok, SizeMismatch | status\n", true, 6);
  EXPECT_EQ(disagreement.fate, Fate::kDisagreement);
  EXPECT_EQ(disagreement.signature, "CHECK | a / b | Ok, SizeMismatch | status");
  EXPECT_EQ(classify("grit-finding: infrastructure: no adapter\n", true, 6).fate,
            Fate::kInfrastructure);
}

TEST(Classify, Sanitizers) {
  const Judgement address = classify(kAddress, false, 1);
  EXPECT_EQ(address.fate, Fate::kSanitizer);
  EXPECT_EQ(address.signature, "heap-buffer-overflow | grit::reference::check");
  const Judgement undefined = classify(kUndefined, false, 1);
  EXPECT_EQ(undefined.fate, Fate::kSanitizer);
  EXPECT_EQ(undefined.signature, "signed integer overflow | grit::reference::sizes");
  EXPECT_EQ(classify("==7==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x1\n"
                     "    #0 0x1 in grit::(anonymous namespace)::load<unsigned int>(x) "
                     "/x/harness/a.cpp:1\n",
                     false, 1)
                .signature,
            "stack-buffer-overflow | grit::(anonymous namespace)::load<unsigned int>");
  EXPECT_EQ(classify("==1==ERROR: LeakSanitizer: detected memory leaks\n", false, 78).signature,
            "leak | unknown function");
}

TEST(Classify, MemoryAndCrashes) {
  EXPECT_EQ(classify("==1==ERROR: AddressSanitizer: out-of-memory: failed\n", false, 1).fate,
            Fate::kOutOfMemory);
  EXPECT_EQ(classify("==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n", false, 1).fate,
            Fate::kCrash);
  const Judgement signal = classify("", true, SIGSEGV);
  EXPECT_EQ(signal.fate, Fate::kCrash);
  EXPECT_EQ(signal.signature, "SIGSEGV | unknown function");
  EXPECT_EQ(classify("", false, 3).signature, "exit code 3 | unknown function");
  EXPECT_EQ(classify("anything", false, 0).fate, Fate::kNone);
}

std::vector<std::byte> input(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// What test_target.cpp does with these words.
TEST(Judge, TellsWhatBecameOfAProcess) {
  // Long enough for a loaded machine; only what hangs waits until a limit.
  const Limits limits{std::chrono::seconds(30), std::uint64_t{256} << 20};
  const Limits short_limits{std::chrono::seconds(1), limits.memory_bytes};
  EXPECT_EQ(judge(input("fine"), limits).fate, Fate::kNone);
  EXPECT_EQ(judge(input("law"), limits).signature, "test | broken on purpose");
  EXPECT_EQ(judge(input("hang"), short_limits).fate, Fate::kHang);
  EXPECT_EQ(judge(input("memory"), limits).fate, Fate::kOutOfMemory);
  EXPECT_EQ(judge(input("exit"), limits).signature.substr(0, 11), "exit code 9");
  EXPECT_EQ(judge(input("kill"), limits).signature.substr(0, 7), "SIGKILL");
}

TEST(Judge, ManyBytesOfOutputDoNotBlock) { EXPECT_EQ(judge(input("noise"), {}).fate, Fate::kLaw); }

}  // namespace
}  // namespace grit::fuzz
