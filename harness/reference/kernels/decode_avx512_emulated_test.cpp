// Decode's AVX-512 forms on machines that lack them: SIMDe computes what their instructions do. A
// program of its own, because the header's functions are not the same ones here.
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>

#include <cstdint>
#include <cstring>

// What this SIMDe has not, by the instructions' descriptions. Rounding is to nearest, as the test's
// environment is.
#define _MM_FROUND_NO_EXC SIMDE_MM_FROUND_NO_EXC
using __mmask16 = simde__mmask16;

inline void _mm512_stream_si512(simde__m512i* to, simde__m512i value) {
  std::memcpy(to, &value, sizeof(value));
}
inline simde__m512 _mm512_mul_round_ps(simde__m512 a, simde__m512 b, int) {
  return simde_mm512_mul_ps(a, b);
}
inline simde__m512 _mm512_sub_round_ps(simde__m512 a, simde__m512 b, int) {
  return simde_mm512_sub_ps(a, b);
}

// Sixteen lanes, each computed from one element of `from`.
template <typename Lane, typename Element, typename To, typename From, typename Compute>
To sixteen(const From& from, Compute compute) {
  Element elements[16];
  std::memcpy(elements, &from, sizeof(elements));
  Lane lanes16[16];
  for (int i = 0; i < 16; ++i) lanes16[i] = compute(elements[i]);
  To to;
  std::memcpy(&to, lanes16, sizeof(to));
  return to;
}

inline simde__m512i _mm512_cvtepu8_epi32(simde__m128i from) {
  return sixteen<std::int32_t, std::uint8_t, simde__m512i>(
      from, [](std::uint8_t x) { return std::int32_t{x}; });
}
inline simde__m512i _mm512_cvtepi8_epi32(simde__m128i from) {
  return sixteen<std::int32_t, std::int8_t, simde__m512i>(
      from, [](std::int8_t x) { return std::int32_t{x}; });
}
inline simde__m512 _mm512_cvtepi32_ps(simde__m512i from) {
  return sixteen<float, std::int32_t, simde__m512>(
      from, [](std::int32_t x) { return static_cast<float>(x); });
}
// The reference's own reading of binary16, which its tests hold.
simde__m512 _mm512_cvtph_ps(simde__m256i from);

inline __mmask16 _mm512_cmplt_epu32_mask(simde__m512i a, simde__m512i b) {
  std::uint32_t left[16];
  std::uint32_t right[16];
  std::memcpy(left, &a, sizeof(left));
  std::memcpy(right, &b, sizeof(right));
  unsigned mask = 0;
  for (unsigned i = 0; i < 16; ++i) mask |= static_cast<unsigned>(left[i] < right[i]) << i;
  return static_cast<__mmask16>(mask);
}

inline simde__m512i _mm512_maskz_expand_epi8(std::uint64_t mask, simde__m512i from) {
  std::uint8_t bytes[64];
  std::memcpy(bytes, &from, sizeof(bytes));
  std::uint8_t to[64] = {};
  for (unsigned i = 0, next = 0; i < 64; ++i) {
    if ((mask >> i & 1) != 0) to[i] = bytes[next++];
  }
  simde__m512i result;
  std::memcpy(&result, to, sizeof(result));
  return result;
}

inline std::uint64_t _pdep_u64(std::uint64_t from, std::uint64_t mask) {
  std::uint64_t to = 0;
  for (unsigned i = 0, next = 0; i < 64; ++i) {
    if ((mask >> i & 1) != 0) to |= (from >> next++ & 1) << i;
  }
  return to;
}

#define DECODE_AVX512_EMULATED
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "harness/reference/decode.h"
#include "harness/reference/format.h"
#include "harness/reference/kernels/decode_avx512.hpp"
#include "harness/reference/registry.h"

simde__m512 _mm512_cvtph_ps(simde__m256i from) {
  return sixteen<std::uint32_t, std::uint16_t, simde__m512>(from, [](std::uint16_t x) {
    return *grit::reference::decode_format(grit::reference::kBinary16, x);
  });
}

namespace grit::reference::kernels {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<std::uint32_t>;

std::span<const std::byte> raw(const Bytes& bytes) { return std::as_bytes(std::span(bytes)); }

Words expected_of(GradeName grade, std::size_t numel, const Planes& planes) {
  Words values(numel);
  EXPECT_TRUE(decode_into(grade, static_cast<std::int64_t>(numel), planes, values));
  return values;
}

// Planes without a pattern, among them scales of all ones, which are NaN or near it.
class Drawn {
 public:
  Bytes operator()(std::size_t count, unsigned extreme_one_in) {
    Bytes bytes(count);
    for (std::uint8_t& byte : bytes) {
      byte = random_() % extreme_one_in == 0 ? 0xFF : static_cast<std::uint8_t>(random_() & 0xFF);
    }
    return bytes;
  }

 private:
  std::mt19937_64 random_{1};
};

void expect_reference(const DecodeKernels& kernels) {
  Drawn drawn;
  for (const Stores stores : {Stores::kCached, Stores::kStreamed}) {
    for (std::size_t blocks = 1; blocks <= 37; ++blocks) {
      const auto out_of = [&](std::size_t numel) { return Words(numel); };
      {
        const Bytes data = drawn(16 * blocks, 50);
        const Bytes scale0 = drawn(blocks, 8);
        Words out = out_of(32 * blocks);
        kernels.mxfp4({data.data(), scale0.data(), blocks}, out.data(), stores);
        ASSERT_EQ(out,
                  expected_of(GradeName::kMxfp4, out.size(), {raw(data), raw(scale0), {}, {}}));
      }
      for (const std::uint32_t scale :
           {0x3f800000U, 0x7f000000U, 0x00000001U, 0x7f800000U, kNan32}) {
        const Bytes data = drawn(8 * blocks, 50);
        const Bytes scale0 = drawn(blocks, 8);
        Bytes scale1(4);
        std::memcpy(scale1.data(), &scale, 4);
        Words out = out_of(16 * blocks);
        kernels.nvf4({data.data(), scale0.data(), scale, blocks}, out.data(), stores);
        ASSERT_EQ(out, expected_of(GradeName::kNvf4, out.size(),
                                   {raw(data), raw(scale0), raw(scale1), {}}));
      }
      {
        const Bytes data = drawn(128 * blocks, 50);
        const Bytes scale0 = drawn(8 * blocks, 8);
        const Bytes scale1 = drawn(4 * blocks, 8);
        const Bytes aux = drawn(8 * blocks, 8);
        Words out = out_of(256 * blocks);
        kernels.q4ks({data.data(), scale0.data(), scale1.data(), aux.data(), blocks}, out.data(),
                     stores);
        ASSERT_EQ(out, expected_of(GradeName::kQ4ks, out.size(),
                                   {raw(data), raw(scale0), raw(scale1), raw(aux)}));
      }
      {
        const Bytes data = drawn(16 * blocks, 50);
        const Bytes scale0 = drawn(2 * blocks, 8);
        const Bytes aux = drawn(4 * blocks, 8);
        Words out = out_of(32 * blocks);
        kernels.i8s24({data.data(), scale0.data(), aux.data(), blocks}, out.data(), stores);
        ASSERT_EQ(out, expected_of(GradeName::kI8s24, out.size(),
                                   {raw(data), raw(scale0), {}, raw(aux)}));
      }
    }
  }
}

TEST(DecodeEmulated, Avx512) { expect_reference(avx512::kDecodeKernels); }
TEST(DecodeEmulated, Avx512Dl) { expect_reference(avx512dl::kDecodeKernels); }

}  // namespace
}  // namespace grit::reference::kernels
