// Expected bits are worked out by hand; each test says how.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <string_view>
#include <vector>

#include "grit_c/codec.h"
#include "grit_c/decode_view.h"
#include "harness/reference/decode.h"
#include "harness/reference/decode_view.h"
#include "harness/reference/grade.h"
#include "harness/reference/kernels/decode.h"
#include "harness/reference/registry.h"
#include "tests/compiler_traps/controls.h"

namespace grit {
namespace {

using reference::GradeName;
using reference::Planes;
using Bits = std::vector<std::uint32_t>;

constexpr std::uint32_t kNan = 0x7fc00000;

// What is under test was compiled for a processor with AVX2 and FMA.
class CompilerTraps : public testing::Test {
 protected:
  void SetUp() override {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
      GTEST_SKIP() << "this processor has no AVX2 or no FMA";
    }
  }
};

grit_bytes raw(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

// S = 1 + 2^-23, q = 3, Z = 3. S q = 3 + 3 * 2^-23 lies between two binary32 numbers, 2^-22 apart,
// and goes to the even one, 3 + 2 * 2^-22 (0x40400002): S q - Z = 2^-21 = 0x35000000. Fused,
// nothing is rounded before the difference: 3 * 2^-23 = 0x34C00000.
constexpr std::uint32_t kTwiceRounded = 0x35000000;
constexpr std::uint32_t kFused = 0x34C00000;

TEST_F(CompilerTraps, TheControlIsFused) {
  EXPECT_EQ(traps::scaled_less_minimum(1 + 0x1p-23F, 3, 3), kFused);
}

// A grade of the general tier with those numbers in every element: d = 1 + 2^-23, dmin = 1, sc = 1,
// q = 3 and m = 3 (spec §11.7: S = d sc, Z = dmin m, each exact).
TEST_F(CompilerTraps, ASumIsNotFusedWithItsProduct) {
  constexpr std::string_view kText =
      "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary32,zp=u6,zps=l1,esr=affineminmax)";
  const auto grade = reference::parse_grade(kText);
  ASSERT_TRUE(grade);
  const auto descriptor =
      reference::descriptor_from_grade(*grade, {.placement_data = reference::kRowMajor,
                                                .placement_scale = reference::kRowMajor,
                                                .placement_meta = reference::kRowMajor});
  ASSERT_TRUE(descriptor);
  const std::array<std::int64_t, 1> shape{256};
  const std::vector<std::byte> data(128, std::byte{0x33});
  const std::vector<std::byte> scale0(8, std::byte{1});
  constexpr std::array<std::byte, 8> scale1{std::byte{1},    std::byte{0},   std::byte{0x80},
                                            std::byte{0x3f}, std::byte{0},   std::byte{0},
                                            std::byte{0x80}, std::byte{0x3f}};
  const std::vector<std::byte> aux(8, std::byte{3});
  const Bits expected(256, kTwiceRounded);

  const auto values = reference::decode_view({.descriptor = *descriptor,
                                              .grade = kText,
                                              .shape = shape,
                                              .planes = {data, scale0, scale1, aux}});
  ASSERT_TRUE(values);
  EXPECT_EQ(*values, expected);

  const auto bytes = reference::to_bytes(*descriptor);
  const grit_view view{.descriptor = raw(bytes).data,
                       .grade = {kText.data(), kText.size()},
                       .shape = {shape.data(), shape.size()},
                       .planes = {raw(data), raw(scale0), raw(scale1), raw(aux)}};
  Bits c(256);
  ASSERT_TRUE(grit_decode_view(&view, c.data(), c.size()));
  EXPECT_EQ(c, expected);
}

// A NaN times a constant whose sign the compiler sees: g++ 12 computes -(S * x) for all S * -x,
// clang 19 for S * -1.
TEST_F(CompilerTraps, TheControlPoisonsWithASign) {
  const std::array<std::uint32_t, 16> bits = traps::scaled_e2m1(std::bit_cast<float>(kNan));
  EXPECT_EQ(bits[10], kNan | 0x80000000);  // the code of -1
  EXPECT_EQ(bits[2], kNan);
}

// The scale byte 255 is NaN (spec §8.2), and every code becomes the one NaN (spec §8.1.5).
TEST_F(CompilerTraps, APoisonedGroupHasTheOneNan) {
  std::vector<std::byte> data(16);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i | (15 - i) << 4);
  const std::vector<std::byte> scale0(1, std::byte{0xFF});
  const Planes planes{data, scale0, {}, {}};
  const Bits expected(32, kNan);

  Bits values(32);
  ASSERT_TRUE(reference::decode_into(GradeName::kMxfp4, 32, planes, values));
  EXPECT_EQ(values, expected);
  for (const auto isa : reference::kernels::all_isas()) {
    if (!reference::kernels::supported(isa)) continue;
    Bits sooner(32);
    ASSERT_TRUE(
        reference::kernels::decode_into(GradeName::kMxfp4, 32, planes, sooner, {.isa = isa}));
    EXPECT_EQ(sooner, expected) << reference::kernels::isa_name(isa);
  }
  const grit_bytes bytes[GRIT_PLANE_COUNT] = {raw(data), raw(scale0)};
  Bits c(32);
  ASSERT_TRUE(grit_decode(GRIT_GRADE_MXFP4, 32, bytes, c.data()));
  EXPECT_EQ(c, expected);
}

// Infinity times zero, and infinity less infinity: Q4KS with d = dmin = infinity (binary16 0x7c00),
// q = 0 in even elements and 1 in odd ones, m = 1. Every element is NaN, which x86 would sign.
TEST_F(CompilerTraps, AnInvalidOperationGivesTheOneNan) {
  const std::vector<std::byte> data(128, std::byte{0x10});
  const std::vector<std::byte> scale0(8, std::byte{1});
  const std::array<std::byte, 4> scale1{std::byte{0}, std::byte{0x7c}, std::byte{0},
                                        std::byte{0x7c}};
  const std::vector<std::byte> aux(8, std::byte{1});
  const Planes planes{data, scale0, scale1, aux};
  const Bits expected(256, kNan);
  for (const auto isa : reference::kernels::all_isas()) {
    if (!reference::kernels::supported(isa)) continue;
    Bits values(256);
    ASSERT_TRUE(
        reference::kernels::decode_into(GradeName::kQ4ks, 256, planes, values, {.isa = isa}));
    EXPECT_EQ(values, expected) << reference::kernels::isa_name(isa);
  }
  const grit_bytes bytes[GRIT_PLANE_COUNT] = {raw(data), raw(scale0), raw(scale1), raw(aux)};
  Bits c(256);
  ASSERT_TRUE(grit_decode(GRIT_GRADE_Q4KS, 256, bytes, c.data()));
  EXPECT_EQ(c, expected);
}

}  // namespace
}  // namespace grit
