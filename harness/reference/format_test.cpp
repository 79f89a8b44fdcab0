// Values by hand from spec §1. The sweeps have independent oracles: ldexp in binary64 for decode,
// and a nearest-value search in exact binary64 for encode.
#include "harness/reference/format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "harness/reference/binary32.h"

namespace grit::reference {
namespace {

std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }

TEST(Format, RegisteredWordsAndTokens) {
  const RegisteredFormat expected[] = {
      {"e2m1", {0x2043}},     {"e4m3", {0x2887}}, {"e8m0", {0x4807}}, {"binary16", {0x356F}},
      {"binary32", {0x371F}}, {"u2", {0x43E1}},   {"u4", {0x43E3}},   {"u6", {0x43E5}},
      {"u8", {0x43E7}},       {"s4", {0x03E3}},   {"s8", {0x03E7}},
  };
  ASSERT_EQ(registered_formats().size(), std::size(expected));
  for (const RegisteredFormat& format : expected) {
    EXPECT_EQ(format_token(format.word), format.token);
    EXPECT_EQ(format_from_token(format.token), format.word);
  }
  EXPECT_EQ(format_token(kAbsent), "");
  EXPECT_EQ(format_from_token("int2"), std::nullopt);
  EXPECT_EQ(format_from_token("E2M1"), std::nullopt);
}

TEST(Format, FieldsOfAWord) {
  EXPECT_EQ(kBinary16.width(), 16u);
  EXPECT_EQ(kBinary16.precision(), 11u);
  EXPECT_TRUE(kBinary16.has_infinity());
  EXPECT_EQ(kBinary16.nan_encoding(), 2u);
  EXPECT_FALSE(kBinary16.is_unsigned());
  EXPECT_TRUE(kE8m0.is_exponent_only());
  EXPECT_TRUE(kS4.is_integer());
  EXPECT_TRUE(FormatWord{0x8000}.overrides_bias());
}

TEST(Format, DecodesE2m1) {
  const float values[] = {0, .5f, 1, 1.5f, 2, 3, 4, 6};
  for (std::uint32_t code = 0; code < 8; ++code) {
    EXPECT_EQ(decode_format(kE2m1, code), bits_of(values[code]));
    EXPECT_EQ(decode_format(kE2m1, code | 8), bits_of(-values[code]));
    EXPECT_EQ(decode_format(kE2m1, code | 0xFFFFFFF0), decode_format(kE2m1, code | 0));  // masked
  }
}

TEST(Format, DecodesE8m0AndE4m3) {
  EXPECT_EQ(decode_format(kE8m0, 0x7F), kOne32);
  EXPECT_EQ(decode_format(kE8m0, 0x00), 0x00400000u);  // 2^-127
  EXPECT_EQ(decode_format(kE8m0, 0x01), 0x00800000u);
  EXPECT_EQ(decode_format(kE8m0, 0xFE), 0x7F000000u);
  EXPECT_EQ(decode_format(kE8m0, 0xFF), kNan32);
  EXPECT_EQ(decode_format(kE4m3, 0x01), bits_of(std::ldexp(1.f, -9)));
  EXPECT_EQ(decode_format(kE4m3, 0x38), kOne32);
  EXPECT_EQ(decode_format(kE4m3, 0x7E), bits_of(448));
  EXPECT_EQ(decode_format(kE4m3, 0x80), kSign32);
  EXPECT_EQ(decode_format(kE4m3, 0x7F), kNan32);
  EXPECT_EQ(decode_format(kE4m3, 0xFF), kNan32);
}

TEST(Format, DecodesIeeeFormats) {
  EXPECT_EQ(decode_format(kBinary16, 0x3C00), kOne32);
  EXPECT_EQ(decode_format(kBinary16, 0x0001), bits_of(std::ldexp(1.f, -24)));
  EXPECT_EQ(decode_format(kBinary16, 0x7BFF), bits_of(65504));
  EXPECT_EQ(decode_format(kBinary16, 0x8000), kSign32);
  EXPECT_EQ(decode_format(kBinary16, 0xFC00), kInfinity32 | kSign32);
  EXPECT_EQ(decode_format(kBinary16, 0xFC01), kNan32);
  EXPECT_EQ(decode_format(kBinary32, 0x7F800001), kNan32);
  EXPECT_EQ(decode_format(kBinary32, 0xFFC12345), kNan32);
  for (const std::uint32_t bits : {0u, 1u, 0x80000001u, 0x3F800000u, 0x7F7FFFFFu, 0xFF800000u}) {
    EXPECT_EQ(decode_format(kBinary32, bits), bits);
  }
}

TEST(Format, DecodesIntegers) {
  EXPECT_EQ(decode_format(kS8, 0x80), bits_of(-128));
  EXPECT_EQ(decode_format(kS8, 0x7F), bits_of(127));
  EXPECT_EQ(decode_format(kS4, 0xF), bits_of(-1));
  EXPECT_EQ(decode_format(kU6, 0xFF), bits_of(63));
  // Integers ignore has_inf and nan_enc 1 and 2; a signed 1-bit integer is 0 or -1.
  EXPECT_EQ(decode_format({0x43E7 | 0x0400 | 0x1000}, 0xFF), bits_of(255));
  EXPECT_EQ(decode_format({0x03E0}, 1), bits_of(-1));
  // 32 bits do not fit binary32 exactly: rounded once, ties to even.
  EXPECT_EQ(decode_format({0x43FF}, 0xFFFFFFFF), 0x4F800000u);
  EXPECT_EQ(decode_format({0x43FF}, 0x01000001), 0x4B800000u);
  EXPECT_EQ(decode_format({0x43FF}, 0x01000003), 0x4B800002u);
  EXPECT_EQ(decode_format({0x03FF}, 0x80000000), 0xCF000000u);
}

TEST(Format, DecodesUnregisteredFloats) {
  const auto word = [](unsigned width, unsigned p, unsigned inf, unsigned nan,
                       unsigned is_unsigned) {
    return FormatWord{static_cast<std::uint16_t>((width - 1) | p << 5 | inf << 10 | nan << 11 |
                                                 is_unsigned << 14)};
  };
  // e5m2 with infinity: any other mantissa is NaN, whatever nan_enc says.
  for (const unsigned nan : {0u, 1u, 2u}) {
    EXPECT_EQ(decode_format(word(8, 3, 1, nan, 0), 0x7C), kInfinity32);
    EXPECT_EQ(decode_format(word(8, 3, 1, nan, 0), 0x7D), kNan32);
    EXPECT_EQ(decode_format(word(8, 3, 1, nan, 0), 0xFC), kInfinity32 | kSign32);
  }
  // Without infinity the all-ones exponent is an ordinary binade: 1.0 * 2^(31-15).
  EXPECT_EQ(decode_format(word(8, 3, 0, 0, 0), 0x7C), bits_of(65536));
  EXPECT_EQ(decode_format(word(8, 3, 0, 1, 0), 0x7E), bits_of(98304));
  EXPECT_EQ(decode_format(word(8, 3, 0, 1, 0), 0x7F), kNan32);
  EXPECT_EQ(decode_format(word(8, 3, 0, 2, 0), 0x7C), bits_of(65536));
  EXPECT_EQ(decode_format(word(8, 3, 0, 2, 0), 0x7D), kNan32);
  // p = 1 has no mantissa: all ones is always infinity with has_inf, NaN under nan_enc 1 only.
  EXPECT_EQ(decode_format(word(4, 1, 1, 1, 0), 0x7), kInfinity32);
  EXPECT_EQ(decode_format(word(4, 1, 0, 1, 0), 0x7), kNan32);
  EXPECT_EQ(decode_format(word(4, 1, 0, 2, 0), 0x7), bits_of(16));
  EXPECT_EQ(decode_format(word(4, 1, 0, 0, 0), 0x8), kSign32);  // -0 without the signed-zero bit
  // One exponent bit, bias 0: 0.25 * 2^1 and 1.25 * 2^1.
  EXPECT_EQ(decode_format(word(3, 3, 0, 0, 1), 1), bits_of(.5f));
  EXPECT_EQ(decode_format(word(3, 3, 0, 0, 1), 5), bits_of(2.5f));
  // Beyond the range of binary32: infinity above, zero below, and -0 below zero.
  EXPECT_EQ(decode_format(word(16, 1, 0, 0, 0), 0x7FFF), kInfinity32);
  EXPECT_EQ(decode_format(word(16, 1, 0, 0, 0), 0x8001), kSign32);
  EXPECT_EQ(decode_format(word(32, 0, 0, 1, 1), 0xFFFFFFFF), kNan32);
  EXPECT_EQ(decode_format(word(32, 0, 0, 0, 1), 0xFFFFFFFF), kInfinity32);
  EXPECT_EQ(decode_format(word(32, 0, 0, 0, 1), 0), 0u);
  // Exponent only: unsigned, has_inf and the signed-zero bit change nothing.
  for (const unsigned ignored : {0x4000u, 0x0400u, 0x2000u, 0x0000u}) {
    const auto e8 = FormatWord{static_cast<std::uint16_t>(0x0007 | 0x1000 | ignored)};
    EXPECT_EQ(decode_format(e8, 0xFF), kNan32);
    EXPECT_EQ(decode_format(e8, 0x80), bits_of(2));
  }
}

TEST(Format, EveryShortFloatAgreesWithBinary64) {
  // Every signed float of 4 to 8 bits without infinity and NaN, by ldexp.
  for (unsigned width = 4; width <= 8; ++width) {
    for (unsigned p = 1; p + 1 <= width; ++p) {
      const FormatWord word{static_cast<std::uint16_t>((width - 1) | p << 5)};
      const int mantissa_bits = static_cast<int>(p) - 1;
      const int e = static_cast<int>(width) - 1 - mantissa_bits;
      for (std::uint32_t code = 0; code < 1u << width; ++code) {
        const int field = static_cast<int>(code >> mantissa_bits & ((1u << e) - 1));
        const int mantissa = static_cast<int>(code & ((1u << mantissa_bits) - 1));
        const int bias = (1 << (e - 1)) - 1;
        const double magnitude =
            field == 0 ? std::ldexp(mantissa, 1 - bias - mantissa_bits)
                       : std::ldexp(mantissa + (1 << mantissa_bits), field - bias - mantissa_bits);
        const bool negative = code >> (width - 1) != 0;
        const auto value = static_cast<float>(negative ? -magnitude : magnitude);
        ASSERT_EQ(decode_format(word, code), bits_of(value)) << width << " " << p << " " << code;
      }
    }
  }
}

TEST(Format, WhatIsNotDecodable) {
  EXPECT_FALSE(decodable(kAbsent));
  EXPECT_FALSE(decodable({0x2043 | 0x1800}));  // nan_enc 3
  EXPECT_FALSE(decodable({0x03E7 | 0x1800}));  // ... of an integer too
  EXPECT_FALSE(decodable({0x0043 | 0x0080}));  // width 4, p 6: no exponent bit
  EXPECT_FALSE(decodable({0x0083}));           // width 4, p 4, signed: no exponent bit
  EXPECT_TRUE(decodable({0x4083}));            // ... unsigned: one
  EXPECT_TRUE(decodable({0x2043 | 0x8000}));   // bias_ovr does not matter
  EXPECT_EQ(decode_format(kAbsent, 0), std::nullopt);
}

// The finite magnitudes of a narrow format, ascending by code.
std::vector<double> magnitudes(FormatWord word, std::uint32_t largest) {
  std::vector<double> values;
  for (std::uint32_t code = 0; code <= largest; ++code) {
    values.push_back(static_cast<double>(float_of(*decode_format(word, code))));
  }
  return values;
}

// Nearest code by brute force: binary64 holds the midpoint of any two neighbours exactly.
std::uint32_t nearest(const std::vector<double>& values, double magnitude) {
  std::uint32_t code = 0;
  while (code + 1 < values.size()) {
    const double midpoint = (values[code] + values[code + 1]) / 2;
    if (magnitude < midpoint || (magnitude == midpoint && code % 2 == 0)) break;
    ++code;
  }
  return code;
}

TEST(Format, EncodesToTheNearestCode) {
  struct Case {
    FormatWord word;
    std::uint32_t largest;
    std::uint32_t sign;
  };
  std::mt19937 random(3);
  for (const Case& c : {Case{kE2m1, 7, 8}, Case{kE4m3, 0x7E, 0x80}, Case{kE8m0, 0xFE, 0}}) {
    const std::vector<double> values = magnitudes(c.word, c.largest);
    const auto expect = [&](std::uint32_t bits) {
      const std::uint32_t magnitude = bits & 0x7FFFFFFF;
      if (magnitude >= 0x7F800000) return;
      const std::uint32_t code = nearest(values, static_cast<double>(float_of(magnitude)));
      ASSERT_EQ(encode_format(c.word, magnitude), code) << std::hex << magnitude;
      ASSERT_EQ(encode_format(c.word, magnitude | kSign32), code | c.sign) << std::hex << magnitude;
    };
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
      const std::uint32_t midpoint = bits_of(static_cast<float>((values[i] + values[i + 1]) / 2));
      for (const std::uint32_t bits : {midpoint, midpoint - 1, midpoint + 1}) expect(bits);
      expect(bits_of(static_cast<float>(values[i])));
    }
    for (int i = 0; i < 20000; ++i) expect(static_cast<std::uint32_t>(random()));
  }
}

