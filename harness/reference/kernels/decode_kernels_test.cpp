// Every instruction set that this machine has, against the scalar reference: bit for bit.
#include "harness/reference/kernels/decode_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cfenv>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "harness/reference/binary32.h"
#include "harness/reference/kernels/decode.h"
#include "harness/reference/kernels/decode_tables.h"
#include "harness/reference/registry.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace grit::reference::kernels {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<std::uint32_t>;

constexpr GradeName kLayouts[] = {GradeName::kMxfp4, GradeName::kNvf4, GradeName::kQ4ks,
                                  GradeName::kI8s24};

// An array of a grade, and where its planes and its result lie: so many bytes or elements away from
// an aligned address.
struct Sample {
  GradeName grade = GradeName::kMxfp4;
  std::size_t numel = 0;
  Bytes data = {};
  Bytes scale0 = {};
  Bytes scale1 = {};
  Bytes aux = {};
  std::size_t plane_offset = 0;
  std::size_t out_offset = 0;
};

// A plane that ends where its allocation does, so that sanitizers see what reads beyond it.
class Shifted {
 public:
  Shifted(const Bytes& plane, std::size_t offset) : offset_(offset), bytes_(offset) {
    bytes_.insert(bytes_.end(), plane.begin(), plane.end());
    bytes_.shrink_to_fit();
  }
  std::span<const std::byte> bytes() const {
    return std::as_bytes(std::span<const std::uint8_t>(bytes_)).subspan(offset_);
  }

 private:
  std::size_t offset_;
  Bytes bytes_;
};

// Results between words that nobody may write.
class Guarded {
 public:
  Guarded(std::size_t numel, std::size_t offset)
      : numel_(numel), words_(numel + 3 * kGuard, kMark) {
    const auto address = reinterpret_cast<std::uintptr_t>(words_.data());
    const std::size_t into_line = address % kStreamAlignment / sizeof(std::uint32_t);
    first_ = 2 * kGuard - into_line + offset % kGuard;
  }
  std::span<std::uint32_t> values() { return std::span(words_).subspan(first_, numel_); }
  bool guards_stand() {
    const std::span<std::uint32_t> all(words_);
    const auto marked = [](std::uint32_t word) { return word == kMark; };
    return std::ranges::all_of(all.first(first_), marked) &&
           std::ranges::all_of(all.subspan(first_ + numel_), marked);
  }

  static constexpr std::uint32_t kMark = 0xDEADBEEF;

 private:
  static constexpr std::size_t kGuard = kStreamAlignment / sizeof(std::uint32_t);
  std::size_t numel_;
  std::size_t first_ = 0;
  Words words_;
};

std::vector<Isa> vector_isas() {
  std::vector<Isa> isas;
  for (const Isa isa : all_isas()) {
    if (isa != Isa::kScalar && supported(isa)) isas.push_back(isa);
  }
  return isas;
}

// Decodes with every instruction set; `options` but for their isa.
void expect_reference(const Sample& sample, DecodeOptions options = {}) {
  const Shifted data(sample.data, sample.plane_offset);
  const Shifted scale0(sample.scale0, sample.plane_offset);
  const Shifted scale1(sample.scale1, sample.plane_offset);
  const Shifted aux(sample.aux, sample.plane_offset);
  const Planes planes = {data.bytes(), scale0.bytes(), scale1.bytes(), aux.bytes()};
  const auto numel = static_cast<std::int64_t>(sample.numel);
  Words expected(sample.numel);
  ASSERT_TRUE(reference::decode_into(sample.grade, numel, planes, expected).has_value());
  for (const Isa isa : vector_isas()) {
    options.isa = isa;
    Guarded out(sample.numel, sample.out_offset);
    ASSERT_TRUE(decode_into(sample.grade, numel, planes, out.values(), options).has_value());
    const auto [got, want] = std::ranges::mismatch(out.values(), expected);
    ASSERT_TRUE(want == expected.end())
        << registry_entry(sample.grade).name << ' ' << isa_name(isa) << ", element "
        << want - expected.begin() << " of " << sample.numel << ": " << std::hex << *got
        << ", reference " << *want << std::dec << "; planes at +" << sample.plane_offset
        << ", out at +" << sample.out_offset << ", threads " << options.threads;
    ASSERT_TRUE(out.guards_stand()) << registry_entry(sample.grade).name << ' ' << isa_name(isa);
  }
}

