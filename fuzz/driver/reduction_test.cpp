#include "fuzz/driver/reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "harness/protocol/frame.h"
#include "harness/protocol/messages.h"
#include "harness/reference/registry.h"

namespace grit::fuzz {
namespace {

using protocol::Bytes;
using protocol::Op;

Bytes bytes_of(std::string_view text) {
  const auto bytes = protocol::as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

Bytes canonical() {
  const auto bytes =
      reference::to_bytes(reference::canonical_descriptor(reference::GradeName::kMxfp4));
  return {bytes.begin(), bytes.end()};
}

TEST(Reduce, KeepsWhatTheFindingNeeds) {
  const Reduction reduction = reduce(bytes_of("nothing but noise and an x in the middle"), {});
  EXPECT_EQ(reduction.judgement.signature, "test | an x");
  EXPECT_EQ(reduction.input, bytes_of("x"));
  EXPECT_GT(reduction.steps, 0u);
}

TEST(Reduce, AnInputThatShowsNothingStays) {
  const Reduction reduction = reduce(bytes_of("fine"), {});
  EXPECT_EQ(reduction.judgement.fate, Fate::kNone);
  EXPECT_EQ(reduction.tried, 0u);
}

// Two fields differ: the first candidate is the canonical descriptor, and each field alone is one.
TEST(SimplerInputs, DescriptorsGoTowardTheCanonicalOne) {
  Bytes input = canonical();
  input[5] ^= std::byte{0x02};   // version
  input[28] ^= std::byte{0x80};  // note
  const auto simpler = simpler_inputs(Form::kDescriptor, input);
  ASSERT_FALSE(simpler.empty());
  EXPECT_EQ(simpler.front(), canonical());
  Bytes version_only = canonical();
  version_only[5] ^= std::byte{0x02};
  EXPECT_NE(std::ranges::find(simpler, version_only), simpler.end());
}

TEST(SimplerInputs, OfAStreamEachFrameAloneComesFirst) {
  Bytes first;
  Bytes second;
  protocol::append_frame(first, {.op = 2, .detail = 0, .id = 0, .payload_bytes = 0},
                         protocol::TextRequest{"grit1()"}.encode());
  protocol::append_frame(second, {.op = 6, .detail = 0, .id = 1, .payload_bytes = 0},
                         protocol::TextRequest{"0"}.encode());
  Bytes both = first;
  both.insert(both.end(), second.begin(), second.end());
  const auto simpler = simpler_inputs(Form::kFrames, both);
  ASSERT_GE(simpler.size(), 2u);
  EXPECT_EQ(simpler[0], first);
  EXPECT_EQ(simpler[1], second);
}

TEST(SimplerInputs, NeverTheInputItself) {
  Bytes request = {static_cast<std::byte>(Op::kGrade)};
  const Bytes payload = protocol::TextRequest{"grit1(e=e2m1,k0=32)"}.encode();
  request.insert(request.end(), payload.begin(), payload.end());
  const std::pair<Form, Bytes> inputs[] = {
      {Form::kDescriptor, canonical()},  {Form::kGradeText, bytes_of("grit1(e=e2m1)")},
      {Form::kRequest, request},         {Form::kBytes, bytes_of("ab")},
      {Form::kFrames, bytes_of("GCP1")}, {Form::kJson, bytes_of("{}")}};
  for (const auto& [form, input] : inputs) {
    const auto simpler = simpler_inputs(form, input);
    EXPECT_EQ(std::ranges::find(simpler, input), simpler.end());
  }
}

}  // namespace
}  // namespace grit::fuzz
