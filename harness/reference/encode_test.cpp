// Planes by hand from spec §9.
#include "harness/reference/encode.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "harness/reference/allocation_counter.h"
#include "harness/reference/binary32.h"
#include "harness/reference/decode.h"
#include "harness/reference/test_bytes.h"

namespace grit::reference {
namespace {

using Words = std::vector<std::uint32_t>;
constexpr float kInf = INFINITY;

// `values`, then zeros up to `count`, as bit patterns.
Words words(const std::vector<float>& values, std::size_t count) {
  Words result(count);
  for (std::size_t i = 0; i < values.size(); ++i)
    result[i] = std::bit_cast<std::uint32_t>(values[i]);
  return result;
}

PlaneBuffers encoded(GradeName grade, const Words& values) {
  const auto planes = encode(grade, values);
  EXPECT_TRUE(planes.has_value());
  return planes.value_or(PlaneBuffers{});
}

std::string hex_of(const PlaneBuffers& planes, Plane plane) {
  return to_hex(planes[static_cast<std::size_t>(plane)]);
}

TEST(Encode, Mxfp4TiesToEvenCode) {
  // amax = 6.5: floor(log2) = 2, scale 2^0.
  const PlaneBuffers planes =
      encoded(GradeName::kMxfp4, words({.25f, .75f, 1.25f, 1.75f, 2.5f, 3.5f, 5, 6.5f, -.25f, -.75f,
                                        -1.25f, -1.75f, -2.5f, -3.5f, -5, -6.5f},
                                       32));
  EXPECT_EQ(hex_of(planes, Plane::kData),
            "2042647"
            "6a8caecfe"
            "0000000000000000");
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "7f");
}

TEST(Encode, Mxfp4Rules) {
  // amax = 3: floor is 1, rne is 2 because 1.5^2 > 2. amax = 2.5: both are 1.
  EXPECT_EQ(hex_of(encoded(GradeName::kMxfp4, words({3}, 32)), Plane::kScale0), "7e");
  EXPECT_EQ(hex_of(encoded(GradeName::kMxfp4Rne, words({3}, 32)), Plane::kScale0), "7f");
  EXPECT_EQ(hex_of(encoded(GradeName::kMxfp4Rne, words({2.5f}, 32)), Plane::kScale0), "7e");
}

TEST(Encode, Mxfp4ZeroPoisonAndClamps) {
  // All zeros: scale 1, and -0 keeps its sign.
  PlaneBuffers planes = encoded(GradeName::kMxfp4, words({0, -0.f}, 32));
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "7f");
  EXPECT_EQ(hex_of(planes, Plane::kData), "80000000000000000000000000000000");
  // Non-finite: scale NaN, codes 0; the neighbour block is unharmed.
  for (const float bad : {kInf, -kInf, NAN}) {
    Words values = words({1, bad}, 64);
    values[32] = kOne32;
    planes = encoded(GradeName::kMxfp4, values);
    EXPECT_EQ(hex_of(planes, Plane::kScale0), "ff7d");
    EXPECT_EQ(hex_of(planes, Plane::kData),
              "00000000000000000000000000000000"
              "06000000000000000000000000000000");
  }
  // Subnormals: amax = 2^-149 would need 2^-151; clamped to 2^-127, where the value is 2^-22.
  planes = encoded(GradeName::kMxfp4, Words(32, 1));
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "00");
  EXPECT_EQ(hex_of(planes, Plane::kData), std::string(32, '0'));
  // amax just above 2^-126: scale 2^-127 by the clamp (-126 - 2 < -127), v / S = 2.
  planes = encoded(GradeName::kMxfp4, Words(32, 0x00800000));
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "00");
  EXPECT_EQ(hex_of(planes, Plane::kData), std::string(32, '4'));
  // The largest binary32: rule 127, scale 2^125, clamps to 6; rne rounds up to scale 2^126.
  EXPECT_EQ(hex_of(encoded(GradeName::kMxfp4, Words(32, 0x7F7FFFFF)), Plane::kScale0), "fc");
  EXPECT_EQ(hex_of(encoded(GradeName::kMxfp4Rne, Words(32, 0x7F7FFFFF)), Plane::kScale0), "fd");
}

TEST(Encode, Nvf4) {
  // amax = 2688 = 6 * 448: sT = 1; block scale 448 (0x7e); 2688 / 448 = 6.
  Words values = words({2688, -1344}, 32);
  values[16] = std::bit_cast<std::uint32_t>(6.f);
  PlaneBuffers planes = encoded(GradeName::kNvf4, values);
  EXPECT_EQ(hex_of(planes, Plane::kScale1), "0000803f");
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "7e38");
  EXPECT_EQ(hex_of(planes, Plane::kData),
            "d700000000000000"
            "0700000000000000");
}