using Random = std::mt19937;

Bytes random_bytes(Random& random, std::size_t count) {
  Bytes bytes(count);
  std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(random()); });
  return bytes;
}

void put16(Bytes& bytes, std::size_t index, unsigned half) {
  bytes[2 * index] = static_cast<std::uint8_t>(half & 0xFF);
  bytes[2 * index + 1] = static_cast<std::uint8_t>(half >> 8);
}

// A float that is neither very large nor very small, and positive.
unsigned ordinary_binary16(Random& random) { return 0x2000 + random() % 0x2000; }

// Two positions in ascending order.
unsigned ascending_quad(Random& random) {
  constexpr std::array<unsigned, 6> kQuads = {0x4, 0x8, 0xC, 0x9, 0xD, 0xE};
  return kQuads[random() % kQuads.size()];
}

// What producers write: finite positive scales, ascending metadata. Or any bytes.
enum class Kind { kOrdinary, kAny };

Sample sample_of(GradeName grade, std::size_t numel, Kind kind, Random& random) {
  Sample sample{.grade = grade, .numel = numel, .data = random_bytes(random, numel / 2)};
  const bool ordinary = kind == Kind::kOrdinary;
  switch (grade) {
    case GradeName::kMxfp4:
    case GradeName::kMxfp4Rne:
      sample.scale0 = random_bytes(random, numel / 32);
      break;
    case GradeName::kNvf4:
    case GradeName::kNvf4Rtz:
      sample.scale0 = random_bytes(random, numel / 16);
      sample.scale1 = random_bytes(random, 4);
      if (ordinary) sample.scale1[3] = 0x3C;
      break;
    case GradeName::kQ4ks:
      sample.scale0 = random_bytes(random, numel / 32);
      sample.scale1 = random_bytes(random, numel / 256 * 4);
      sample.aux = random_bytes(random, numel / 32);
      for (std::size_t i = 0; ordinary && i < numel / 128; ++i) {
        put16(sample.scale1, i, ordinary_binary16(random));
      }
      break;
    case GradeName::kI8s24:
      sample.scale0 = random_bytes(random, numel / 32 * 2);
      sample.aux = random_bytes(random, numel / 8);
      for (std::size_t i = 0; ordinary && i < numel / 32; ++i) {
        put16(sample.scale0, i, ordinary_binary16(random));
      }
      for (std::size_t i = 0; ordinary && i < numel / 8; ++i) {
        sample.aux[i] =
            static_cast<std::uint8_t>(ascending_quad(random) | ascending_quad(random) << 4);
      }
      break;
  }
  return sample;
}

TEST(DecodeKernels, EveryInstructionSetThatIsCompiledInHasThem) {
  EXPECT_EQ(decode_kernels(Isa::kScalar), nullptr);
  for (const Isa isa : all_isas()) {
    if (isa == Isa::kScalar) continue;
    EXPECT_EQ(decode_kernels(isa) != nullptr, compiled_in(isa)) << isa_name(isa);
  }
}

TEST(DecodeKernels, Mxfp4EveryScaleAndEveryByte) {
  Sample sample{.numel = 256 * 512};
  for (unsigned scale = 0; scale < 256; ++scale) {
    sample.scale0.insert(sample.scale0.end(), 16, static_cast<std::uint8_t>(scale));
    for (unsigned byte = 0; byte < 256; ++byte) {
      sample.data.push_back(static_cast<std::uint8_t>(byte));
    }
  }
  expect_reference(sample);
}

// Zeros, subnormals, the borders of what products of 448 and 6 overflow from, infinities, NaNs.
constexpr std::array<std::uint32_t, 30> kTensorScales = {
    0x00000000, 0x00000001, 0x00000002, 0x00000003, 0x00000155, 0x00400000, 0x007FFFFF, 0x00800000,
    0x00800001, 0x01234567, 0x03FFFFFF, 0x05A5A5A5, 0x3A924925, 0x3F800000, 0x3FFFFFFF, 0x77FFFFFF,
    0x78000000, 0x78123456, 0x79FFFFFF, 0x7A492492, 0x7A492493, 0x7AFFFFFF, 0x7B124924, 0x7B124925,
    0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FBFFFFF, 0x7FC00000, 0x7FFFFFFF};

