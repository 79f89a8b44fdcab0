// encode and its way back. Inputs and planes by hand from docs/SPEC.md §9 and docs/LAWS.md; each
// law is then shown to a faulty implementation.
#include "harness/laws/encode_laws.h"

#include <gtest/gtest.h>

#include <bit>

#include "harness/laws/faulty_test.h"
#include "harness/laws/sample.h"
#include "harness/reference/decode.h"

namespace grit::laws {
namespace {

using reference::GradeName;
using reference::PlaneBuffers;

// The values, and zeros up to `count`.
std::vector<std::uint32_t> padded(const std::vector<float>& values, std::size_t count) {
  std::vector<std::uint32_t> bits;
  for (const float value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
  bits.resize(count);
  return bits;
}

Implementation faulty_encode(std::function<void(PlaneBuffers&)> spoil) {
  return faulty([&](Implementation& all) {
    all.encode = [spoil](GradeName grade, std::span<const std::uint32_t> values) {
      auto planes = reference::encode(grade, values);
      if (planes) spoil(*planes);
      return planes;
    };
  });
}

// §9.2's first example.
std::vector<std::uint32_t> mxfp4_example() {
  return padded({12, -12, 1, 0.5, 1.5, 2.5, 3.5, 5, 7, 10, -0.0F, 0.3F}, 32);
}

TEST(EncodedSizes, WholeBlocks) {
  const auto values = mxfp4_example();
  EXPECT_TRUE(applied(encoded_sizes(GradeName::kMxfp4, values)));
  EXPECT_TRUE(applied(encoded_sizes(GradeName::kNvf4, {})));
  EXPECT_TRUE(is_vacuous(encoded_sizes(GradeName::kMxfp4, std::span(values).first(31))));
  const auto pads = faulty_encode([](PlaneBuffers& planes) { planes[1].resize(4); });
  expect_broken(encoded_sizes(GradeName::kMxfp4, values, pads), Law::kEncodedSizes,
                "4 bytes of scale0");
  const auto timid = faulty([](Implementation& all) {
    all.encode =
        [](GradeName,
           std::span<const std::uint32_t>) -> std::expected<PlaneBuffers, reference::EncodeError> {
      return std::unexpected(reference::EncodeError::kCount);
    };
  });
  expect_broken(encoded_sizes(GradeName::kMxfp4, values, timid), Law::kEncodedSizes,
                "refuses whole blocks");
}

TEST(EncodeNearest, ExamplesOfTheClauses) {
  EXPECT_TRUE(applied(encode_nearest(GradeName::kMxfp4, mxfp4_example())));
  EXPECT_TRUE(applied(encode_nearest(GradeName::kMxfp4Rne, padded({7.5, -1, 0.4F}, 32))));
  EXPECT_TRUE(applied(encode_nearest(GradeName::kNvf4, padded({3, -2.9F, 2.5, 0.4F}, 16))));
  EXPECT_TRUE(applied(encode_nearest(GradeName::kNvf4Rtz, padded({3, -2.9F, 2.5, 0.4F}, 16))));
  EXPECT_TRUE(
      applied(encode_nearest(GradeName::kI8s24, padded({0.5, -3, 2, 0.5, 1, 1, 1, -1}, 32))));
  EXPECT_TRUE(applied(encode_nearest(GradeName::kQ4ks, padded({-2, 5.5, 0, 0.25, 0.75, -1}, 256))));
  EXPECT_TRUE(is_vacuous(encode_nearest(GradeName::kQ4ks, padded({1}, 255))));
}

TEST(EncodeNearest, Misplaced) {
  // 1 / 2 = 0.5 has code 1 (third nibble); code 2 comes back as 2.
  const auto up = faulty_encode([](PlaneBuffers& planes) { planes[0][1] = std::byte{0x02}; });
  expect_broken(encode_nearest(GradeName::kMxfp4, mxfp4_example(), up), Law::kEncodeNearest,
                "is not the nearest of its grid");
  // −2.9 / 0.5 = −5.8 goes to −4 toward zero; −6 exceeds it, −3 is not the largest.
  const auto values = padded({3, -2.9F, 2.5, 0.4F}, 16);
  const auto nearest = faulty_encode([](PlaneBuffers& planes) { planes[0][0] = std::byte{0xF7}; });
  expect_broken(encode_nearest(GradeName::kNvf4Rtz, values, nearest), Law::kEncodeNearest,
                "is larger than what was encoded");
  const auto low = faulty_encode([](PlaneBuffers& planes) { planes[0][0] = std::byte{0xD7}; });
  expect_broken(encode_nearest(GradeName::kNvf4Rtz, values, low), Law::kEncodeNearest,
                "is not the largest that does not exceed");
  const auto sign = faulty_encode([](PlaneBuffers& planes) { planes[0][0] = std::byte{0x67}; });
  expect_broken(encode_nearest(GradeName::kNvf4Rtz, values, sign), Law::kEncodeNearest,
                "has lost its sign");
  const auto off_grid = faulty([](Implementation& all) {
    all.decode = [](GradeName grade, std::int64_t count, const reference::Planes& planes) {
      auto decoded = reference::decode(grade, count, planes);
      if (decoded) (*decoded)[2] += 1;
      return decoded;
    };
  });
  expect_broken(encode_nearest(GradeName::kMxfp4, mxfp4_example(), off_grid), Law::kEncodeNearest,
                "is no point of its grid");
}

TEST(EncodeNearest, BlocksThatAreNotFinite) {
  auto values = padded({1, 2}, 32);
  values[5] = 0x7F800000;
  EXPECT_TRUE(applied(encode_nearest(GradeName::kMxfp4, values)));
  const auto clamps = faulty_encode([](PlaneBuffers& planes) { planes[1][0] = std::byte{0x7F}; });
  expect_lane(encode_nearest(GradeName::kMxfp4, values, clamps), Law::kEncodeNearest,
              {0, 0, 0x7FC00000});
}

TEST(EncodeNearest, WhatIsDroppedIsSmaller) {
  // §9.5: quad 0.5, −3, 2, 0.5 keeps positions 1 and 2; 0 and 1 keep the smaller.
  const auto values = padded({0.5, -3, 2, 0.5}, 32);
  EXPECT_TRUE(applied(encode_nearest(GradeName::kI8s24, values)));
  const auto first_two = faulty_encode([](PlaneBuffers& planes) {
    planes[3][0] = std::byte{0x44};
    std::swap(planes[0][0], planes[0][1]);
    planes[0][0] = std::byte{21};  // 0.5 / scale
    planes[0][1] = std::byte{0x81};
  });
  expect_broken(encode_nearest(GradeName::kI8s24, values, first_two), Law::kEncodeNearest,
                "is dropped, but larger");
}

TEST(EncodeRepeats, WhereItIsPromised) {
  EXPECT_TRUE(applied(encode_repeats(GradeName::kMxfp4, mxfp4_example())));
  EXPECT_TRUE(applied(encode_repeats(GradeName::kMxfp4Rne, padded({7.5, -1, 0.4F}, 32))));
  // amax = 2688 = 6 · 448: sT is 1.
  EXPECT_TRUE(applied(encode_repeats(GradeName::kNvf4, padded({2688, 448}, 16))));
  EXPECT_TRUE(applied(encode_repeats(GradeName::kNvf4Rtz, padded({2688, 448}, 16))));
  // The first two of each quad survive, and no code is 0.
  EXPECT_TRUE(applied(
      encode_repeats(GradeName::kI8s24, padded({127, 3, 0, 0, -5, 2, 0, 0, 7, 7, 0, 0, 1, 1, 0, 0,
                                                1,   2, 0, 0, 3,  1, 0, 0, 9, 9, 0, 0, 1, 4, 0, 0},
                                               32))));
  // A group of 63 · (0 … 15), nothing negative: d = 1, sc = 63.
  std::vector<float> steps;
  for (int q = 0; q < 16; ++q) steps.push_back(static_cast<float>(63 * q));
  EXPECT_TRUE(applied(encode_repeats(GradeName::kQ4ks, padded(steps, 256))));
}

TEST(EncodeRepeats, Breaks) {
  // Takes the rule ceil where floor is asked, from the second call on.
  int calls = 0;
  const auto drifts = faulty_encode([&](PlaneBuffers& planes) {
    if (++calls == 2) planes[1][0] = std::byte{0x81};
  });
  expect_broken(encode_repeats(GradeName::kMxfp4, mxfp4_example(), drifts), Law::kEncodeRepeats,
                "GRADE_MXFP4: plane scale0 comes back as other bytes");
}

// docs/LAWS.md: where it does not hold. Planes by hand.
struct CounterExample {
  GradeName grade;
  std::vector<std::uint32_t> values;
  PlaneBuffers once;
  PlaneBuffers twice;
};

void expect_does_not_repeat(const CounterExample& example) {
  const auto once = reference::encode(example.grade, example.values);
  ASSERT_TRUE(once.has_value());
  EXPECT_EQ(*once, example.once);
  EXPECT_FALSE(repeats(example.grade, example.values.size(), *once));
  EXPECT_TRUE(is_vacuous(encode_repeats(example.grade, example.values)));
  const auto decoded = reference::decode(
      example.grade, static_cast<std::int64_t>(example.values.size()), reference::borrow(*once));
  ASSERT_TRUE(decoded.has_value());
  const auto twice = reference::encode(example.grade, *decoded);
  ASSERT_TRUE(twice.has_value());
  EXPECT_EQ(*twice, example.twice);
}

PlaneBuffers planes_of(std::string_view data, std::string_view scale0, std::string_view scale1 = "",
                       std::string_view aux = "") {
  return {from_hex(data), from_hex(scale0), from_hex(scale1), from_hex(aux)};
}

TEST(EncodeRepeats, CounterExampleOfMxfp4) {
  // 2^-149: rule −149 − 2, clamped to −127; 2^-149 / 2^-127 = 2^-22 rounds to 0. Zeros have 7f.
  std::vector<std::uint32_t> values(32);
  values[0] = 1;
  expect_does_not_repeat({GradeName::kMxfp4, values,
                          planes_of("00000000000000000000000000000000", "00"),
                          planes_of("00000000000000000000000000000000", "7f")});
}

TEST(EncodeRepeats, CounterExampleOfMxfp4Rne) {
  // 1.375² < 2: rule 0, x = −2; 1.375 · 4 = 5.5 rounds to 6, which is 1.5. 1.5² > 2: rule 1, x =
  // −1; 1.5 · 2 = 3, code 5.
  expect_does_not_repeat({GradeName::kMxfp4Rne, padded({1.375}, 32),
                          planes_of("07000000000000000000000000000000", "7d"),
                          planes_of("05000000000000000000000000000000", "7e")});
}

TEST(EncodeRepeats, CounterExampleOfI8s24) {
  // Quad 0: 127 and 127 survive, scale 1. Quad 1: positions 2 and 3 survive with 0.25, and round to
  // 0: the next time all four are +0, and positions 0 and 1 survive. Metadata 2 | 3 << 2 = e.
  expect_does_not_repeat({GradeName::kI8s24, padded({127, 127, 0, 0, 0, 0, 0.25, 0.25}, 32),
                          planes_of("7f7f0000000000000000000000000000", "003c", "", "e4444444"),
                          planes_of("7f7f0000000000000000000000000000", "003c", "", "44444444")});
}

}  // namespace
}  // namespace grit::laws
