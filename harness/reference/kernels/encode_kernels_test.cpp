// Every instruction set that this machine runs against the reference, byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "harness/reference/binary32.h"
#include "harness/reference/format.h"
#include "harness/reference/kernels/encode.h"
#include "harness/reference/kernels/encode_kernels.h"
#include "harness/reference/test_bytes.h"
#include "tests/environment/float_environment.h"

namespace grit::reference::kernels {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kLargest32 = 0x7F7FFFFF;
constexpr std::uint32_t kRoot2Mantissa = 0x3504F3;  // of the largest binary32 below √2

std::uint32_t bits(double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); }

std::vector<Isa> isas() {
  std::vector<Isa> supported_ones;
  std::ranges::copy_if(all_isas(), std::back_inserter(supported_ones), supported);
  return supported_ones;
}

// Where planes and values stand in their buffers, in bytes and words past an aligned place.
struct Offsets {
  std::size_t bytes = 0;
  std::size_t words = 0;
};

// The planes that `isa` writes, into buffers that held something else. Fails where a byte beside a
// plane changes.
PlaneBuffers encoded(Isa isa, GradeName grade, std::span<const std::uint32_t> values,
                     Offsets offsets = {}) {
  constexpr std::size_t kGuard = 64;
  const auto lengths = encoded_lengths(grade, values.size()).value();
  PlaneBuffers guarded;
  MutablePlanes planes;
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    guarded[i] = filled(lengths[i] + 2 * kGuard + offsets.bytes, 0xA5);
    planes[i] = std::span(guarded[i]).subspan(kGuard + offsets.bytes, lengths[i]);
  }
  Words moved(values.size() + offsets.words);
  std::ranges::copy(values, moved.begin() + static_cast<std::ptrdiff_t>(offsets.words));
  EXPECT_TRUE(encode_into(grade, std::span(moved).subspan(offsets.words), planes, {.isa = isa}));

  PlaneBuffers result;
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    result[i].assign(planes[i].begin(), planes[i].end());
    std::ranges::fill(planes[i], std::byte{0xA5});
    EXPECT_EQ(guarded[i], filled(guarded[i].size(), 0xA5)) << "beside plane " << i;
  }
  return result;
}

// The block of `values` that byte `at` of a plane is about, as hexadecimal words.
std::string block_of(GradeName grade, std::span<const std::uint32_t> values, std::size_t at,
                     std::size_t plane_bytes) {
  const std::size_t block = registry_entry(grade).block;
  const std::size_t first = at * (values.size() / block) / plane_bytes * block;
  std::string text;
  for (const std::uint32_t v : values.subspan(first, block)) {
    for (int digit = 28; digit >= 0; digit -= 4) text += "0123456789abcdef"[v >> digit & 15];
    text += ' ';
  }
  return text;
}

// Fails with the first byte that differs, and the block that it is about.
void expect_equal(const PlaneBuffers& actual, const PlaneBuffers& expected, Isa isa,
                  GradeName grade, std::span<const std::uint32_t> values) {
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (actual[i] == expected[i]) continue;
    const auto [a, e] = std::ranges::mismatch(actual[i], expected[i]);
    const auto at = static_cast<std::size_t>(a - actual[i].begin());
    ADD_FAILURE() << isa_name(isa) << ' ' << registry_entry(grade).name << ' '
                  << plane_name(static_cast<Plane>(i)) << '[' << at << "] is "
                  << std::to_integer<unsigned>(*a) << ", not " << std::to_integer<unsigned>(*e)
                  << ": " << block_of(grade, values, at, actual[i].size());
    return;
  }
}

void expect_reference(GradeName grade, std::span<const std::uint32_t> values) {
  const PlaneBuffers expected = encode(grade, values).value();
  for (const Isa isa : isas()) {
    expect_equal(encoded(isa, grade, values), expected, isa, grade, values);
  }
}

// Filled up with zeros to whole blocks of every grade.
void expect_reference_in_all_grades(Words values) {
  values.resize((values.size() + 255) / 256 * 256);
  for (const RegistryEntry& entry : registry()) expect_reference(entry.grade, values);
}

// The neighbours of a positive finite number, and itself.
std::array<std::uint32_t, 3> around(std::uint32_t x) { return {x - 1, x, x + 1}; }