TEST(DecodeKernels, Nvf4EveryScaleUnderEveryKindOfTensorScale) {
  for (const std::uint32_t magnitude : kTensorScales) {
    for (const std::uint32_t sign : {0u, kSign32}) {
      Sample sample{.grade = GradeName::kNvf4, .numel = 4096};
      for (unsigned scale = 0; scale < 256; ++scale) {
        sample.scale0.push_back(static_cast<std::uint8_t>(scale));
        for (const unsigned byte : {0x10u, 0x32u, 0x54u, 0x76u, 0x98u, 0xBAu, 0xDCu, 0xFEu}) {
          sample.data.push_back(static_cast<std::uint8_t>(byte));
        }
      }
      for (unsigned i = 0; i < 4; ++i) {
        sample.scale1.push_back(static_cast<std::uint8_t>((magnitude | sign) >> (8 * i)));
      }
      expect_reference(sample);
    }
  }
}

// Zeros, subnormals, ordinary numbers, the largest, infinities, NaNs.
constexpr std::array<unsigned, 22> kHalves = {
    0x0000, 0x8000, 0x0001, 0x8001, 0x0200, 0x03FF, 0x0400, 0x8400, 0x2E66, 0x3400, 0x3C00,
    0xBC00, 0x3C01, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7C01, 0x7DFF, 0x7E00, 0xFE00, 0xFFFF};

TEST(DecodeKernels, Q4ksEveryPairOfKindsOfScales) {
  Random random(1);
  for (const unsigned d : kHalves) {
    // One block for each dmin: neighbours in a vector are of other kinds.
    Sample sample = sample_of(GradeName::kQ4ks, 256 * kHalves.size(), Kind::kAny, random);
    for (std::size_t i = 0; i < kHalves.size(); ++i) {
      put16(sample.scale1, 2 * i, d);
      put16(sample.scale1, 2 * i + 1, kHalves[i]);
      // 0, and 0 with ignored bits, and the largest; the other five are random.
      sample.scale0[8 * i] = sample.aux[8 * i] = 0;
      sample.scale0[8 * i + 1] = sample.aux[8 * i + 2] = 0xC0;
      sample.scale0[8 * i + 3] = sample.aux[8 * i + 3] = 0xFF;
      for (std::size_t group = 0; group < 8; ++group) {
        for (std::size_t byte = 0; byte < 8; ++byte) {  // every code once, and eight random bytes
          sample.data[128 * i + 16 * group + byte] = static_cast<std::uint8_t>(0x10 + 0x22 * byte);
        }
      }
    }
    expect_reference(sample);
  }
}

TEST(DecodeKernels, I8s24EveryScale) {
  Random random(2);
  Sample sample = sample_of(GradeName::kI8s24, 32 * 0x10000, Kind::kAny, random);
  for (unsigned half = 0; half < 0x10000; ++half) {
    put16(sample.scale0, half, half);
    for (std::size_t i = 0; i < 4; ++i) sample.data[16 * half + 4 * i] = 0;
  }
  expect_reference(sample);
}

TEST(DecodeKernels, I8s24EveryByteOfMetadata) {
  Random random(3);
  for (unsigned slots = 0; slots < 256; ++slots) {
    // All blocks alike, the last ones too few for a vector of scales.
    Sample sample = sample_of(GradeName::kI8s24, 32 * 21, Kind::kOrdinary, random);
    std::ranges::fill(sample.aux, static_cast<std::uint8_t>(slots));
    expect_reference(sample);
    // One byte among ascending ones: what comes after it has moved up.
    sample = sample_of(GradeName::kI8s24, 32 * 40, Kind::kOrdinary, random);
    sample.aux[slots % 64] = static_cast<std::uint8_t>(slots);
    expect_reference(sample);
  }
  Sample sample = sample_of(GradeName::kI8s24, 8 * 256, Kind::kOrdinary, random);
  for (unsigned slots = 0; slots < 256; ++slots) {
    sample.aux[slots] = static_cast<std::uint8_t>(slots);
  }
  expect_reference(sample);
}

TEST(DecodeKernels, I8s24StructuralZerosArePositive) {
  Random random(4);
  for (const unsigned half : {0x8000u, 0xBC00u, 0xFC00u, 0x7C00u, 0x7E00u}) {
    Sample sample = sample_of(GradeName::kI8s24, 32 * 24, Kind::kOrdinary, random);
    for (std::size_t block = 0; block < 24; ++block) put16(sample.scale0, block, half);
    expect_reference(sample);
    // One such scale among ordinary ones.
    sample = sample_of(GradeName::kI8s24, 32 * 24, Kind::kOrdinary, random);
    put16(sample.scale0, 13, half);
    expect_reference(sample);
  }
}

