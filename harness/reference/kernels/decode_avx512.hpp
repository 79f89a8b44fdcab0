// The inner loops of decode with AVX-512 (spec §8): decode_kernels.h with 64 bytes a vector.
//
// A group's sixteen values fit one vector, so that a lookup by a code of four bits is one
// instruction, and all arithmetic is done once a group. Two forms of one text
// (decode_avx512_form.hpp): `avx512` for Isa::kAvx512, `avx512dl` for Isa::kAvx512Dl.
//
// DECODE_AVX512_EMULATED: the includer has defined every intrinsic himself, for machines without.
#ifndef GRIT_REFERENCE_KERNELS_DECODE_AVX512_HPP_
#define GRIT_REFERENCE_KERNELS_DECODE_AVX512_HPP_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "harness/reference/binary32.h"
#include "harness/reference/kernels/decode_kernels.h"
#include "harness/reference/kernels/decode_tables.h"

#if !defined(DECODE_AVX512_EMULATED)
#include <immintrin.h>
#endif

namespace grit::reference::kernels::avx512_tables {

// For each scale byte of MXFP4 the values of the sixteen codes.
alignas(64) inline constexpr std::array<std::array<std::uint32_t, 16>, 256> kMxfp4Words = [] {
  std::array<std::array<std::uint32_t, 16>, 256> tables{};
  for (unsigned scale = 0; scale < 256; ++scale) {
    for (unsigned code = 0; code < 16; ++code) {
      tables[scale][code] = std::uint32_t{mxfp4_upper_half(scale, code)} << 16;
    }
  }
  return tables;
}();

alignas(64) inline constexpr std::array<std::uint32_t, 16> kU4Words = [] {
  std::array<std::uint32_t, 16> table{};
  for (unsigned code = 0; code < 16; ++code) {
    table[code] = std::uint32_t{kU4Values.byte3[code]} << 24 | std::uint32_t{kU4Values.byte2[code]}
                                                                   << 16;
  }
  return table;
}();

// Which of four bytes a lane of spread codes takes its bits from: byte i / 2 of each of `kVectors`
// runs of eight bytes, in 16-byte lanes that all hold the same bytes or in one of 64.
template <unsigned kVectors>
constexpr std::array<std::uint8_t, 64> spread_places() {
  std::array<std::uint8_t, 64> places{};
  for (unsigned lane = 0; lane < 16; ++lane) {
    for (unsigned vector = 0; vector < 4; ++vector) {
      places[4 * lane + vector] = static_cast<std::uint8_t>(8 * (vector % kVectors) + lane / 2);
    }
  }
  return places;
}
alignas(64) inline constexpr std::array<std::uint8_t, 64> kSpread16 = spread_places<2>();
alignas(64) inline constexpr std::array<std::uint8_t, 64> kSpread32 = spread_places<4>();

// Even lanes hold low nibbles, odd ones high nibbles.
alignas(64) inline constexpr std::array<std::uint32_t, 16> kNibbleShifts = {0, 4, 0, 4, 0, 4, 0, 4,
                                                                            0, 4, 0, 4, 0, 4, 0, 4};

// The positions that four bits of metadata name, for 16-byte lookups.
constexpr std::array<std::uint8_t, 64> named_table(unsigned shift) {
  std::array<std::uint8_t, 64> table{};
  for (unsigned i = 0; i < 64; ++i) {
    table[i] = static_cast<std::uint8_t>(named_of_quad(i % 16) << shift);
  }
  return table;
}
alignas(64) inline constexpr std::array<std::uint8_t, 64> kNamedLow = named_table(0);
alignas(64) inline constexpr std::array<std::uint8_t, 64> kNamedHigh = named_table(4);

// Eight bits as eight bytes, all ones or zero.
inline constexpr std::array<std::uint64_t, 256> kByteMasks = [] {
  std::array<std::uint64_t, 256> masks{};
  for (unsigned bits = 0; bits < 256; ++bits) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      if ((bits >> bit & 1) != 0) masks[bits] |= std::uint64_t{0xFF} << (8 * bit);
    }
  }
  return masks;
}();

}  // namespace grit::reference::kernels::avx512_tables

#if defined(DECODE_AVX512_EMULATED)
#define DECODE_AVX512_FORM avx512
#define DECODE_AVX512_HAS_DL 0
#include "harness/reference/kernels/decode_avx512_form.hpp"
#undef DECODE_AVX512_FORM
#undef DECODE_AVX512_HAS_DL
#define DECODE_AVX512_FORM avx512dl
#define DECODE_AVX512_HAS_DL 1
#include "harness/reference/kernels/decode_avx512_form.hpp"
#undef DECODE_AVX512_FORM
#undef DECODE_AVX512_HAS_DL
#else

// GCC bug 105593: a false alarm in the intrinsics' own header.
#if !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#if defined(__clang__)
#pragma clang attribute push(                                                       \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt,f16c"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt,f16c")
#endif
#define DECODE_AVX512_FORM avx512
#define DECODE_AVX512_HAS_DL 0
#include "harness/reference/kernels/decode_avx512_form.hpp"
#undef DECODE_AVX512_FORM
#undef DECODE_AVX512_HAS_DL
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#if defined(__clang__)
#pragma clang attribute push(                                                                   \
    __attribute__((                                                                             \
        target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt,f16c"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt,f16c")
#endif
#define DECODE_AVX512_FORM avx512dl
#define DECODE_AVX512_HAS_DL 1
#include "harness/reference/kernels/decode_avx512_form.hpp"
#undef DECODE_AVX512_FORM
#undef DECODE_AVX512_HAS_DL
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#if !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif

#endif  // GRIT_REFERENCE_KERNELS_DECODE_AVX512_HPP_
