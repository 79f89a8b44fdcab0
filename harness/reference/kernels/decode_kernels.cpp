#include "harness/reference/kernels/decode_kernels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "harness/reference/binary32.h"
#include "harness/reference/kernels/decode_avx512.h"
#include "harness/reference/kernels/decode_tables.h"

#if defined(__x86_64__) || defined(__aarch64__)

#define HWY_WANT_SSE4 1
// Of the instruction sets of isa.h those that are made here.
#define HWY_DISABLED_TARGETS (~(HWY_SSE4 | HWY_AVX2 | HWY_NEON | HWY_EMU128 | HWY_SCALAR))
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "harness/reference/kernels/decode_kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace grit::reference::kernels {
namespace HWY_NAMESPACE {
// The emulated baseline, which Highway always makes too, decodes nothing.
#if HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors of 16 or 32 bytes, and of four or eight elements.
using Bytes = hn::CappedTag<std::uint8_t, 32>;
using Words = hn::Repartition<std::uint32_t, Bytes>;
using Integers = hn::Repartition<std::int32_t, Bytes>;
using Floats = hn::Repartition<float, Bytes>;
constexpr Bytes kBytes;
constexpr Words kWords;
constexpr Integers kIntegers;
constexpr Floats kFloats;
constexpr std::size_t kByteLanes = hn::MaxLanes(kBytes);
constexpr std::size_t kLanes = hn::MaxLanes(kFloats);
using ByteVector = hn::Vec<Bytes>;
using WordVector = hn::Vec<Words>;
using FloatVector = hn::Vec<Floats>;

template <class T>
HWY_INLINE T load_as(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

template <Stores kStores>
HWY_INLINE void store(WordVector values, std::uint32_t* HWY_RESTRICT out) {
  if constexpr (kStores == Stores::kStreamed) {
    hn::Stream(values, kWords, out);
  } else {
    hn::StoreU(values, kWords, out);
  }
}

HWY_INLINE WordVector bits(FloatVector values) { return hn::BitCast(kWords, values); }
HWY_INLINE FloatVector numbers(WordVector values) { return hn::BitCast(kFloats, values); }

// Every NaN as decode gives it.
HWY_INLINE FloatVector canonical(FloatVector values) {
  return hn::IfThenElse(hn::Eq(values, values), values, numbers(hn::Set(kWords, kNan32)));
}

// Four vectors of consecutive elements.
struct Elements {
  WordVector part[4];
};
constexpr std::size_t kStep = 4 * kLanes;  // elements; twice as many as bytes of nibbles

// Sixteen values to be looked up, in every 16 bytes of two vectors.
struct Lookup {
  ByteVector byte3;
  ByteVector byte2;
};
HWY_INLINE Lookup lookup_of(const HalfTable& table) {
  return {hn::LoadDup128(kBytes, table.byte3.data()), hn::LoadDup128(kBytes, table.byte2.data())};
}

// kStep codes of four bits, a byte each: of element i of part p and the same element of part p + 1
// side by side, and the 16 bytes that an interleaving stays within in their own order.
HWY_INLINE ByteVector spread_nibbles(const std::uint8_t* data) {
  // Two bytes of data to four of codes: their low nibbles, then their high ones.
  constexpr std::uint8_t kNone = 0x80;
  alignas(32) static constexpr std::uint8_t kPlaces256[32] = {
      0, 4, kNone, kNone, 1, 5, kNone, kNone, 8,  12, kNone, kNone, 9,  13, kNone, kNone,
      2, 6, kNone, kNone, 3, 7, kNone, kNone, 10, 14, kNone, kNone, 11, 15, kNone, kNone};
  alignas(16) static constexpr std::uint8_t kPlaces128[16] = {
      0, 2, kNone, kNone, 1, 3, kNone, kNone, 4, 6, kNone, kNone, 5, 7, kNone, kNone};
  ByteVector bytes;
  ByteVector places;
  if constexpr (kByteLanes == 32) {
    bytes = hn::LoadDup128(kBytes, data);
    places = hn::Load(kBytes, kPlaces256);
  } else {
    const hn::Repartition<std::uint64_t, Bytes> kLongs;
    bytes = hn::BitCast(kBytes, hn::Set(kLongs, load_as<std::uint64_t>(data)));
    places = hn::Load(kBytes, kPlaces128);
  }
  const WordVector pairs = hn::BitCast(kWords, hn::TableLookupBytesOr0(bytes, places));
  const WordVector both = hn::Or(pairs, hn::ShiftLeft<12>(pairs));
  return hn::BitCast(kBytes, hn::And(both, hn::Set(kWords, 0x0F0F0F0F)));
}

// The values of kStep codes of four bits.
HWY_INLINE Elements look_up(const Lookup& table, const std::uint8_t* data) {
  const ByteVector codes = spread_nibbles(data);
  const ByteVector byte3 = hn::TableLookupBytes(table.byte3, codes);
  const ByteVector byte2 = hn::TableLookupBytes(table.byte2, codes);
  const WordVector low = hn::BitCast(kWords, hn::InterleaveLower(kBytes, byte2, byte3));
  const WordVector high = hn::BitCast(kWords, hn::InterleaveUpper(kBytes, byte2, byte3));
  const WordVector upper_half = hn::Set(kWords, 0xFFFF0000);
  return {{hn::ShiftLeft<16>(low), hn::And(low, upper_half), hn::ShiftLeft<16>(high),
           hn::And(high, upper_half)}};
}

template <Stores kStores>
void mxfp4(const Mxfp4Part& part, std::uint32_t* HWY_RESTRICT out) {
  const std::uint8_t* data = part.data;
  const std::uint8_t* scale = part.scale0;
  for (std::size_t block = 0; block < part.blocks; ++block) {
    const Lookup values = lookup_of(kMxfp4Values[*scale++]);
    for (std::size_t done = 0; done < 32; done += kStep) {
      const Elements elements = look_up(values, data);
      for (std::size_t p = 0; p < 4; ++p) store<kStores>(elements.part[p], out + p * kLanes);
      data += kStep / 2;
      out += kStep;
    }
  }
}

// kStep elements from the block scales that they take.
template <Stores kStores, bool kCanonical>
HWY_INLINE void nvf4_step(const Lookup& e2m1, FloatVector tensor_scale, const std::uint8_t* scale,
                          const std::uint8_t* data, std::uint32_t* HWY_RESTRICT out) {
  const Elements elements = look_up(e2m1, data);
  for (std::size_t p = 0; p < 4; ++p) {
    const WordVector block_scale = hn::Set(kWords, kE4m3Values[scale[p * kLanes / 16]]);
    const FloatVector s = hn::Mul(tensor_scale, numbers(block_scale));
    FloatVector values = hn::Mul(s, numbers(elements.part[p]));
    if constexpr (kCanonical) values = canonical(values);
    store<kStores>(bits(values), out + p * kLanes);
  }
}

// kCanonical: products may be NaN that are made of no NaN.
template <Stores kStores, bool kCanonical>
void nvf4_blocks(const Nvf4Part& part, std::uint32_t* HWY_RESTRICT out) {
  const Lookup e2m1 = lookup_of(kE2m1Values);
  const FloatVector tensor_scale = numbers(hn::Set(kWords, part.tensor_scale));
  const std::uint8_t* data = part.data;
  const std::uint8_t* scale = part.scale0;
  constexpr std::size_t kBlocks = kStep / 16;
  std::size_t block = 0;
  for (; block + kBlocks <= part.blocks; block += kBlocks) {
    nvf4_step<kStores, kCanonical>(e2m1, tensor_scale, scale, data, out);
    scale += kBlocks;
    data += kStep / 2;
    out += kStep;
  }
  if (block == part.blocks) return;
  // One block of two: the other is not there to be read or written.
  const std::array<std::uint8_t, 2> last_scale = {*scale, 0};
  std::array<std::uint8_t, 16> last_data{};
  std::memcpy(last_data.data(), data, 8);
  std::array<std::uint32_t, 32> last{};
  nvf4_step<Stores::kCached, kCanonical>(e2m1, tensor_scale, last_scale.data(), last_data.data(),
                                         last.data());
  std::memcpy(out, last.data(), 16 * sizeof(std::uint32_t));
}

template <Stores kStores>
void nvf4(const Nvf4Part& part, std::uint32_t* HWY_RESTRICT out) {
  if (magnitude32(part.tensor_scale) < kNvf4NeverInfinite) {
    nvf4_blocks<kStores, false>(part, out);
  } else {
    nvf4_blocks<kStores, true>(part, out);
  }
}

// A vector of binary16 numbers, the upper halves of the lanes zero, as binary32.
HWY_INLINE FloatVector from_binary16(WordVector halves) {
  const WordVector magnitude = hn::And(halves, hn::Set(kWords, 0x7FFF));
  const WordVector sign = hn::ShiftLeft<16>(hn::Xor(halves, magnitude));
  const WordVector moved = hn::ShiftLeft<13>(magnitude);
  const WordVector normal = hn::Add(moved, hn::Set(kWords, (127 - 15) << 23));
  // A subnormal is what it adds to the smallest normal number: the difference is exact.
  constexpr std::uint32_t kSmallest = (127 - 14) << 23;
  const FloatVector smallest = numbers(hn::Set(kWords, kSmallest));
  const WordVector subnormal =
      bits(hn::Sub(numbers(hn::Add(moved, hn::Set(kWords, kSmallest))), smallest));
  WordVector result = hn::IfThenElse(hn::Lt(magnitude, hn::Set(kWords, 0x0400)), subnormal, normal);
  result = hn::IfThenElse(hn::Gt(magnitude, hn::Set(kWords, 0x7BFF)), hn::Set(kWords, kInfinity32),
                          result);
  result = hn::Or(result, sign);
  return numbers(
      hn::IfThenElse(hn::Gt(magnitude, hn::Set(kWords, 0x7C00)), hn::Set(kWords, kNan32), result));
}

// kLanes binary16 numbers.
HWY_INLINE FloatVector load_binary16(const std::uint8_t* from) {
  const hn::Repartition<std::uint8_t, hn::Rebind<std::uint16_t, Words>> kHalfBytes;
  const hn::Rebind<std::uint16_t, Words> kHalves;
  return from_binary16(hn::PromoteTo(kWords, hn::BitCast(kHalves, hn::LoadU(kHalfBytes, from))));
}
// `count` of them, fewer than kLanes, and zeros.
HWY_INLINE FloatVector load_binary16(const std::uint8_t* from, std::size_t count) {
  std::array<std::uint8_t, 2 * kLanes> padded{};
  std::memcpy(padded.data(), from, 2 * count);
  return load_binary16(padded.data());
}

HWY_INLINE bool all_finite(FloatVector values) {
  const WordVector magnitude = hn::And(bits(values), hn::Set(kWords, ~kSign32));
  return hn::AllTrue(kWords, hn::Lt(magnitude, hn::Set(kWords, kInfinity32)));
}

// One block: eight groups of 32 with a scale and an offset each.
template <Stores kStores, bool kCanonical>
HWY_INLINE void q4ks_block(const Lookup& u4, float d, float dmin, const std::uint8_t* scale0,
                           const std::uint8_t* aux, const std::uint8_t* data,
                           std::uint32_t* HWY_RESTRICT out) {
  const hn::Rebind<std::uint8_t, Integers> kU6;
  alignas(32) std::array<float, 8> scales;
  alignas(32) std::array<float, 8> offsets;
  const auto six_bits = hn::Set(kIntegers, 63);
  for (std::size_t group = 0; group < 8; group += kLanes) {
    const auto sc = hn::And(hn::PromoteTo(kIntegers, hn::LoadU(kU6, scale0 + group)), six_bits);
    const auto m = hn::And(hn::PromoteTo(kIntegers, hn::LoadU(kU6, aux + group)), six_bits);
    hn::Store(hn::Mul(hn::Set(kFloats, d), hn::ConvertTo(kFloats, sc)), kFloats, &scales[group]);
    hn::Store(hn::Mul(hn::Set(kFloats, dmin), hn::ConvertTo(kFloats, m)), kFloats, &offsets[group]);
  }
  for (std::size_t group = 0; group < 8; ++group) {
    const FloatVector scale = hn::Set(kFloats, scales[group]);
    const FloatVector offset = hn::Set(kFloats, offsets[group]);
    for (std::size_t done = 0; done < 32; done += kStep) {
      const Elements q = look_up(u4, data);
      for (std::size_t p = 0; p < 4; ++p) {
        FloatVector values = hn::Sub(hn::Mul(scale, numbers(q.part[p])), offset);
        if constexpr (kCanonical) values = canonical(values);
        store<kStores>(bits(values), out + p * kLanes);
      }
      data += kStep / 2;
      out += kStep;
    }
  }
}

template <Stores kStores>
void q4ks(const Q4ksPart& part, std::uint32_t* HWY_RESTRICT out) {
  const Lookup u4 = lookup_of(kU4Values);
  alignas(32) std::array<float, kLanes> pairs;  // d, dmin, d, dmin, …
  constexpr std::size_t kBatch = kLanes / 2;
  for (std::size_t first = 0; first < part.blocks; first += kBatch) {
    const std::size_t count = std::min(kBatch, part.blocks - first);
    const std::uint8_t* scale1 = part.scale1 + 4 * first;
    const FloatVector loaded =
        count == kBatch ? load_binary16(scale1) : load_binary16(scale1, 2 * count);
    hn::Store(loaded, kFloats, pairs.data());
    const bool finite = all_finite(loaded);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t block = first + i;
      const std::uint8_t* scale0 = part.scale0 + 8 * block;
      const std::uint8_t* aux = part.aux + 8 * block;
      const std::uint8_t* data = part.data + 128 * block;
      // Finite halves give finite values throughout: 65504 * 63 * 15 is far from the range's end.
      if (finite) [[likely]] {
        q4ks_block<kStores, false>(u4, pairs[2 * i], pairs[2 * i + 1], scale0, aux, data,
                                   out + 256 * block);
      } else {
        q4ks_block<kStores, true>(u4, pairs[2 * i], pairs[2 * i + 1], scale0, aux, data,
                                  out + 256 * block);
      }
    }
  }
}

// Elements out of stored bytes, which stand in the most significant bytes of their lanes after the
// lookup: integers by 2^24.
HWY_INLINE FloatVector expanded(WordVector stored, WordVector expansion) {
  return hn::ConvertTo(
      kFloats, hn::BitCast(kIntegers, hn::TableLookupBytesOr0(hn::BitCast(kBytes, stored),
                                                              hn::BitCast(kBytes, expansion))));
}
constexpr float kExpandedUnit = 0x1p-24F;

// Blocks whose scales are finite and not negative, so that structural zeros stay +0 in the product,
// and whose quads store two bytes each. `scales` are by kExpandedUnit.
template <Stores kStores>
HWY_INLINE void i8s24_plain(const float* scales, const std::uint8_t* aux, const std::uint8_t* data,
                            std::uint32_t* HWY_RESTRICT out) {
  for (std::size_t block = 0; block < kLanes; ++block) {
    const FloatVector scale = hn::Set(kFloats, scales[block]);
    if constexpr (kLanes == 8) {
      for (std::size_t pair = 0; pair < 4; ++pair) {
        const WordVector stored = hn::Set(kWords, load_as<std::uint32_t>(data + 4 * pair));
        const WordVector expansion = hn::Load(kWords, kExpandPair[aux[pair]].data());
        store<kStores>(bits(hn::Mul(scale, expanded(stored, expansion))), out + 8 * pair);
      }
    } else {
      const WordVector stored = hn::BitCast(kWords, hn::LoadU(kBytes, data));
      for (std::size_t quad = 0; quad < 8; ++quad) {
        const unsigned slots = aux[quad / 2] >> (quad % 2 * 4) & 0xFu;
        const WordVector expansion = hn::Load(kWords, kExpandQuad[quad][slots].data());
        store<kStores>(bits(hn::Mul(scale, expanded(stored, expansion))), out + 4 * quad);
      }
    }
    aux += 4;
    data += 16;
    out += 32;
  }
}

// Any blocks. Gives back how many bytes of data they took. Two for each quad are there to be read
// wherever the cursor is: it has moved by two a quad at most.
template <Stores kStores>
HWY_INLINE std::size_t i8s24_any(const float* scales, std::size_t blocks, const std::uint8_t* aux,
                                 const std::uint8_t* data, std::uint32_t* HWY_RESTRICT out) {
  std::size_t cursor = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    const FloatVector scale = hn::Set(kFloats, scales[block]);
    for (std::size_t done = 0; done < 32; done += kLanes) {
      unsigned slots = *aux;
      WordVector stored;
      const std::uint32_t* places;
      if constexpr (kLanes == 8) {
        stored = hn::Set(kWords, load_as<std::uint32_t>(data + cursor));
        places = kExpandPair[slots].data();
        cursor += kStoredOfPair[slots];
        ++aux;
      } else {
        const hn::Repartition<std::uint16_t, Bytes> kPairs;
        slots = done % 8 == 0 ? slots & 0xF : slots >> 4;
        stored = hn::BitCast(kWords, hn::Set(kPairs, load_as<std::uint16_t>(data + cursor)));
        places = kExpandQuad[0][slots].data();
        cursor += stored_of_quad(slots);
        aux += done % 8 / 4;
      }
      const WordVector expansion = hn::Load(kWords, places);
      const WordVector values = bits(canonical(hn::Mul(scale, expanded(stored, expansion))));
      const auto absent = hn::BroadcastSignBit(hn::BitCast(kIntegers, expansion));
      store<kStores>(hn::AndNot(hn::BitCast(kWords, absent), values), out + done);
    }
    out += 32;
  }
  return cursor;
}

