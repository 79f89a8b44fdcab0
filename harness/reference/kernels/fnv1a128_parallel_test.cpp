#include "harness/reference/kernels/fnv1a128_parallel.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "harness/reference/kernels/fnv1a128_forms_test.h"

namespace grit::reference::kernels {
namespace {

using fnv1a128::Form;
using fnv1a128::State;

template <Form kForm>
State update(State state, std::span<const std::byte> bytes) {
  return fnv1a128::update(state, bytes, kForm);
}

// The values that FNV's authors publish (RFC 9923's drafts, appendix of test vectors).
TEST(Fnv1a128, PublishedValues) {
  struct Published {
    std::string_view text;
    State hash;
  };
  for (const auto& [text, hash] : {Published{"", {0x6c62272e07bb0142, 0x62b821756295c58d}},
                                   Published{"a", {0xd228cb696f1a8caf, 0x78912b704e4a8964}},
                                   Published{"foobar", {0x343e1662793c64bf, 0x6f0d3597ba446f18}}}) {
    EXPECT_EQ(fnv1a128::update({}, std::as_bytes(std::span(text))), hash) << text;
  }
}

// What this machine lacks, grit_kernels_emulated_test has.
TEST(Fnv1a128, EveryFormOfThisMachineIsTheSerialHash) {
  expect_serial(update<Form::kScalar>);
  if (fnv1a128::available(Form::kAvx2)) expect_serial(update<Form::kAvx2>);
  if (fnv1a128::available(Form::kAvx512)) expect_serial(update<Form::kAvx512>);
}

TEST(Fnv1a128, ZerosAreOneMultiplicationAndCanBeUndone) {
  const std::vector<std::byte> zeros(5000);
  const State start{0x0123456789abcdef, 0xfedcba9876543210};
  for (std::size_t count = 0; count <= zeros.size(); count += count < 200 ? 1 : 61) {
    const State expected = fnv1a128::update_scalar(start, std::span(zeros).first(count));
    ASSERT_EQ(fnv1a128::update_zeros(start, count), expected) << count;
    ASSERT_EQ(fnv1a128::undo_zeros(expected, count), start) << count;
  }
}

}  // namespace
}  // namespace grit::reference::kernels