TEST(DecodeKernels, AnyNumberOfBlocks) {
  Random random(5);
  for (const GradeName grade : kLayouts) {
    const std::size_t block = registry_entry(grade).block;
    for (std::size_t blocks = 0; blocks <= 40; ++blocks) {
      expect_reference(sample_of(grade, block * blocks, Kind::kOrdinary, random));
      expect_reference(sample_of(grade, block * blocks, Kind::kAny, random));
    }
    for (const std::size_t blocks : {101u, 255u, 256u}) {
      expect_reference(sample_of(grade, block * blocks, Kind::kOrdinary, random));
      expect_reference(sample_of(grade, block * blocks, Kind::kAny, random));
    }
    expect_reference(sample_of(grade, 0x10000, Kind::kOrdinary, random));
    expect_reference(sample_of(grade, 0x10000, Kind::kAny, random));
  }
}

TEST(DecodeKernels, AnyAddress) {
  Random random(6);
  for (const GradeName grade : kLayouts) {
    for (std::size_t offset = 0; offset < 16; ++offset) {
      for (const Kind kind : {Kind::kOrdinary, Kind::kAny}) {
        Sample sample = sample_of(grade, 256 * 9, kind, random);
        sample.plane_offset = 15 - offset;
        sample.out_offset = offset;
        expect_reference(sample);
      }
    }
  }
}

TEST(DecodeKernels, StreamedToAnyAddress) {
  Random random(7);
  for (const GradeName grade : kLayouts) {
    const std::size_t block = registry_entry(grade).block;
    for (std::size_t offset = 0; offset < 16; ++offset) {
      // More than one buffer, and a last piece that fills none.
      for (const std::size_t numel : {block, 13 * block, 2048 + 3 * block}) {
        for (const Kind kind : {Kind::kOrdinary, Kind::kAny}) {
          Sample sample = sample_of(grade, numel, kind, random);
          sample.out_offset = offset;
          expect_reference(sample, {.stream_above_bytes = 0});
        }
      }
    }
  }
}

TEST(DecodeKernels, AnyNumberOfThreads) {
  Random random(8);
  for (const GradeName grade : kLayouts) {
    const std::size_t block = registry_entry(grade).block;
    for (unsigned threads = 0; threads <= 5; ++threads) {
      for (const std::size_t numel : {block, std::size_t{8192}, 0x8000 + 5 * block}) {
        for (const Kind kind : {Kind::kOrdinary, Kind::kAny}) {
          Sample sample = sample_of(grade, numel, kind, random);
          expect_reference(sample, {.threads = threads});
          expect_reference(sample, {.threads = threads, .stream_above_bytes = 0});
          sample.out_offset = 3;
          expect_reference(sample, {.threads = threads, .stream_above_bytes = 0});
        }
      }
    }
  }
}

TEST(DecodeKernels, TheRneAndRtzGradesHaveTheirSistersLayout) {
  Random random(9);
  expect_reference(sample_of(GradeName::kMxfp4Rne, 320, Kind::kAny, random));
  expect_reference(sample_of(GradeName::kNvf4Rtz, 336, Kind::kAny, random));
}

TEST(DecodeKernels, TheCallersRoundingModeIsNotUsedAndNotLost) {
  // (1/3 as binary16) * 15 - 2^-14 * 63 has to be rounded; so has a product of NVF4.
  Random random(10);
  const int before = std::fegetround();
  for (const GradeName grade : kLayouts) {
    Sample sample = sample_of(grade, 0x4000, Kind::kOrdinary, random);
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
      ASSERT_EQ(std::fesetround(mode), 0);
      expect_reference(sample);
      expect_reference(sample, {.threads = 3});
      EXPECT_EQ(std::fegetround(), mode);
    }
    ASSERT_EQ(std::fesetround(before), 0);
  }
}