TEST(Encode, Nvf4ZeroPoisonAndUnderflow) {
  // All zero: sT = 1 and block scale 1.
  PlaneBuffers planes = encoded(GradeName::kNvf4, words({-0.f}, 16));
  EXPECT_EQ(hex_of(planes, Plane::kScale1), "0000803f");
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "38");
  EXPECT_EQ(hex_of(planes, Plane::kData), "0800000000000000");
  EXPECT_EQ(hex_of(encoded(GradeName::kNvf4, {}), Plane::kScale1), "0000803f");
  // A non-finite value poisons its block; its finite companions still count for the tensor.
  Words values = words({2688, kInf}, 32);
  values[16] = std::bit_cast<std::uint32_t>(6.f);
  planes = encoded(GradeName::kNvf4, values);
  EXPECT_EQ(hex_of(planes, Plane::kScale1), "0000803f");
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "7f38");
  EXPECT_EQ(hex_of(planes, Plane::kData),
            "0000000000000000"
            "0700000000000000");
  // amax / 6 / 448 underflows to 0: the tensor scale is 2^-149.
  planes = encoded(GradeName::kNvf4, Words(16, 1));
  EXPECT_EQ(hex_of(planes, Plane::kScale1), "01000000");
  // A block far below the tensor: e4m3 scale 0, signed zeros.
  values = words({2688}, 32);
  values[16] = std::bit_cast<std::uint32_t>(-1e-6f);
  values[17] = std::bit_cast<std::uint32_t>(1e-6f);
  planes = encoded(GradeName::kNvf4, values);
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "7e00");
  EXPECT_EQ(hex_of(planes, Plane::kData).substr(16), "0800000000000000");
}

TEST(Encode, Nvf4RtzRoundsElementsTowardZero) {
  // sT = 1, block scale 448: 2240 / 448 = 5 lies between 4 and 6; -1792 / 448 = -4 is exact.
  const Words values = words({2688, 2240 + 300, -(2240 + 300), -1792}, 16);
  EXPECT_EQ(hex_of(encoded(GradeName::kNvf4, values), Plane::kData), "77ef000000000000");
  EXPECT_EQ(hex_of(encoded(GradeName::kNvf4Rtz, values), Plane::kData), "67ee000000000000");
}

TEST(Encode, Q4ks) {
  // One value 945 = 15 * 63: step 63, d = 1, sc = 63, S = 63, code 15. Nothing is negative, so
  // off = -0 and dmin = 0x8000.
  PlaneBuffers planes = encoded(GradeName::kQ4ks, words({945}, 256));
  EXPECT_EQ(hex_of(planes, Plane::kScale1), "003c0080");
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "3f00000000000000");
  EXPECT_EQ(hex_of(planes, Plane::kAux), "0000000000000000");
  EXPECT_EQ(hex_of(planes, Plane::kData).substr(0, 4), "0f00");
  // -63: step 4.2, off 63: dmin = 1, m = 63.
  planes = encoded(GradeName::kQ4ks, words({-63}, 256));
  EXPECT_EQ(hex_of(planes, Plane::kScale1).substr(4), "003c");
  EXPECT_EQ(hex_of(planes, Plane::kAux), "3f00000000000000");
  // All zero, of either sign: d = +0, dmin = -0.
  for (const float zero : {0.f, -0.f}) {
    planes = encoded(GradeName::kQ4ks, Words(256, std::bit_cast<std::uint32_t>(zero)));
    EXPECT_EQ(hex_of(planes, Plane::kScale1), "00000080");
    EXPECT_EQ(hex_of(planes, Plane::kData), std::string(256, '0'));
  }
}

TEST(Encode, Q4ksPoisonAndSaturation) {
  Words values = words({1, NAN}, 512);
  values[256] = std::bit_cast<std::uint32_t>(945.f);
  PlaneBuffers planes = encoded(GradeName::kQ4ks, values);
  EXPECT_EQ(hex_of(planes, Plane::kScale1),
            "007e0000"
            "003c0080");
  EXPECT_EQ(hex_of(planes, Plane::kScale0),
            "0000000000000000"
            "3f00000000000000");
  // hi - lo overflows: d is the largest finite binary16, and no element decodes to NaN.
  planes = encoded(GradeName::kQ4ks, words({0x1.fffffep127f, -0x1.fffffep127f}, 256));
  EXPECT_EQ(hex_of(planes, Plane::kScale1), "ff7bff7b");
  EXPECT_EQ(hex_of(planes, Plane::kScale0).substr(0, 2), "3f");
  const auto decoded = decode(GradeName::kQ4ks, 256, borrow(planes));
  ASSERT_TRUE(decoded.has_value());
  for (const std::uint32_t x : *decoded) EXPECT_FALSE(is_nan32(x));
}

