#include "fuzz/mutator/mutator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "fuzz/driver/reached.h"
#include "fuzz/mutator/request_mutations.h"
#include "fuzz/targets/ops.h"
#include "harness/protocol/answer.h"

namespace grit::fuzz {
namespace {

using protocol::Bytes;
using protocol::Op;

constexpr std::array<Form, 7> kForms = {Form::kBytes,   Form::kDescriptor, Form::kGradeText,
                                        Form::kGidText, Form::kRequest,    Form::kFrames,
                                        Form::kJson};
constexpr std::byte kCanary{0xA5};

Target target_of(Form form) { return {"test", form, kAllOps}; }

// From nothing, each result the next input, in buffers of every kind of size: nothing is written
// behind the buffer, and the size is never larger than it.
TEST(Mutate, StaysInsideItsBuffer) {
  for (const Form form : kForms) {
    for (const std::size_t most : {0u, 1u, 63u, 64u, 65u, 200u, 4096u}) {
      std::vector<std::byte> memory(most + 16, kCanary);
      std::size_t size = 0;
      for (std::uint64_t seed = 0; seed < 400; ++seed) {
        size = mutate(target_of(form), std::span(memory).first(most), size, seed, nullptr);
        ASSERT_LE(size, most);
        ASSERT_TRUE(std::all_of(memory.begin() + static_cast<std::ptrdiff_t>(most), memory.end(),
                                [](std::byte b) { return b == kCanary; }))
            << "seed " << seed;
      }
    }
  }
}

TEST(CrossOver, StaysInsideItsBuffer) {
  for (const Form form : kForms) {
    std::vector<std::byte> first(512);
    std::vector<std::byte> second(512);
    std::size_t first_size = 0;
    std::size_t second_size = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      first_size = mutate(target_of(form), first, first_size, seed, nullptr);
      second_size = mutate(target_of(form), second, second_size, ~seed, nullptr);
      for (const std::size_t most : {1u, 64u, 300u, 1024u}) {
        std::vector<std::byte> out(most + 16, kCanary);
        const std::size_t size =
            cross_over(target_of(form), std::span(first).first(first_size),
                       std::span(second).first(second_size), std::span(out).first(most), seed);
        ASSERT_LE(size, most);
        ASSERT_EQ(out[most], kCanary);
      }
    }
  }
}

TEST(Mutate, IsAFunctionOfInputAndSeed) {
  for (const Form form : kForms) {
    std::vector<std::byte> a(1024);
    std::vector<std::byte> b(1024);
    std::size_t size = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      b = a;
      const std::size_t again = mutate(target_of(form), b, size, seed, nullptr);
      size = mutate(target_of(form), a, size, seed, nullptr);
      ASSERT_EQ(size, again);
      ASSERT_TRUE(std::ranges::equal(std::span(a).first(size), std::span(b).first(size)));
    }
  }
}

// Most of what it makes can be read: a fuzzer that mostly asks unreadable questions asks nothing.
TEST(Mutate, MostRequestsCanBeRead) {
  std::vector<std::byte> memory(8192);
  std::size_t size = 0;
  int unreadable = 0;
  constexpr int kCount = 4000;
  for (std::uint64_t seed = 0; seed < kCount; ++seed) {
    size = mutate(target_of(Form::kRequest), memory, size, seed, nullptr);
    const auto input = std::span(memory).first(size);
    const auto reply = protocol::answer(static_cast<std::uint8_t>(input[0]), input.subspan(1));
    unreadable += reply.kind == protocol::ReplyKind::kInternalError ||
                  reply.kind == protocol::ReplyKind::kUnsupported;
  }
  EXPECT_LT(unreadable, kCount / 5);
}

TEST(PlainRequest, IsAnswered) {
  for (const Op op : kAllOps) {
    int answered = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      vectors::Random random(seed);
      const Bytes request = plain_request(random, op);
      answered += protocol::answer(static_cast<std::uint8_t>(op), request).kind ==
                  protocol::ReplyKind::kAnswered;
    }
    EXPECT_GE(answered, 4) << protocol::op_name(op);
  }
}

// Without an engine and without a corpus: a walk from nothing, begun anew now and then. Two rules
// of sizes cannot decide a check: step 2 demands sp_m and sp_meta_fmt of a grade, and no grade has
// M = 0 (spec §3.3.6) or a metadata format that has no number (spec §3.8.3).
TEST(Mutate, ReachesEveryStatusAndEveryRuleOfCheck) {
  static constexpr std::array kOps = {Op::kCheck, Op::kCheckGrade};
  const Target target{"test", Form::kRequest, kOps};
  Reached reached;
  std::vector<std::byte> memory(8192);
  std::size_t size = 0;
  for (std::uint64_t seed = 0; seed < 300'000; ++seed) {
    if (seed % 8 == 0) size = 0;
    size = mutate(target, memory, size, seed, nullptr);
    reached.add(Form::kRequest, std::span(memory).first(size));
  }
  for (std::size_t s = 0; s < reached.statuses.size(); ++s) {
    EXPECT_GT(reached.statuses[s], 0u) << status_name(static_cast<reference::Status>(s));
  }
  std::vector<std::string_view> missed;
  for (std::size_t r = 1; r < reached.rules.size(); ++r) {
    if (reached.rules[r] == 0) missed.push_back(rule_name(static_cast<reference::Rule>(r)));
  }
  EXPECT_EQ(missed, (std::vector<std::string_view>{"sp-m-zero", "sizes-meta-format"}));
}

}  // namespace
}  // namespace grit::fuzz
