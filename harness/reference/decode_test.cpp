// Values by hand from spec §8.
#include "harness/reference/decode.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "harness/reference/allocation_counter.h"
#include "harness/reference/binary32.h"
#include "harness/reference/test_bytes.h"

namespace grit::reference {
namespace {

using Words = std::vector<std::uint32_t>;

std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }

struct Buffers {
  std::vector<std::byte> data, scale0, scale1, aux;
  Planes planes() const { return {data, scale0, scale1, aux}; }
};

Words decoded(GradeName grade, std::int64_t numel, const Buffers& buffers) {
  const auto values = decode(grade, numel, buffers.planes());
  EXPECT_TRUE(values.has_value());
  return values.value_or(Words{});
}

// 32 elements whose codes run 0..15 twice.
std::vector<std::byte> all_nibbles() { return from_hex("1032547698badcfe 1032547698badcfe"); }

TEST(Decode, Mxfp4) {
  const float e2m1[] = {0, .5f, 1, 1.5f, 2, 3, 4, 6};
  for (const GradeName grade : {GradeName::kMxfp4, GradeName::kMxfp4Rne}) {
    const Words values = decoded(grade, 32, {all_nibbles(), from_hex("80"), {}, {}});
    for (std::size_t i = 0; i < 32; ++i) {
      const float magnitude = 2 * e2m1[i % 8];
      EXPECT_EQ(values[i], bits_of(i % 16 < 8 ? magnitude : -magnitude)) << i;
    }
  }
}

TEST(Decode, Mxfp4ScaleEnds) {
  // 0x00 is 2^-127: 0.5 * 2^-127 = 2^-128 is subnormal, exact, and not flushed.
  Words values = decoded(GradeName::kMxfp4, 32, {all_nibbles(), from_hex("00"), {}, {}});
  EXPECT_EQ(values[1], 0x00200000u);
  EXPECT_EQ(values[8], 0x80000000u);
  EXPECT_EQ(values[15], 0x81400000u);  // -6 * 2^-127
  // 0xFE is 2^127: 4 * 2^127 overflows to infinity.
  values = decoded(GradeName::kMxfp4, 32, {all_nibbles(), from_hex("fe"), {}, {}});
  EXPECT_EQ(values[3], 0x7F400000u);
  EXPECT_EQ(values[4], kInfinity32);
  EXPECT_EQ(values[14], kInfinity32 | kSign32);
  // A NaN scale poisons zeros too, whatever the sign of the code.
  EXPECT_EQ(decoded(GradeName::kMxfp4, 32, {all_nibbles(), from_hex("ff"), {}, {}}),
            Words(32, kNan32));
}

TEST(Decode, Nvf4) {
  // scale1 = 2, block scales 1 (0x38) and NaN (0xff).
  for (const GradeName grade : {GradeName::kNvf4, GradeName::kNvf4Rtz}) {
    const Words values =
        decoded(grade, 32, {all_nibbles(), from_hex("38ff"), from_hex("00000040"), {}});
    EXPECT_EQ(values[7], bits_of(12));
    EXPECT_EQ(values[9], bits_of(-1));
    for (std::size_t i = 16; i < 32; ++i) EXPECT_EQ(values[i], kNan32);
  }
  // The outermost scale first: (2^-149 * 2^-9) rounds to 0, and 0 * 6 is 0.
  Words values = decoded(GradeName::kNvf4, 16,
                         {from_hex("7777777777777777"), from_hex("01"), from_hex("01000000"), {}});
  EXPECT_EQ(values, Words(16, 0));
  // Infinity * 0 is the canonical NaN, for +0, -0 and a zero block scale.
  values = decoded(
      GradeName::kNvf4, 32,
      {from_hex("80ffffffffffffff 2222222222222222"), from_hex("3800"), from_hex("000080ff"), {}});
  EXPECT_EQ(values[0], kNan32);
  EXPECT_EQ(values[1], kNan32);
  EXPECT_EQ(values[2], kInfinity32);  // -infinity * -6
  EXPECT_EQ(values[16], kNan32);
  // A NaN with a payload and a sign leaves as 0x7fc00000, under negative codes too.
  values = decoded(GradeName::kNvf4, 16,
                   {from_hex("fedcba9876543210"), from_hex("38"), from_hex("010080ff"), {}});
  EXPECT_EQ(values, Words(16, kNan32));
}

TEST(Decode, Nvf4EmptyArrayKeepsItsScale) {
  EXPECT_EQ(decoded(GradeName::kNvf4, 0, {{}, {}, from_hex("0000803f"), {}}), Words{});
  EXPECT_FALSE(decode(GradeName::kNvf4, 0, {}).has_value());
}

TEST(Decode, Q4ks) {
  // d = 2, dmin = 1; sc = 0xC3 is 3 after the high bits are ignored; m = 5: x = 6q - 5.
  Buffers b{filled(128, 0xF1), filled(8, 0xC3), from_hex("0040003c"), filled(8, 0x45)};
  Words values = decoded(GradeName::kQ4ks, 256, b);
  EXPECT_EQ(values[0], bits_of(1));
  EXPECT_EQ(values[1], bits_of(85));
  // Each sub-block has its own scale and minimum, each block of 256 its own pair.
  b.scale0[7] = std::byte{0};
  b.aux[7] = std::byte{0};
  values = decoded(GradeName::kQ4ks, 256, b);
  EXPECT_EQ(values[223], bits_of(85));
  EXPECT_EQ(values[224], 0u);  // 0 - 0 is +0
  // dmin = -0: Z = -0 * m, and 0 - -0 is +0.
  b.scale1 = from_hex("00400080");
  EXPECT_EQ(decoded(GradeName::kQ4ks, 256, b)[224], 0u);
  // NaN in either poisons; so does infinity * 0, and infinity - infinity.
  for (const char* pair : {"007e003c", "0040007e", "007c0000"}) {
    b = {filled(128, 0), filled(8, 1), from_hex(pair), filled(8, 1)};
    EXPECT_EQ(decoded(GradeName::kQ4ks, 256, b), Words(256, kNan32)) << pair;
  }
  b = {filled(128, 0x11), filled(8, 1), from_hex("007c007c"), filled(8, 1)};
  EXPECT_EQ(decoded(GradeName::kQ4ks, 256, b), Words(256, kNan32));
  b.aux = filled(8, 0);  // infinity * 0
  EXPECT_EQ(decoded(GradeName::kQ4ks, 256, b), Words(256, kNan32));
}

TEST(Decode, I8s24) {
  // Quads keep positions {0,1}, {2,3}, {0,3}, ...: 4 bits a quad, low slot first.
  Buffers b{filled(16, 0), from_hex("003c"), {}, from_hex("e4 44 44 44")};
  for (std::size_t i = 0; i < 16; ++i) b.data[i] = static_cast<std::byte>(0xF8 + i);  // -8 ..
  const Words values = decoded(GradeName::kI8s24, 32, b);
  EXPECT_EQ(values[0], bits_of(-8));
  EXPECT_EQ(values[1], bits_of(-7));
  EXPECT_EQ(values[2], 0u);
  EXPECT_EQ(values[4], 0u);
  EXPECT_EQ(values[6], bits_of(-6));
  EXPECT_EQ(values[7], bits_of(-5));
}

TEST(Decode, I8s24SparseWinsOverPoison) {
  const Buffers b{filled(16, 0x80), from_hex("007e"), {}, filled(4, 0x44)};
  const Words values = decoded(GradeName::kI8s24, 32, b);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(values[i], i % 4 < 2 ? kNan32 : 0u) << i;
}

TEST(Decode, I8s24CursorMovesUpWhereACellNamesOnePositionTwice) {
  // Quad 0 names position 2 twice: one value is consumed, later ones move up, the last is unread.
  Buffers b{filled(16, 0), from_hex("003c"), {}, from_hex("4a 44 44 44")};
  for (std::size_t i = 0; i < 16; ++i) b.data[i] = static_cast<std::byte>(i + 1);
  const Words values = decoded(GradeName::kI8s24, 32, b);
  EXPECT_EQ(values[0], 0u);
  EXPECT_EQ(values[2], bits_of(1));
  EXPECT_EQ(values[4], bits_of(2));
  EXPECT_EQ(values[5], bits_of(3));
  EXPECT_EQ(values[29], bits_of(15));
  // Slots out of order are a set: the values still go up with the positions.
  b.aux = from_hex("41 44 44 44");
  EXPECT_EQ(decoded(GradeName::kI8s24, 32, b)[0], bits_of(1));
  EXPECT_EQ(decoded(GradeName::kI8s24, 32, b)[1], bits_of(2));
}

TEST(Decode, I8s24MinimumAndInfinity) {
  // The asymmetric minimum decodes; infinity * 0 is NaN.
  Buffers b{filled(16, 0x80), from_hex("003c"), {}, filled(4, 0x44)};
  EXPECT_EQ(decoded(GradeName::kI8s24, 32, b)[0], bits_of(-128));
  b.scale0 = from_hex("00fc");
  EXPECT_EQ(decoded(GradeName::kI8s24, 32, b)[0], kInfinity32);
  b.data = filled(16, 0);
  EXPECT_EQ(decoded(GradeName::kI8s24, 32, b)[0], kNan32);
}

TEST(Decode, DemandsExactLengthsFirst) {
  const auto error = [](GradeName grade, std::int64_t numel, const Buffers& buffers) {
    return decode(grade, numel, buffers.planes()).error();
  };
  const Buffers good{filled(16, 0), filled(1, 0), {}, {}};
  EXPECT_EQ(error(GradeName::kMxfp4, 31, good), DecodeError::kCount);
  EXPECT_EQ(error(GradeName::kMxfp4, -32, good), DecodeError::kCount);
  EXPECT_EQ(error(GradeName::kQ4ks, 32, good), DecodeError::kCount);
  EXPECT_EQ(error(GradeName::kMxfp4, 64, good), DecodeError::kPlaneBytes);
  EXPECT_EQ(error(GradeName::kMxfp4, std::int64_t{1} << 61, good), DecodeError::kPlaneBytes);
  for (std::size_t plane = 0; plane < 4; ++plane) {
    Buffers longer = good;
    std::vector<std::byte>* all[] = {&longer.data, &longer.scale0, &longer.scale1, &longer.aux};
    all[plane]->push_back(std::byte{0});
    EXPECT_EQ(error(GradeName::kMxfp4, 32, longer), DecodeError::kPlaneBytes);
  }
  Words small(31);
  EXPECT_EQ(decode_into(GradeName::kMxfp4, 32, good.planes(), small).error(),
            DecodeError::kOutputLength);
  EXPECT_EQ(validate_decode(GradeName::kMxfp4, 32, good.planes()), 32u);
}

TEST(Decode, IntoAllocatesNothing) {
  const Buffers b{filled(16, 1), from_hex("003c"), {}, filled(4, 0x44)};
  const Planes planes = b.planes();
  Words out(32);
  const std::uint64_t before = allocation_count();
  const auto done = decode_into(GradeName::kI8s24, 32, planes, out);
  EXPECT_EQ(allocation_count(), before);
  EXPECT_TRUE(done.has_value());
}

}  // namespace
}  // namespace grit::reference