TEST(Format, EncodesBinary16AtEveryBoundary) {
  for (std::uint32_t code = 0; code < 0x7BFF; ++code) {
    const float low = float_of(*decode_format(kBinary16, code));
    const float high = float_of(*decode_format(kBinary16, code + 1));
    const std::uint32_t midpoint = bits_of((low + high) / 2);  // exact: one bit more
    const std::uint32_t even = code % 2 == 0 ? code : code + 1;
    ASSERT_EQ(encode_format(kBinary16, bits_of(low)), code);
    ASSERT_EQ(encode_format(kBinary16, midpoint - 1), code);
    ASSERT_EQ(encode_format(kBinary16, midpoint), even);
    ASSERT_EQ(encode_format(kBinary16, (midpoint + 1) | kSign32), (code + 1) | 0x8000u);
  }
  EXPECT_EQ(encode_format(kBinary16, bits_of(65520)), 0x7BFFu);  // finite: clamps
  EXPECT_EQ(encode_format(kBinary16, 0x7F7FFFFF), 0x7BFFu);
  EXPECT_EQ(encode_format(kBinary16, kInfinity32 | kSign32), 0xFC00u);
  EXPECT_EQ(encode_format(kBinary16, 0xFF800001), 0x7E00u);
}

TEST(Format, EncodesTheEnds) {
  EXPECT_EQ(encode_format(kE2m1, kInfinity32), 7u);
  EXPECT_EQ(encode_format(kE2m1, kSign32), 8u);
  EXPECT_EQ(encode_format(kE2m1, kNan32), std::nullopt);
  EXPECT_EQ(encode_format(kE4m3, kInfinity32 | kSign32), 0xFEu);
  EXPECT_EQ(encode_format(kE4m3, 0xFFC00000), 0x7Fu);
  EXPECT_EQ(encode_format(kE8m0, kSign32), 0u);
  EXPECT_EQ(encode_format(kE8m0, 1), 0u);
  EXPECT_EQ(encode_format(kE8m0, 0xBF800000), 0x7Fu);
  EXPECT_EQ(encode_format(kE8m0, kInfinity32), 0xFEu);
  EXPECT_EQ(encode_format(kE8m0, kNan32), 0xFFu);
  EXPECT_EQ(encode_format(kBinary32, 0xFF800001), kNan32);
  EXPECT_EQ(encode_format(kBinary32, 0xFF800000), 0xFF800000u);
  EXPECT_EQ(encode_format({0x43E0}, 0), std::nullopt);  // u1 has no token
  EXPECT_EQ(encode_format(kAbsent, 0), std::nullopt);
}