TEST(Encode, I8s24) {
  // The first quad keeps the two largest magnitudes, ties to the lower position.
  PlaneBuffers planes = encoded(GradeName::kI8s24, words({-127, 1, 127, 127, 0, -2, 0, 3}, 32));
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "003c");
  // Quad 0: {0, 2} = 0b1000; quad 1: {1, 3} = 0b1101; all-zero quads: {0, 1} = 0b0100.
  EXPECT_EQ(hex_of(planes, Plane::kAux), "d8444444");
  EXPECT_EQ(hex_of(planes, Plane::kData).substr(0, 10), "817ffe0300");
}

TEST(Encode, I8s24Ties) {
  // amax = 127, scale 1: halves round to even.
  const PlaneBuffers planes =
      encoded(GradeName::kI8s24, words({127, .5f, 0, 0, 1.5f, -2.5f, 0, 0, -126.5f, 125.5f}, 32));
  EXPECT_EQ(hex_of(planes, Plane::kData).substr(0, 12), "7f0002fe827e");
}

TEST(Encode, I8s24PoisonZeroAndSmall) {
  // NaN counts as infinity and is never dropped; the metadata is written all the same.
  PlaneBuffers planes = encoded(GradeName::kI8s24, words({1e30f, NAN, kInf, 5}, 32));
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "007e");
  EXPECT_EQ(hex_of(planes, Plane::kAux), "49444444");
  EXPECT_EQ(hex_of(planes, Plane::kData), std::string(32, '0'));
  // A zero block has scale 1, a tiny one the smallest subnormal.
  EXPECT_EQ(hex_of(encoded(GradeName::kI8s24, words({}, 32)), Plane::kScale0), "003c");
  EXPECT_EQ(hex_of(encoded(GradeName::kI8s24, Words(32, 1)), Plane::kScale0), "0100");
  // Beyond binary16 the scale clamps to 65504 and the codes to 127.
  planes = encoded(GradeName::kI8s24, words({0x1.fffffep127f, -1e30f}, 32));
  EXPECT_EQ(hex_of(planes, Plane::kScale0), "ff7b");
  EXPECT_EQ(hex_of(planes, Plane::kData).substr(0, 4), "7f81");
}

TEST(Encode, RefusesPartialBlocks) {
  for (const RegistryEntry& entry : registry()) {
    for (const std::size_t surplus : {1u, entry.block / 2, entry.block - 1}) {
      EXPECT_EQ(encode(entry.grade, Words(entry.block + surplus)).error(), EncodeError::kCount);
    }
    const auto empty = encode(entry.grade, {});
    ASSERT_TRUE(empty.has_value());
    EXPECT_TRUE(decode(entry.grade, 0, borrow(*empty)).has_value());
  }
}

// Several blocks of every grade: magnitudes of many binades, zeros, and a NaN in the last of them.
Words mixed_words() {
  std::mt19937 random(7);
  Words values(3 * 256);
  for (std::uint32_t& v : values) {
    v = (static_cast<std::uint32_t>(random()) & 0x8FFFFFFF) | 0x30000000;
    if (random() % 8 == 0) v = 0;
  }
  values.back() = std::bit_cast<std::uint32_t>(NAN);
  return values;
}

// Buffers that hold 0xAA everywhere.
PlaneBuffers dirty_buffers(const std::array<std::size_t, kPlaneCount>& lengths) {
  PlaneBuffers buffers;
  for (std::size_t i = 0; i < kPlaneCount; ++i) buffers[i] = filled(lengths[i], 0xAA);
  return buffers;
}

MutablePlanes writable(PlaneBuffers& buffers) {
  return {buffers[0], buffers[1], buffers[2], buffers[3]};
}