// x * 2^exponent for magnitudes of few bits: exact, or rounded by the definition of binary32.
std::uint32_t scaled(double x, int exponent) { return bits(std::ldexp(x, exponent)); }

// Ordinary numbers of eight binades.
Words ordinary_words(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Words values(count);
  for (std::uint32_t& v : values)
    v = (static_cast<std::uint32_t>(random()) & 0x83FFFFFF) | 0x3C000000;
  return values;
}

constexpr std::array kE2m1Edges = {0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0,
                                   0.5,  1.0,  1.5,  2.0,  3.0, 4.0, 6.0};

TEST(EncodeKernels, EveryInstructionSetButTheScalarOneHasItsOwn) {
  for (const Isa isa : all_isas()) {
    EXPECT_EQ(encode_kernels(isa) != nullptr, compiled_in(isa) && isa != Isa::kScalar)
        << isa_name(isa);
  }
}

TEST(EncodeKernels, RandomValues) {
  std::mt19937 random(1);
  const auto next = [&] { return static_cast<std::uint32_t>(random()); };
  std::normal_distribution<float> normal;
  for (int round = 0; round < 4; ++round) {
    Words any(2048), finite(2048), ordinary(2048), tiny(2048), huge(2048), near(2048), few(2048);
    for (std::size_t i = 0; i < any.size(); ++i) {
      any[i] = next();
      finite[i] = next() % (kLargest32 + 1) | (next() & kSign32);
      ordinary[i] = std::bit_cast<std::uint32_t>(normal(random));
      // Subnormals and the first normal binades; the block decides how many bits are left.
      tiny[i] = (next() & 0x81FFFFFF) >> (i / 256 % 8 * 3) | (next() & kSign32);
      huge[i] = (next() & 0x81FFFFFF) | 0x7E000000;
      if (is_nan32(huge[i]) || is_infinite32(huge[i])) huge[i] ^= 0x01000000;
      near[i] = (next() & 0x81FFFFFF) | 0x3F000000;  // four binades
      few[i] = (next() & 0x83F00000) | 0x3C000000;   // three mantissa bits: ties and equals
    }
    for (const Words& values : {any, finite, ordinary, tiny, huge, near, few}) {
      expect_reference_in_all_grades(values);
    }
  }
}

TEST(EncodeKernels, ZerosAndEqualValues) {
  std::mt19937 random(2);
  Words zeros(1024);
  for (std::uint32_t& v : zeros) v = random() % 2 == 0 ? 0 : kSign32;
  expect_reference_in_all_grades(zeros);
  for (const std::uint32_t x : {0u, kSign32, kOne32, negate32(kOne32), 1u, 0x80000001u, 0x007FFFFFu,
                                0x00800000u, kLargest32, negate32(kLargest32), bits(6), bits(-7),
                                bits(63), bits(127.5), bits(65504), bits(1e30), bits(-1e-30)}) {
    expect_reference_in_all_grades(Words(512, x));
    for (std::uint32_t& v : zeros) v = random() % 2 == 0 ? x : negate32(x);
    expect_reference_in_all_grades(zeros);
  }
}

// What is not finite, at each position of a block, with ordinary neighbours.
TEST(EncodeKernels, NonFiniteValuesAtEachPosition) {
  constexpr std::size_t kCount = 512;
  const Words ordinary = ordinary_words(kCount, 3);
  for (const std::uint32_t bad :
       {kInfinity32, kSign32 | kInfinity32, kNan32, 0x7F800001u, 0xFFFFFFFFu}) {
    for (std::size_t i = 0; i < 256; ++i) {
      Words values = ordinary;
      values[i + i % 2 * 256] = bad;
      for (const RegistryEntry& entry : registry()) {
        // Every third position at a time, or the large block of Q4KS would take all the time.
        if (i % 3 == 0 || i < 2 * entry.block) expect_reference(entry.grade, values);
      }
    }
    expect_reference_in_all_grades(Words(kCount, bad));
  }
}