TEST(Format, EncodesIntegers) {
  const auto u4 = [](float x) { return encode_format(kU4, bits_of(x)); };
  EXPECT_EQ(u4(0.5f), 0u);
  EXPECT_EQ(u4(1.5f), 2u);
  EXPECT_EQ(u4(2.5f), 2u);
  EXPECT_EQ(u4(2.5000002f), 3u);
  EXPECT_EQ(u4(15.5f), 15u);
  EXPECT_EQ(u4(1e30f), 15u);
  EXPECT_EQ(u4(-0.6f), 0u);
  EXPECT_EQ(u4(INFINITY), 15u);
  EXPECT_EQ(u4(-INFINITY), 0u);
  EXPECT_EQ(encode_format(kU4, kNan32), std::nullopt);
  EXPECT_EQ(encode_format(kS8, bits_of(-127.5f)), 0x81u);  // the asymmetric minimum never
  EXPECT_EQ(encode_format(kS8, bits_of(-1e9f)), 0x81u);
  EXPECT_EQ(encode_format(kS8, bits_of(-2.5f)), 0xFEu);
  EXPECT_EQ(encode_format(kS8, bits_of(-0.5f)), 0u);
  EXPECT_EQ(encode_format(kS4, bits_of(-8)), 0x9u);
  EXPECT_EQ(encode_format(kU6, bits_of(62.5f)), 62u);
  EXPECT_EQ(encode_format(kU2, bits_of(1)), 1u);
  EXPECT_EQ(encode_format(kU8, bits_of(16777216)), 255u);
  EXPECT_EQ(encode_format(kU8, 1), 0u);
}

TEST(Format, ProjectsTowardZero) {
  const auto rtz = [](float x) {
    return encode_format(kE2m1, bits_of(x), Projection::kTowardZero);
  };
  EXPECT_EQ(rtz(0.49f), 0u);
  EXPECT_EQ(rtz(-0.49f), 8u);
  EXPECT_EQ(rtz(5.99f), 6u);
  EXPECT_EQ(rtz(-3.5f), 13u);
  EXPECT_EQ(rtz(6), 7u);
  EXPECT_EQ(rtz(INFINITY), 7u);
}

}  // namespace
}  // namespace grit::reference
