#include "harness/reference/kernels/fnv1a128_parallel.hpp"

#include <gtest/gtest.h>

#include <array>

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

// docs/DIGEST.md, "By hand": x, d and the low bytes of "ab", and the step that is linear in d.
TEST(Fnv1a128, TheWorkedExampleOfThePage) {
  const std::array<std::byte, 2> text{std::byte{0x61}, std::byte{0x62}};
  State state;
  const std::array<std::array<int, 4>, 2> rows{{{0x8d, 0xec, 95, 0x64}, {0x64, 0x06, -94, 0x62}}};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto& [low, x, d, next] = rows[i];
    EXPECT_EQ(state.low & 0xFF, static_cast<std::uint64_t>(low));
    EXPECT_EQ(low ^ std::to_integer<int>(text[i]), x);
    EXPECT_EQ(x - low, d);
    EXPECT_EQ(59 * x % 256, next);
    const auto wide = static_cast<std::uint64_t>(static_cast<std::int64_t>(d));
    const State difference{d < 0 ? ~std::uint64_t{0} : 0, wide};
    const State linear = fnv1a128::detail::multiply(fnv1a128::detail::add(state, difference),
                                                    fnv1a128::detail::kPrime);
    state = fnv1a128::update_scalar(state, std::span(text).subspan(i, 1));
    EXPECT_EQ(state, linear);
    EXPECT_EQ(state.low & 0xFF, static_cast<std::uint64_t>(next));
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