// Counts from none to more than two chunks, in steps of a block, at odd addresses; and more blocks
// than are encoded at a time.
TEST(EncodeKernels, CountsAndAddresses) {
  for (const RegistryEntry& entry : registry()) {
    const std::size_t chunk = encode_chunk_values(entry.grade);
    for (std::size_t count = 0; count < 3 * chunk; count += entry.block) {
      const Words values = ordinary_words(count, 4);
      const PlaneBuffers expected = encode(entry.grade, values).value();
      for (const Isa isa : isas()) {
        for (std::size_t offset = 0; offset < 9; ++offset) {
          const Offsets offsets{.bytes = offset, .words = offset};
          expect_equal(encoded(isa, entry.grade, values, offsets), expected, isa, entry.grade,
                       values);
        }
      }
    }
    for (const std::size_t chunks : {15u, 16u, 17u, 31u, 32u, 33u}) {
      expect_reference(entry.grade, ordinary_words(chunks * chunk, 5));
      expect_reference(entry.grade, ordinary_words((chunks + 1) * chunk - entry.block, 6));
    }
  }
}

// A block's bytes are its own: the same block among other neighbours. NVF4's tensor scale is kept
// by the neighbours' largest magnitude, which is always the same.
TEST(EncodeKernels, BlocksDoNotDependOnTheirNeighbours) {
  for (const RegistryEntry& entry : registry()) {
    const std::size_t block = entry.block;
    Words alone(8 * block, bits(0.75));
    for (std::size_t i = 0; i < block; ++i)
      alone[4 * block + i] = bits(0.01 * static_cast<double>(i));
    alone[0] = bits(100);
    Words among = alone;
    for (const std::size_t i : {3 * block, 3 * block + 1, 6 * block - 1}) among[i] = kInfinity32;
    among[2 * block] = 1;
    for (const Isa isa : isas()) {
      const PlaneBuffers a = encoded(isa, entry.grade, alone);
      const PlaneBuffers b = encoded(isa, entry.grade, among);
      for (std::size_t plane = 0; plane < kPlaneCount; ++plane) {
        const std::size_t bytes = a[plane].size() / 8;
        for (std::size_t i = 4 * bytes; i < 5 * bytes; ++i) {
          EXPECT_EQ(a[plane][i], b[plane][i]) << isa_name(isa) << ' ' << entry.name;
        }
      }
    }
  }
}

// Every exponent of the largest magnitude, with mantissas about the rules' thresholds, and each
// edge of e2m1 and its neighbours in the scale of that block.
TEST(EncodeKernels, Mxfp4EdgesUnderEveryExponent) {
  Words values;
  for (std::uint32_t field = 0; field < 255; ++field) {
    for (const std::uint32_t mantissa :
         {0u, 1u, 0x400000u, kRoot2Mantissa, kRoot2Mantissa + 1, 0x7FFFFFu}) {
      // The larger of the scales that the two rules can give, and the smaller.
      for (const int up : {0, 1}) {
        const int exponent = std::max(static_cast<int>(field) - 127 - 2 + up, -127);
        Words block{field << 23 | mantissa};
        for (std::size_t edge = 0; edge < 7; ++edge) {
          for (const std::uint32_t x : around(std::max(scaled(kE2m1Edges[edge], exponent), 1u))) {
            if (magnitude32(x) <= block[0])
              block.push_back(block.size() % 2 == 0 ? x : negate32(x));
          }
        }
        block.resize(32, kSign32);
        values.insert(values.end(), block.begin(), block.end());
      }
    }
  }
  // Subnormal maxima.
  for (std::uint32_t amax = 1; amax < 0x800000; amax = amax * 2 + 1) {
    Words block(32, amax);
    for (std::size_t i = 1; i < 32; ++i) block[i] = amax >> i | (i % 2 == 0 ? kSign32 : 0);
    values.insert(values.end(), block.begin(), block.end());
  }
  expect_reference(GradeName::kMxfp4, values);
  expect_reference(GradeName::kMxfp4Rne, values);
}