#if defined(__x86_64__)
TEST(DecodeKernels, TheCallersFlushToZeroIsNotUsedAndNotLost) {
  constexpr unsigned kFlushToZeroAndDenormalsAreZero = 0x8040;
  Random random(11);
  const unsigned before = _mm_getcsr();
  for (const GradeName grade : kLayouts) {
    Sample sample = sample_of(grade, 0x4000, Kind::kAny, random);
    if (grade == GradeName::kNvf4) sample.scale1 = {0x33, 0x33, 0x03, 0x00};  // a subnormal
    _mm_setcsr(before | kFlushToZeroAndDenormalsAreZero);
    expect_reference(sample);
    EXPECT_EQ(_mm_getcsr() & kFlushToZeroAndDenormalsAreZero, kFlushToZeroAndDenormalsAreZero);
    _mm_setcsr(before);
  }
}
#endif

TEST(DecodeKernels, RefusesAsTheReferenceDoes) {
  Random random(12);
  for (const GradeName grade : kLayouts) {
    const std::size_t block = registry_entry(grade).block;
    const Sample sample = sample_of(grade, 4 * block, Kind::kAny, random);
    const auto planes_of = [&](std::size_t cut) {
      Planes planes = {
          std::as_bytes(std::span(sample.data)), std::as_bytes(std::span(sample.scale0)),
          std::as_bytes(std::span(sample.scale1)), std::as_bytes(std::span(sample.aux))};
      if (cut < kPlaneCount && !planes[cut].empty()) {
        planes[cut] = planes[cut].first(planes[cut].size() - 1);
      }
      return planes;
    };
    for (const Isa isa : all_isas()) {
      if (!supported(isa)) continue;
      const auto error_of = [&](std::int64_t numel, const Planes& planes, std::size_t length) {
        Words ours(length, 7);
        Words theirs(length, 7);
        const auto answer = decode_into(grade, numel, planes, ours, {.isa = isa});
        const auto expected = reference::decode_into(grade, numel, planes, theirs);
        EXPECT_FALSE(expected.has_value());
        EXPECT_EQ(ours, theirs);  // untouched
        EXPECT_EQ(answer.has_value(), expected.has_value());
        return answer.has_value() ? "decoded" : std::string(describe(answer.error()));
      };
      const auto numel = static_cast<std::int64_t>(4 * block);
      const std::string count(describe(DecodeError::kCount));
      const std::string bytes(describe(DecodeError::kPlaneBytes));
      const std::string length(describe(DecodeError::kOutputLength));
      EXPECT_EQ(error_of(-1, planes_of(4), 4 * block), count);
      EXPECT_EQ(error_of(numel - 1, planes_of(4), 4 * block), count);
      EXPECT_EQ(error_of(numel, planes_of(0), 4 * block), bytes);
      EXPECT_EQ(error_of(numel, planes_of(1), 4 * block), bytes);
      EXPECT_EQ(error_of(numel, planes_of(4), 4 * block - 1), length);
      EXPECT_EQ(error_of(numel, planes_of(4), 4 * block + 1), length);
    }
  }
}

TEST(DecodeKernels, TheScalarOneIsTheReference) {
  Random random(13);
  const Sample sample = sample_of(GradeName::kI8s24, 320, Kind::kAny, random);
  const Planes planes = {std::as_bytes(std::span(sample.data)),
                         std::as_bytes(std::span(sample.scale0)),
                         {},
                         std::as_bytes(std::span(sample.aux))};
  Words expected(320);
  Words values(320);
  ASSERT_TRUE(reference::decode_into(sample.grade, 320, planes, expected).has_value());
  ASSERT_TRUE(decode_into(sample.grade, 320, planes, values, {.isa = Isa::kScalar}).has_value());
  EXPECT_EQ(values, expected);
}

TEST(DecodeTables, StoredBytesOfBlocks) {
  // Quads 0x4 store two, quads 0x0, 0x5, 0xA and 0xF one.
  const Bytes metadata = {0x44, 0x44, 0x44, 0x44, 0x40, 0x5A, 0xF4, 0x44,
                          0x00, 0x55, 0xAA, 0xFF, 0x1E, 0x99, 0xE4, 0x0D};
  EXPECT_EQ(stored_of_blocks(metadata.data(), 0), 0u);
  EXPECT_EQ(stored_of_blocks(metadata.data(), 1), 16u);
  EXPECT_EQ(stored_of_blocks(metadata.data(), 2), 16u + 12u);
  EXPECT_EQ(stored_of_blocks(metadata.data(), 3), 16u + 12u + 8u);
  EXPECT_EQ(stored_of_blocks(metadata.data(), 4), 16u + 12u + 8u + 15u);
}

}  // namespace
}  // namespace grit::reference::kernels