// Whether every quad of kLanes blocks names two positions, in whatever order.
HWY_INLINE bool all_quads_store_two(const std::uint8_t* aux) {
  const WordVector slots = hn::BitCast(kWords, hn::LoadU(kBytes, aux));
  const WordVector differing = hn::Xor(slots, hn::ShiftRight<2>(slots));
  const WordVector either = hn::Or(differing, hn::ShiftRight<1>(differing));
  const WordVector quads = hn::Set(kWords, 0x11111111);
  return hn::AllTrue(kWords, hn::Eq(hn::And(either, quads), quads));
}

template <Stores kStores>
void i8s24(const I8s24Part& part, std::uint32_t* HWY_RESTRICT out) {
  const std::uint8_t* data = part.data;
  const std::uint8_t* scale0 = part.scale0;
  const std::uint8_t* aux = part.aux;
  const FloatVector unit = hn::Set(kFloats, kExpandedUnit);
  alignas(32) std::array<float, kLanes> scales;
  std::size_t left = part.blocks;
  for (; left >= kLanes; left -= kLanes) {
    const FloatVector loaded = load_binary16(scale0);
    hn::Store(hn::Mul(loaded, unit), kFloats, scales.data());
    const bool positive = hn::AllTrue(kWords, hn::Lt(bits(loaded), hn::Set(kWords, kInfinity32)));
    if (positive && all_quads_store_two(aux)) [[likely]] {
      i8s24_plain<kStores>(scales.data(), aux, data, out);
      data += 16 * kLanes;
    } else {
      data += i8s24_any<kStores>(scales.data(), kLanes, aux, data, out);
    }
    scale0 += 2 * kLanes;
    aux += 4 * kLanes;
    out += 32 * kLanes;
  }
  if (left == 0) return;
  hn::Store(hn::Mul(load_binary16(scale0, left), unit), kFloats, scales.data());
  i8s24_any<kStores>(scales.data(), left, aux, data, out);
}