// By hand from the size equations of spec §6.
TEST(Encode, EncodedLengths) {
  using Lengths = std::array<std::size_t, kPlaneCount>;
  for (const GradeName grade : {GradeName::kMxfp4, GradeName::kMxfp4Rne}) {
    EXPECT_EQ(encoded_lengths(grade, 64), (Lengths{32, 2, 0, 0}));
    EXPECT_EQ(encoded_lengths(grade, 0), (Lengths{0, 0, 0, 0}));
  }
  for (const GradeName grade : {GradeName::kNvf4, GradeName::kNvf4Rtz}) {
    EXPECT_EQ(encoded_lengths(grade, 48), (Lengths{24, 3, 4, 0}));
    EXPECT_EQ(encoded_lengths(grade, 0), (Lengths{0, 0, 4, 0}));  // the tensor scale stays
  }
  EXPECT_EQ(encoded_lengths(GradeName::kQ4ks, 512), (Lengths{256, 16, 8, 16}));
  EXPECT_EQ(encoded_lengths(GradeName::kI8s24, 64), (Lengths{32, 4, 0, 8}));
  for (const RegistryEntry& entry : registry()) {
    EXPECT_EQ(encoded_lengths(entry.grade, entry.block - 1).error(), EncodeError::kCount);
    EXPECT_EQ(encoded_lengths(entry.grade, SIZE_MAX).error(), EncodeError::kCount);
  }
}

TEST(Encode, IntoEqualsEncodeWhateverTheBuffersHeld) {
  const Words values = mixed_words();
  for (const RegistryEntry& entry : registry()) {
    for (const std::size_t count : {values.size(), std::size_t{entry.block}, std::size_t{0}}) {
      const Words some(values.end() - static_cast<std::ptrdiff_t>(count), values.end());
      PlaneBuffers buffers = dirty_buffers(encoded_lengths(entry.grade, count).value());
      ASSERT_TRUE(encode_into(entry.grade, some, writable(buffers)).has_value()) << entry.name;
      EXPECT_EQ(buffers, encoded(entry.grade, some)) << entry.name << ' ' << count;
    }
  }
}

TEST(Encode, IntoRefusesWrongLengthsUntouched) {
  for (const RegistryEntry& entry : registry()) {
    const std::size_t count = std::size_t{2} * entry.block;
    const auto lengths = encoded_lengths(entry.grade, count).value();
    for (std::size_t i = 0; i < kPlaneCount; ++i) {
      for (const std::size_t wrong : {lengths[i] - 1, lengths[i] + 1, std::size_t{0}}) {
        if (wrong == lengths[i] || wrong == SIZE_MAX) continue;  // an absent plane is empty
        auto asked = lengths;
        asked[i] = wrong;
        PlaneBuffers buffers = dirty_buffers(asked);
        EXPECT_EQ(encode_into(entry.grade, Words(count, kOne32), writable(buffers)).error(),
                  EncodeError::kPlaneBytes)
            << entry.name << " plane " << i << " of " << wrong;
        EXPECT_EQ(buffers, dirty_buffers(asked));
      }
    }
    // A wrong count is named as such, and leaves the planes alone too.
    PlaneBuffers buffers = dirty_buffers(lengths);
    EXPECT_EQ(encode_into(entry.grade, Words(count + 1), writable(buffers)).error(),
              EncodeError::kCount);
    EXPECT_EQ(buffers, dirty_buffers(lengths));
  }
}

TEST(Encode, IntoAllocatesNothing) {
  const Words values = mixed_words();
  for (const RegistryEntry& entry : registry()) {
    PlaneBuffers buffers = dirty_buffers(encoded_lengths(entry.grade, values.size()).value());
    const MutablePlanes planes = writable(buffers);
    MutablePlanes shorter = planes;
    shorter[0] = shorter[0].first(1);
    const std::uint64_t before = allocation_count();
    const bool done = encode_into(entry.grade, values, planes).has_value();
    const bool refused = !encode_into(entry.grade, values, shorter).has_value();
    const std::uint64_t after = allocation_count();
    EXPECT_TRUE(done && refused);
    EXPECT_EQ(after, before) << entry.name;
    EXPECT_TRUE(encode(entry.grade, values).has_value());
    EXPECT_GT(allocation_count(), after);  // the counter does count
  }
}

TEST(Encode, Mxfp4FloorIsStable) {
  // An element of largest magnitude lies in [4, 8) scales and becomes 4 or 6 of them, which has the
  // same floor: what was decoded encodes to the same planes. (rne moves 5.5 -> 6 to the next
  // scale.)
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    Words values(64);
    for (std::uint32_t& v : values)
      v = (static_cast<std::uint32_t>(random()) & 0x87FFFFFF) | 0x38000000;
    const PlaneBuffers first = encoded(GradeName::kMxfp4, values);
    const auto decoded = decode(GradeName::kMxfp4, 64, borrow(first));
    ASSERT_TRUE(decoded.has_value());
    ASSERT_EQ(encoded(GradeName::kMxfp4, *decoded), first);
  }
}

}  // namespace
}  // namespace grit::reference
