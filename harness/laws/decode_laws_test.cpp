// Inputs and values by hand from the clauses of docs/SPEC.md; each law is then shown to a faulty
// implementation.
#include "harness/laws/decode_laws.h"

#include <gtest/gtest.h>

#include "harness/laws/faulty_test.h"
#include "harness/laws/long_hand.h"
#include "harness/laws/sample.h"
#include "harness/reference/decode.h"

namespace grit::laws {
namespace {

constexpr std::uint32_t kNan = 0x7FC00000;

// Two groups of one u8 each: 0 under the scale NaN, 2 under the scale 1.
Sample nan_and_one() {
  return sample_of("grit1(e=u8,k0=1,s0=binary16,esr=ratiomaxabs)", {2}, 0,
                   PlaneDigits{"0002", "007e 003c"});
}

TEST(NanPoison, NanTimesZeroIsNan) {
  const Sample sample = nan_and_one();
  EXPECT_TRUE(applied(nan_poison(sample.view())));
  // Looks at the code first.
  const auto zero_first = faulty_values([](const auto&, Values& values) { values[0] = 0; });
  expect_lane(nan_poison(sample.view(), zero_first), Law::kNanPoison, {0, 0, kNan});
}

TEST(NanPoison, AnotherNanIsNoNan) {
  const Sample sample = nan_and_one();
  const auto payload = faulty_values([](const auto&, Values& values) { values[0] = 0xFFC00001; });
  expect_lane(nan_poison(sample.view(), payload), Law::kNanPoison, {0, 0xFFC00001, kNan});
}

TEST(NanPoison, OfAZeroPoint) {
  // z is NaN (spec §11.5.7).
  const Sample sample = sample_of("grit1(e=u8,k0=2,s0=u8,zp=e4m3,esr=affineminmax)", {2}, 0,
                                  PlaneDigits{"0102", "01", "", "7f"});
  EXPECT_TRUE(applied(nan_poison(sample.view())));
  const auto ignores = faulty_values([](const auto&, Values& values) { values[1] = 0x3F800000; });
  expect_lane(nan_poison(sample.view(), ignores), Law::kNanPoison, {1, 0x3F800000, kNan});
}

TEST(NanPoison, SaysNothingWithoutANan) {
  const Sample sample =
      sample_of("grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)", {1}, 0, PlaneDigits{"02", "01"});
  EXPECT_TRUE(is_vacuous(nan_poison(sample.view())));
}

// One cell of two, position 1 is named, the scale is NaN (spec §11.8.2).
Sample sparse_under_nan() {
  return sample_of("grit1(e=u8,k0=2,s0=binary16,sp=1:2:u2:asclsb,esr=ratiomaxabs)", {2}, 0,
                   PlaneDigits{"05", "007e", "", "01"});
}

TEST(SparseWins, OverPoison) {
  const Sample sample = sparse_under_nan();
  EXPECT_TRUE(applied(sparse_wins(sample.view())));
  EXPECT_TRUE(applied(nan_poison(sample.view())));
  const auto poisons = faulty_values([](const auto&, Values& values) { values[0] = kNan; });
  expect_lane(sparse_wins(sample.view(), poisons), Law::kSparseWins, {0, kNan, 0});
  const auto negative = faulty_values([](const auto&, Values& values) { values[0] = 0x80000000; });
  expect_lane(sparse_wins(sample.view(), negative), Law::kSparseWins, {0, 0x80000000, 0});
}

TEST(SparseWins, SaysNothingUnderANumber) {
  Sample sample = sparse_under_nan();
  sample.array.planes[1] = from_hex("003c");
  EXPECT_TRUE(is_vacuous(sparse_wins(sample.view())));
}

// §8.3's example: sT × 448 = 0.5 + 192 · 2^-33 rounds to 0.5, so code 7 is 3. 448 × 6 first gives 3
// + 1152 · 2^-33, more than half of 2^-22 above 3.
TEST(OutermostFirst, ExampleOfNvf4) {
  const Sample sample =
      sample_of("grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)", {16}, 0,
                PlaneDigits{"f7 26 00 00 00 00 00 00", "7e", "2549923a"});
  EXPECT_TRUE(applied(outermost_first(sample.view())));
  const auto inner = faulty_values([](const auto&, Values& all) { all[0] = 0x40400001; });
  expect_lane(outermost_first(sample.view(), inner), Law::kOutermostFirst,
              {0, 0x40400001, 0x40400000});
}

TEST(OutermostFirst, TheInnerProductIsRoundedFirst) {
  // s1 = 2^-149, s0 = 0.5, e = 2. (s1 × s0) is a tie between 0 and 2^-149, to even: 0. So 0, and
  // not 2^-149 × (0.5 × 2) = 2^-149.
  const Sample sample = sample_of("grit1(e=u8,k0=1,s0=binary16,k1=0,s1=binary32,esr=ratiomaxabs)",
                                  {1}, 0, PlaneDigits{"02", "0038", "01000000"});
  EXPECT_TRUE(applied(outermost_first(sample.view())));
  const auto inner = faulty_values([](const auto&, Values& values) { values[0] = 1; });
  expect_lane(outermost_first(sample.view(), inner), Law::kOutermostFirst, {0, 1, 0});
}

TEST(OutermostFirst, SaysNothingWhereBothOrdersAgree) {
  const Sample sample = sample_of("grit1(e=u8,k0=1,s0=u8,k1=0,s1=u8,esr=ratiomaxabs)", {1}, 0,
                                  PlaneDigits{"02", "03", "04"});
  EXPECT_TRUE(is_vacuous(outermost_first(sample.view())));
}

// §11.8's example, worked out there.
TEST(NoFusedMultiplyAdd, ExampleOfTheLaw) {
  const Sample sample =
      sample_of("grit1(e=u8,k0=1,s0=u8,k1=1,s1=binary16,zp=u8,zps=l1,esr=affineminmax)", {1}, 0,
                PlaneDigits{"79", "7f", "bf41 773e", "1a"});
  EXPECT_TRUE(applied(no_fused_multiply_add(sample.view())));
  const auto fuses = faulty_values([](const auto&, Values& values) { values[0] = 0x472C4C17; });
  expect_lane(no_fused_multiply_add(sample.view(), fuses), Law::kNoFusedMultiplyAdd,
              {0, 0x472C4C17, 0x472C4C16});
}

// §11.5's example.
TEST(LawOfValues, ExampleOfMinusOne) {
  const Sample sample = sample_of("grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)",
                                  {4}, 0, PlaneDigits{"807f", "0038", "", "f7"});
  const auto elements = evaluate(sample.view());
  ASSERT_TRUE(elements.has_value());
  EXPECT_EQ((*elements)[0].value, 0xC0800000u);  // −4
  EXPECT_EQ((*elements)[2].value, 0x40600000u);  // 3.5
  EXPECT_TRUE(applied(values(sample.view())));
  const auto high_nibble =
      faulty_values([](const auto&, Values& all) { std::swap(all[0], all[1]); });
  expect_lane(values(sample.view(), high_nibble), Law::kValues, {0, 0, 0xC0800000});
}

TEST(LawOfValues, ALostElementIsFound) {
  const Sample sample = nan_and_one();
  const auto short_answer = faulty_values([](const auto&, Values& all) { all.pop_back(); });
  expect_broken(values(sample.view(), short_answer), Law::kValues, "1 values, must be 2");
}

// §11.7's example as a shape: [2, 3] with group axis 0, so plane order runs down the columns.
TEST(LawOfPlaneOrder, DecodeAndDecodeView) {
  const Sample sample = sample_of(
      "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)", {32, 2}, 0,
      PlaneDigits{"10325476 98badcfe 00000000 00000000 ffffffff ffffffff ffffffff ffffffff",
                  "7f80"});
  EXPECT_TRUE(applied(plane_order_values(sample.view())));
  const auto row_major = faulty_values([](const reference::View& view, Values& all) {
    all = *reference::decode(reference::GradeName::kMxfp4, 64, view.planes);
  });
  expect_broken(plane_order_values(sample.view(), row_major), Law::kPlaneOrder, "in plane order");
  EXPECT_TRUE(is_vacuous(plane_order_values(nan_and_one().view())));
}

TEST(LongHand, RoundsOnceToBinary32) {
  EXPECT_EQ(narrow(0x1p-150), 0u);         // a tie, to even
  EXPECT_EQ(narrow(0x1.8p-149), 2u);       // a tie, to even
  EXPECT_EQ(narrow(0x1.000001p-150), 1u);  // just above the tie
  EXPECT_EQ(narrow(0x1.fffffep127), 0x7F7FFFFFu);
  EXPECT_EQ(narrow(0x1.ffffffp127), 0x7F800000u);  // a tie, to even: infinity
  EXPECT_EQ(narrow(-0x1p-1000), 0x80000000u);
  EXPECT_EQ(narrow(0x1.000001p0), 0x3F800000u);      // a tie, to even
  EXPECT_EQ(narrow(0x1.000003p0), 0x3F800002u);      // a tie, to even
  EXPECT_EQ(narrow(0x1.fffffffp-127), 0x00800000u);  // up into the normal numbers
}

}  // namespace
}  // namespace grit::laws