// One function of the table: the kernel for either way of writing.
template <class Part, void (*kCached)(const Part&, std::uint32_t*),
          void (*kStreamed)(const Part&, std::uint32_t*)>
void either(const Part& part, std::uint32_t* out, Stores stores) {
  if (stores == Stores::kStreamed) {
    kStreamed(part, out);
  } else {
    kCached(part, out);
  }
}

}  // namespace

extern const DecodeKernels kDecodeKernels;
const DecodeKernels kDecodeKernels = {
    .mxfp4 = either<Mxfp4Part, mxfp4<Stores::kCached>, mxfp4<Stores::kStreamed>>,
    .nvf4 = either<Nvf4Part, nvf4<Stores::kCached>, nvf4<Stores::kStreamed>>,
    .q4ks = either<Q4ksPart, q4ks<Stores::kCached>, q4ks<Stores::kStreamed>>,
    .i8s24 = either<I8s24Part, i8s24<Stores::kCached>, i8s24<Stores::kStreamed>>,
};

#endif  // an instruction set of isa.h
}  // namespace HWY_NAMESPACE
}  // namespace grit::reference::kernels
HWY_AFTER_NAMESPACE();

#endif  // x86-64 or AArch64

#if HWY_ONCE || !(defined(__x86_64__) || defined(__aarch64__))

namespace grit::reference::kernels {

const DecodeKernels* decode_kernels(Isa isa) {
  switch (isa) {
#if HWY_TARGETS & HWY_NEON
    case Isa::kNeon:
      return &N_NEON::kDecodeKernels;
#endif
#if HWY_TARGETS & HWY_SSE4
    case Isa::kSse4:
      return &N_SSE4::kDecodeKernels;
#endif
#if HWY_TARGETS & HWY_AVX2
    case Isa::kAvx2:
      return &N_AVX2::kDecodeKernels;
#endif
#if defined(__x86_64__)
    case Isa::kAvx512:
      return &kAvx512DecodeKernels;
    case Isa::kAvx512Dl:
      return &kAvx512DlDecodeKernels;
#endif
    default:
      return nullptr;
  }
}

}  // namespace grit::reference::kernels

#endif  // HWY_ONCE