// One element through every exponent, beside a largest magnitude of every exponent.
TEST(EncodeKernels, OneElementThroughEveryExponent) {
  std::mt19937 random(5);
  Words values;
  for (std::uint32_t top = 0; top < 255; top += 3) {
    for (std::uint32_t first = 0; first <= top; first += 31) {
      Words block(32, top << 23 | 0x600000);
      for (std::uint32_t i = 1; i < 32; ++i) {
        const std::uint32_t field = std::min(first + i - 1, top);
        block[i] = field << 23 | (static_cast<std::uint32_t>(random()) &
                                  (field == top ? 0x805FFFFF : 0x807FFFFF));
      }
      values.insert(values.end(), block.begin(), block.end());
    }
  }
  for (const GradeName grade : {GradeName::kMxfp4, GradeName::kMxfp4Rne, GradeName::kI8s24}) {
    expect_reference(grade, values);
  }
  // A tensor for each largest exponent, or the largest of all would decide them all.
  for (std::size_t i = 0; i < values.size(); i += 256) {
    const std::size_t count = std::min<std::size_t>(256, values.size() - i);
    const std::span tensor = std::span(values).subspan(i, count);
    expect_reference(GradeName::kNvf4, tensor);
    expect_reference(GradeName::kNvf4Rtz, tensor);
    if (count == 256) expect_reference(GradeName::kQ4ks, tensor);
  }
}

// Each e4m3 scale, the midpoints between them, and each edge of e2m1 under them; with tensor scales
// that are a power of two, or nearly the smallest, or odd.
TEST(EncodeKernels, Nvf4EdgesUnderEveryScale) {
  for (const std::uint32_t largest :
       {bits(2688), bits(2688 * 0x1p-60), bits(3.0), bits(1e30), kLargest32, 1u, 1343u, 1344u,
        1345u, 4032u, 100'000u, 0x00800000u, 0x02345678u}) {
    const std::uint32_t tensor_scale =
        std::max(divide32(divide32(largest, bits(6)), bits(448)), 1u);
    Words values(16, largest);
    for (std::uint32_t code = 0; code < 0x7E; ++code) {
      const std::uint32_t low = *decode_format(kE4m3, code);
      const std::uint32_t high = *decode_format(kE4m3, code + 1);
      const std::uint32_t middle = multiply32(add32(low, high), bits(0.5));
      for (const std::uint32_t wanted : {low, middle - 1, middle, middle + 1}) {
        const std::uint32_t block_largest = multiply32(multiply32(wanted, bits(6)), tensor_scale);
        const std::uint32_t scale = multiply32(tensor_scale, wanted);
        Words block{block_largest};
        for (std::size_t i = 0; block.size() < 16; ++i) {
          const std::uint32_t edge =
              multiply32(scale, bits(kE2m1Edges[(i / 3 + code) % kE2m1Edges.size()]));
          const std::uint32_t x = edge == 0 ? 0 : around(edge)[i % 3];
          block.push_back(x > block_largest ? kSign32 : x | (i % 2 == 0 ? kSign32 : 0));
        }
        values.insert(values.end(), block.begin(), block.end());
      }
    }
    expect_reference(GradeName::kNvf4, values);
    expect_reference(GradeName::kNvf4Rtz, values);
  }
}

// Tensor scales about 2^-100, from where on kernels take subnormal numbers for zeros, and below,
// with blocks of every smaller magnitude.
TEST(EncodeKernels, Nvf4TinyTensorScales) {
  std::mt19937 random(7);
  for (const int exponent : {-99, -100, -101, -110, -120, -126, -130, -137}) {
    for (const double largest : {2687.0, 2688.0, 2689.0}) {
      Words values{scaled(largest, exponent)};
      values.resize(16);
      for (std::uint32_t top = values[0]; top > 0; top -= std::min(top, 0x00355555u)) {
        values.push_back(top);
        for (std::size_t i = 1; i < 16; ++i) {
          const auto x = static_cast<std::uint32_t>(random());
          // One in three near the block's largest, one at any exponent below, one subnormal.
          const std::uint32_t near = top - std::min(top, x % 0x01800000);
          values.push_back(i % 3 == 0   ? near
                           : i % 3 == 1 ? x % (top + 1)
                                        : std::min(top, x & 0x7FFFFF));
          if (x > 0x80000000) values.back() |= kSign32;
        }
      }
      expect_reference(GradeName::kNvf4, values);
      expect_reference(GradeName::kNvf4Rtz, values);
    }
  }
}

// Steps and offsets about the ties of binary16, of u6 and of u4.
TEST(EncodeKernels, Q4ksTies) {
  Words values;
  for (int exponent = -24; exponent < 16; ++exponent) {
    for (int negative = 0; negative < 3; ++negative) {
      // d is 2^exponent, and so is dmin where something is negative.
      Words block(256);
      for (std::size_t g = 0; g < 8; ++g) {
        const double sc =
            g == 0 ? 63.0 : static_cast<double>(9 * g) + 0.5 * static_cast<double>(negative);
        const double off = negative == 0 ? 0.0 : g == 0 ? 63.0 : static_cast<double>(7 * g) + 0.5;
        const std::uint32_t lo = scaled(-off, exponent);
        const std::uint32_t hi = scaled(15 * sc - off, exponent);
        block[32 * g] = lo;
        block[32 * g + 1] = hi;
        for (std::size_t i = 2; i < 32; ++i) {
          const double middle = (static_cast<double>(i / 2) - 0.5) * sc - off;
          const std::uint32_t x = scaled(middle, exponent);
          block[32 * g + i] = i % 2 == 0 || is_zero32(x) ? x : x + (i % 4 == 1 ? 1u : ~0u);
        }
      }
      values.insert(values.end(), block.begin(), block.end());
    }
  }
  // Every 17th binary16 number as the largest step, and the midpoint above it.
  for (std::uint32_t code = 0; code < 0x7BFF; code += 17) {
    const double low = std::bit_cast<float>(*decode_format(kBinary16, code));
    const double high = std::bit_cast<float>(*decode_format(kBinary16, code + 1));
    for (const double d : {low, (low + high) / 2}) {
      Words block(256);
      block[0] = bits(d * 63 * 15);
      block[40] = bits(-d * 63);
      for (std::size_t g = 2; g < 8; ++g) {
        block[32 * g] = bits(d * static_cast<double>(g) * 15 + d);
        block[32 * g + 1] = bits(-d * (static_cast<double>(g) + 0.5));
      }
      values.insert(values.end(), block.begin(), block.end());
    }
  }
  // Ranges that overflow, beyond binary16, and too small for it.
  for (const double x : {3e38, 1e30, 1e9, 6.2e7, 1e-5, 1e-8, 1e-20, 1e-45}) {
    Words block(256);
    for (std::size_t i = 0; i < 256; ++i)
      block[i] = bits(i % 2 == 0 ? x : -x * static_cast<double>(i) / 256);
    values.insert(values.end(), block.begin(), block.end());
  }
  expect_reference(GradeName::kQ4ks, values);
}

// All quads over values that tie, that differ in sign alone, or that are not finite.
TEST(EncodeKernels, I8s24EveryQuad) {
  constexpr std::array kSome = {0u,          kSign32,    kOne32,      negate32(kOne32), 0x40000000u,
                                kInfinity32, 0xFF800000, 0x7FC00000u, 0xFFFFFFFFu};
  Words values;
  for (std::size_t i = 0; i < kSome.size() * kSome.size() * kSome.size() * kSome.size(); ++i) {
    for (std::size_t rest = i, j = 0; j < 4; ++j, rest /= kSome.size()) {
      values.push_back(kSome[rest % kSome.size()]);
    }
    // Most quads hold something that is not finite: each has a block of its own, at another place.
    const std::size_t place = i % 8;
    values.insert(values.end() - 4, 4 * place, 0);
    values.resize(32 * (i + 1));
  }
  expect_reference(GradeName::kI8s24, values);
}

TEST(EncodeKernels, I8s24Ties) {
  Words values;
  // Scale 2^exponent, and every tie of s8 with its neighbours.
  for (const int exponent : {-24, -23, -14, -1, 0, 1, 15}) {
    for (int n = 0; n < 127; n += 5) {
      Words block{scaled(127, exponent)};
      for (int i = 0; i < 5; ++i) {
        for (const std::uint32_t x : around(scaled(n + i + 0.5, exponent))) {
          block.push_back(i % 2 == 0 ? x : negate32(x));
          block.insert(block.end(), {0, 0});
        }
      }
      block.resize(32);
      values.insert(values.end(), block.begin(), block.end());
    }
  }
  // Every 7th binary16 number as the scale, the midpoint above it, and that one's neighbours.
  for (std::uint32_t code = 0; code < 0x7BFF; code += code < 64 ? 1 : 7) {
    const double low = std::bit_cast<float>(*decode_format(kBinary16, code));
    const double high = std::bit_cast<float>(*decode_format(kBinary16, code + 1));
    for (const std::uint32_t amax : around(std::max(bits((low + high) / 2 * 127), 1u))) {
      Words block(32);
      for (std::size_t i = 0; i < 32; i += 2)
        block[i] = multiply32(amax, bits(static_cast<double>(i) / 37));
      block[20] = negate32(amax);
      values.insert(values.end(), block.begin(), block.end());
    }
  }
  expect_reference(GradeName::kI8s24, values);
}

TEST(EncodeKernels, RefusesAsTheReferenceDoes) {
  for (const RegistryEntry& entry : registry()) {
    const Words values(std::size_t{2} * entry.block + 1, kOne32);
    const std::span whole = std::span(values).first(2 * std::size_t{entry.block});
    const auto lengths = encoded_lengths(entry.grade, whole.size()).value();
    for (const Isa isa : isas()) {
      PlaneBuffers buffers;
      MutablePlanes planes;
      for (std::size_t i = 0; i < kPlaneCount; ++i) {
        buffers[i] = filled(lengths[i], 0xA5);
        planes[i] = buffers[i];
      }
      EXPECT_EQ(encode_into(entry.grade, values, planes, {.isa = isa}).error(),
                EncodeError::kCount);
      std::array<std::byte, 1> byte{std::byte{0xA5}};
      for (std::size_t i = 0; i < kPlaneCount; ++i) {
        MutablePlanes wrong = planes;
        wrong[i] = lengths[i] == 0 ? std::span<std::byte>(byte) : wrong[i].first(lengths[i] - 1);
        EXPECT_EQ(encode_into(entry.grade, whole, wrong, {.isa = isa}).error(),
                  EncodeError::kPlaneBytes);
      }
      for (std::size_t i = 0; i < kPlaneCount; ++i) EXPECT_EQ(buffers[i], filled(lengths[i], 0xA5));
      EXPECT_EQ(byte[0], std::byte{0xA5});
    }
  }
}

TEST(EncodeKernels, TheOneOfTheProcessUnlessToldOtherwise) {
  EXPECT_EQ(EncodeOptions{}.isa, process_isa());
}

// The same bytes in every floating-point environment, which is left as it was.
TEST(EncodeKernels, FloatingPointEnvironments) {
  std::mt19937 random(6);
  Words values(4096);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto x = static_cast<std::uint32_t>(random());
    switch (i / 256 % 4) {
      case 0:  // what flush-to-zero would change
        values[i] = x & 0x81FFFFFF;
        break;
      case 1:
        values[i] = (x & 0x81FFFFFF) | 0x3F000000;
        break;
      case 2:
        values[i] = (x & 0x83F00000) | 0x3C000000;
        break;
      default:
        values[i] = x;
    }
  }
  for (const RegistryEntry& entry : registry()) {
    // All of it, and the subnormals alone, whose tensor scale is subnormal too.
    for (const std::size_t count : {values.size(), std::size_t{256}}) {
      const std::span some = std::span(values).first(count);
      const PlaneBuffers expected = encode(entry.grade, some).value();
      for (const float_environment& environment : kFloatEnvironments) {
        for (const Isa isa : isas()) {
          PlaneBuffers buffers;
          MutablePlanes planes;
          for (std::size_t i = 0; i < kPlaneCount; ++i) {
            buffers[i].resize(expected[i].size());
            planes[i] = buffers[i];
          }
          const bool set = float_environment_set(environment);
          const std::uint64_t before = float_environment_state();
          const bool done = encode_into(entry.grade, some, planes, {.isa = isa}).has_value();
          const std::uint64_t after = float_environment_state();
          float_environment_set(kFloatEnvironments[0]);
          ASSERT_TRUE(set && done);
          EXPECT_EQ(before, after) << isa_name(isa);
          expect_equal(buffers, expected, isa, entry.grade, some);
        }
      }
    }
  }
}

}  // namespace
}  // namespace grit::reference::kernels
