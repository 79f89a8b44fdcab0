#include "harness/reference/kernels/encode_kernels.h"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__) || defined(__aarch64__)

// Highway's own assertions, which a debug build would have, need its library.
#define HWY_IS_DEBUG_BUILD 0
#define HWY_WANT_AVX3_DL
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "harness/reference/kernels/encode_kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
HWY_BEFORE_NAMESPACE();
namespace grit::reference::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Scales of this many chunks are found first, and their elements encoded then: within one chunk,
// the second has to wait for the first.
constexpr std::size_t kBatch = 16;

// What is done for each value uses whole vectors; what is done once a block or group, four lanes,
// one for each of four blocks.
using Words = hn::ScalableTag<std::uint32_t>;
using Words8 = hn::CappedTag<std::uint32_t, 8>;
using Words4 = hn::FixedTag<std::uint32_t, 4>;
template <class D>
using Floats = hn::RebindToFloat<D>;
template <class D>
using Shorts = hn::Repartition<std::int16_t, D>;
template <class D>
using Vector = hn::Vec<D>;
template <class D>
using FloatVector = hn::Vec<Floats<D>>;

constexpr std::uint32_t kSign = 0x80000000;
constexpr std::uint32_t kMagnitude = 0x7FFFFFFF;
constexpr std::uint32_t kInfinity = 0x7F800000;
constexpr std::uint32_t kOne = 0x3F800000;
constexpr std::uint32_t kNanHalf = 0x7E00;  // binary16
constexpr float kLargestHalf = 65504.0f;

// Lanes that a comparison of magnitudes chose, as ones in all bits. Magnitudes are below 2^31,
// where the signed comparisons that every instruction set has are right.
template <class D>
HWY_INLINE Vector<D> ones_where_greater(D d, Vector<D> a, Vector<D> b) {
  const hn::RebindToSigned<D> di;
  return hn::BitCast(d, hn::VecFromMask(di, hn::BitCast(di, a) > hn::BitCast(di, b)));
}
template <class D>
HWY_INLINE Vector<D> ones_where_zero(D d, Vector<D> a) {
  return hn::VecFromMask(d, a == hn::Zero(d));
}

// mask ? yes : no, of masks as above.
template <class D>
HWY_INLINE Vector<D> choose(D d, Vector<D> mask, Vector<D> yes, Vector<D> no) {
  return hn::IfThenElse(hn::MaskFromVec(hn::BitCast(d, mask)), yes, no);
}

// The maxima of four vectors, one a lane.
template <class D>
HWY_INLINE Vector<Words4> maxima(D d, Vector<D> v0, Vector<D> v1, Vector<D> v2, Vector<D> v3) {
  const hn::RepartitionToWide<D> d64;
  const auto v01 = hn::Max(hn::InterleaveLower(d, v0, v1), hn::InterleaveUpper(d, v0, v1));
  const auto v23 = hn::Max(hn::InterleaveLower(d, v2, v3), hn::InterleaveUpper(d, v2, v3));
  const auto lower = hn::InterleaveLower(d64, hn::BitCast(d64, v01), hn::BitCast(d64, v23));
  const auto upper = hn::InterleaveUpper(d64, hn::BitCast(d64, v01), hn::BitCast(d64, v23));
  const auto each = hn::Max(hn::BitCast(d, lower), hn::BitCast(d, upper));  // of 128 bits
  if constexpr (hn::MaxLanes(d) == 4) {
    return each;
  } else {
    const hn::Half<D> half;
    const auto halves = hn::Max(hn::LowerHalf(half, each), hn::UpperHalf(half, each));
    if constexpr (hn::MaxLanes(half) == 4) {
      return halves;
    } else {
      const hn::Half<hn::Half<D>> quarter;
      return hn::Max(hn::LowerHalf(quarter, halves), hn::UpperHalf(quarter, halves));
    }
  }
}

// The largest magnitude of kCount values, in some lane.
template <std::size_t kCount, class D>
HWY_INLINE Vector<D> largest_magnitudes(D d, const std::uint32_t* HWY_RESTRICT values) {
  const auto magnitude = hn::Set(d, kMagnitude);
  auto largest = hn::And(hn::LoadU(d, values), magnitude);
  for (std::size_t i = hn::MaxLanes(d); i < kCount; i += hn::MaxLanes(d)) {
    largest = hn::Max(largest, hn::And(hn::LoadU(d, values + i), magnitude));
  }
  return largest;
}

template <class D>
struct Rounded {
  Vector<D> code;  // more by the offset of round_magnitude
  FloatVector<D> value;
};

// Rounds magnitudes, finite and at least +0, to a float format with kMantissa stored mantissa bits
// whose smallest normal magnitude is 2^kLeast: to nearest, ties to the even code (spec §1.4.2).
// There is no largest code: callers clamp. Codes come out more by (kLeast + 127) << kMantissa.
//
// In a binade of the format the codes are evenly spaced, as are binary32 numbers in the binade
// whose last place is that spacing. So adding the first number of the latter rounds to a code, ties
// to even included, and what it adds to that number's bits is the count of steps.
template <int kMantissa, int kLeast, class D>
HWY_INLINE Rounded<D> round_magnitude(D d, FloatVector<D> x) {
  const Floats<D> df;
  constexpr int kDropped = 23 - kMantissa;
  const auto least = hn::Set(d, std::uint32_t{kLeast + 127} << 23);
  const auto binade = hn::And(hn::Max(hn::BitCast(d, x), least), hn::Set(d, kInfinity));
  const auto first = hn::Add(binade, hn::Set(d, std::uint32_t{kDropped} << 23));
  const auto sum = hn::Add(x, hn::BitCast(df, first));
  const auto steps = hn::Sub(hn::BitCast(d, sum), first);
  return {hn::Add(steps, hn::ShiftRight<kDropped>(binade)), hn::Sub(sum, hn::BitCast(df, first))};
}
constexpr std::uint32_t code_offset(int mantissa, int least) {
  return static_cast<std::uint32_t>(least + 127) << mantissa;
}

// binary16, of magnitudes up to 65504: the code and what it is worth.
HWY_INLINE Rounded<Words4> round_half(Vector<Words4> x) {
  const Words4 d;
  const Floats<Words4> df;
  const auto clamped = hn::Min(hn::BitCast(df, x), hn::Set(df, kLargestHalf));
  const auto rounded = round_magnitude<10, -14>(d, clamped);
  return {hn::Sub(rounded.code, hn::Set(d, code_offset(10, -14))), rounded.value};
}

// To the nearest integer, ties to even, as two's complement. Requires |x| < 2^22.
template <class D>
HWY_INLINE Vector<D> round_integer(D d, FloatVector<D> x) {
  const Floats<D> df;
  const auto origin = hn::Set(df, 12582912.0f);  // 1.5 * 2^23, whose last place is 1
  return hn::Sub(hn::BitCast(d, hn::Add(x, origin)), hn::BitCast(d, origin));
}

// Zeros become infinity: x divided by that is a zero for every finite x.
template <class D>
HWY_INLINE FloatVector<D> divisor(D d, FloatVector<D> x) {
  const auto bits = hn::BitCast(d, x);
  const auto magnitude = hn::And(bits, hn::Set(d, kMagnitude));
  return hn::BitCast(Floats<D>(),
                     choose(d, ones_where_zero(d, magnitude), hn::Set(d, kInfinity), bits));
}

// Low bytes and low halves of four lanes.
HWY_INLINE void store_bytes(Vector<Words4> v, std::uint8_t* HWY_RESTRICT to) {
  const hn::RebindToSigned<Words4> di;
  const hn::FixedTag<std::uint8_t, 4> d8;
  hn::StoreU(hn::DemoteTo(d8, hn::BitCast(di, v)), d8, to);
}
HWY_INLINE void store_halves(Vector<Words4> v, std::uint8_t* HWY_RESTRICT to) {
  const hn::RebindToSigned<Words4> di;
  const hn::FixedTag<std::uint16_t, 4> d16;
  alignas(8) std::uint16_t halves[4];
  hn::Store(hn::DemoteTo(d16, hn::BitCast(di, v)), d16, halves);
  std::memcpy(to, halves, sizeof halves);
}

// Two vectors of 32-bit lanes as one of 16-bit lanes, saturated as signed numbers; the order is
// undone by store_nibbles.
template <class D>
HWY_INLINE Vector<Shorts<D>> narrowed(D d, Vector<D> a, Vector<D> b) {
  const hn::RebindToSigned<D> di;
  (void)d;
  return hn::ReorderDemote2To(Shorts<D>(), hn::BitCast(di, a), hn::BitCast(di, b));
}

// Nibbles of two narrowed pairs, four vectors in all, the low one of each byte first; 2N bytes for
// vectors of N words.
template <class D>
HWY_INLINE void store_nibbles(D d, Vector<Shorts<D>> a, Vector<Shorts<D>> b,
                              std::uint8_t* HWY_RESTRICT to) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  const auto pairs = [](Vector<Shorts<D>> v) HWY_ATTR {
    const D words;
    const auto w = hn::BitCast(words, v);
    return hn::And(hn::Or(w, hn::ShiftRight<12>(w)), hn::Set(words, 0xFFu));
  };
  auto bytes = hn::BitCast(d, narrowed(d, pairs(a), pairs(b)));
  if constexpr (kLanes > 4) {
    // Narrowing works on 128 bits at a time, so word b * 4 + v has bytes of block b of vector v.
    alignas(64) std::uint32_t order[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i) {
      order[i] = static_cast<std::uint32_t>(i % (kLanes / 4) * 4 + i / (kLanes / 4));
    }
    bytes = hn::TableLookupLanes(bytes, hn::SetTableIndices(d, order));
  }
  const hn::Rebind<std::uint8_t, Shorts<D>> d8;
  hn::StoreU(hn::DemoteTo(d8, hn::BitCast(Shorts<D>(), bytes)), d8, to);
}

// ---- Blocks of e2m1 elements: MXFP4 and NVF4

// What elements of blocks are masked with, all ones, or 0 where a value of the block is not finite;
// and then scaled by.
struct BlockScales {
  alignas(16) std::uint32_t keep[4 * kBatch];
  alignas(16) float scale[4 * kBatch];
};

struct MultiplyBy {
  template <class V>
  HWY_INLINE V operator()(V x, V scale) const {
    return hn::Mul(x, scale);
  }
};
struct DivideBy {
  template <class V>
  HWY_INLINE V operator()(V x, V scale) const {
    return hn::Div(x, scale);
  }
};

// How magnitudes become e2m1 codes: begin() in 32-bit lanes, end() in 16-bit lanes.
struct NearestEven {
  template <class D>
  static HWY_INLINE Vector<D> begin(D d, FloatVector<D> x) {
    return round_magnitude<1, 0>(d, x).code;
  }
  template <class D16>
  static HWY_INLINE hn::Vec<D16> end(D16 d, hn::Vec<D16> v) {
    constexpr auto kOffset = static_cast<std::int16_t>(code_offset(1, 0));
    return hn::Min(hn::Sub(v, hn::Set(d, kOffset)), hn::Set(d, std::int16_t{7}));
  }
};
struct TowardZero {
  // Exponent and first mantissa bit, which from 1 on are the code: 254 is 2. Below there are 252
  // and 253 for [0.5, 1), which is code 1, and less for code 0.
  template <class D>
  static HWY_INLINE Vector<D> begin(D d, FloatVector<D> x) {
    return hn::ShiftRight<22>(hn::BitCast(d, x));
  }
  template <class D16>
  static HWY_INLINE hn::Vec<D16> end(D16 d, hn::Vec<D16> v) {
    const auto one = hn::Set(d, std::int16_t{1});
    const auto half_up = hn::Max(hn::Sub(v, hn::Set(d, std::int16_t{251})), hn::Zero(d));
    const auto code = hn::Add(half_up, hn::VecFromMask(d, half_up > one));
    return hn::Min(code, hn::Set(d, std::int16_t{7}));
  }
};

// The elements of a chunk of four blocks.
template <std::size_t kBlock, class Projection, class Scaling>
HWY_INLINE void store_e2m1(const std::uint32_t* HWY_RESTRICT values,
                           const std::uint32_t* HWY_RESTRICT keep, const float* HWY_RESTRICT scale,
                           std::uint8_t* HWY_RESTRICT data) {
  const Words d;
  const Floats<Words> df;
  const Shorts<Words> d16;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const auto magnitude = hn::Set(d, kMagnitude);
  for (std::size_t begin = 0; begin < 4 * kBlock; begin += 4 * kLanes) {
    Vector<Words> value[4];
    Vector<Words> code[4];
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t at = begin + i * kLanes;
      value[i] = hn::And(hn::LoadU(d, values + at), hn::Set(d, keep[at / kBlock]));
      const auto scaled =
          Scaling()(hn::BitCast(df, hn::And(value[i], magnitude)), hn::Set(df, scale[at / kBlock]));
      code[i] = Projection::begin(d, scaled);
    }
    Vector<Shorts<Words>> nibbles[2];
    for (std::size_t i = 0; i < 2; ++i) {
      const auto magnitudes = Projection::end(d16, narrowed(d, code[2 * i], code[2 * i + 1]));
      // Saturation keeps the sign of any bits, a negative zero's included.
      const hn::RebindToUnsigned<Shorts<Words>> du16;
      const auto signs = hn::BitCast(du16, narrowed(d, value[2 * i], value[2 * i + 1]));
      const auto sign = hn::And(hn::ShiftRight<12>(signs), hn::Set(du16, std::uint16_t{8}));
      nibbles[i] = hn::Or(magnitudes, hn::BitCast(d16, sign));
    }
    store_nibbles(d, nibbles[0], nibbles[1], data + begin / 2);
  }
}

// `derive` takes four blocks' largest magnitudes to their scales: stores the bytes of scale0, and
// what BlockScales has for them.
template <std::size_t kBlock, class Projection, class Scaling, class Derive>
HWY_INLINE void encode_e2m1(const EncodeChunks& job, Derive derive) {
  const Words d;
  constexpr std::size_t kChunk = 4 * kBlock;
  BlockScales blocks;
  for (std::size_t first = 0; first < job.chunks; first += kBatch) {
    const std::size_t count = std::min(kBatch, job.chunks - first);
    const std::uint32_t* HWY_RESTRICT values = job.values + first * kChunk;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t* HWY_RESTRICT chunk = values + i * kChunk;
      const auto largest = maxima(d, largest_magnitudes<kBlock>(d, chunk),
                                  largest_magnitudes<kBlock>(d, chunk + kBlock),
                                  largest_magnitudes<kBlock>(d, chunk + 2 * kBlock),
                                  largest_magnitudes<kBlock>(d, chunk + 3 * kBlock));
      derive(largest, job.scale0 + 4 * (first + i), blocks.keep + 4 * i, blocks.scale + 4 * i);
    }
    for (std::size_t i = 0; i < count; ++i) {
      store_e2m1<kBlock, Projection, Scaling>(values + i * kChunk, blocks.keep + 4 * i,
                                              blocks.scale + 4 * i,
                                              job.data + (first + i) * kChunk / 2);
    }
  }
}

// ---- MXFP4

struct Mxfp4Scales {
  // What, added to the bits of a magnitude, takes it to the next binade where its exponent rounds
  // up: 0 for the floor.
  std::uint32_t carry;

  HWY_INLINE void operator()(Vector<Words4> largest, std::uint8_t* HWY_RESTRICT scale0,
                             std::uint32_t* HWY_RESTRICT keep, float* HWY_RESTRICT scale) const {
    const Words4 d;
    const Floats<Words4> df;
    const auto poisoned = ones_where_greater(d, largest, hn::Set(d, kInfinity - 1));
    // The exponent field less 2, clamped at 0; subnormals have the field 0, or 1 with the carry.
    const auto field = hn::ShiftRight<23>(hn::Add(largest, hn::Set(d, carry)));
    const auto two = hn::Set(d, 2u);
    const auto exponent =
        choose(d, ones_where_zero(d, largest), hn::Set(d, 127u), hn::Sub(hn::Max(field, two), two));
    store_bytes(hn::Or(exponent, hn::And(poisoned, hn::Set(d, 0xFFu))), scale0);
    hn::Store(hn::Not(poisoned), d, keep);
    // Dividing by 2^x is multiplying by 2^-x: x is in -127..126, so 2^-x is a normal number, and
    // both round the same exact value once.
    const auto inverse = hn::ShiftLeft<23>(hn::Sub(hn::Set(d, 254u), exponent));
    hn::Store(hn::BitCast(df, inverse), df, scale);
  }
};

void mxfp4(const EncodeChunks& job) {
  encode_e2m1<32, NearestEven, MultiplyBy>(job, Mxfp4Scales{0});
}
void mxfp4_rne(const EncodeChunks& job) {
  constexpr std::uint32_t kAboveRoot2 = 0x3504F4;  // the least mantissa of f with f * f > 2
  encode_e2m1<32, NearestEven, MultiplyBy>(job, Mxfp4Scales{0x800000 - kAboveRoot2});
}

// ---- NVF4

// The largest magnitude among values; with kFinite, of those that are finite.
template <bool kFinite>
HWY_INLINE std::uint32_t largest_of(std::span<const std::uint32_t> values) {
  const Words d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const auto at = [values](std::size_t i) HWY_ATTR {
    const Words words;
    const auto v = hn::And(hn::LoadU(words, values.data() + i), hn::Set(words, kMagnitude));
    if constexpr (!kFinite) return v;
    return hn::And(v, ones_where_greater(words, hn::Set(words, kInfinity), v));
  };
  Vector<Words> largest[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  std::size_t i = 0;
  for (; i + 4 * kLanes <= values.size(); i += 4 * kLanes) {
    for (std::size_t j = 0; j < 4; ++j) largest[j] = hn::Max(largest[j], at(i + j * kLanes));
  }
  for (; i < values.size(); i += kLanes) largest[0] = hn::Max(largest[0], at(i));
  return hn::GetLane(
      hn::MaxOfLanes(Words4(), maxima(d, largest[0], largest[1], largest[2], largest[3])));
}

std::uint32_t largest_finite(std::span<const std::uint32_t> values) {
  const std::uint32_t largest = largest_of<false>(values);
  return largest < kInfinity ? largest : largest_of<true>(values);
}

struct Nvf4Scales {
  std::uint32_t tensor_scale;

  HWY_INLINE void operator()(Vector<Words4> largest, std::uint8_t* HWY_RESTRICT scale0,
                             std::uint32_t* HWY_RESTRICT keep, float* HWY_RESTRICT scale) const {
    const Words4 d;
    const Floats<Words4> df;
    const auto outer = hn::BitCast(df, hn::Set(d, tensor_scale));
    const auto poisoned = ones_where_greater(d, largest, hn::Set(d, kInfinity - 1));
    const auto finite = hn::AndNot(poisoned, largest);
    const auto quotient = hn::Div(hn::Div(hn::BitCast(df, finite), hn::Set(df, 6.0f)), outer);
    const auto wanted =
        choose(d, ones_where_zero(d, finite), hn::Set(d, kOne), hn::BitCast(d, quotient));
    const auto inner =
        round_magnitude<3, -6>(d, hn::Min(hn::BitCast(df, wanted), hn::Set(df, 448.0f)));
    const auto code = hn::Sub(inner.code, hn::Set(d, code_offset(3, -6)));
    store_bytes(choose(d, poisoned, hn::Set(d, 0x7Fu), code), scale0);
    hn::Store(hn::Not(poisoned), d, keep);
    // A scale that underflowed to 0 leaves signed zeros.
    hn::Store(divisor(d, hn::Mul(outer, inner.value)), df, scale);
  }
};

void nvf4(const EncodeChunks& job) {
  encode_e2m1<16, NearestEven, DivideBy>(job, Nvf4Scales{job.tensor_scale});
}
void nvf4_rtz(const EncodeChunks& job) {
  encode_e2m1<16, TowardZero, DivideBy>(job, Nvf4Scales{job.tensor_scale});
}

// ---- Q4KS

// Rounded and clamped to 0..most. Requires that no lane is NaN.
template <class D>
HWY_INLINE Vector<D> round_unsigned(D d, FloatVector<D> x, float most) {
  const Floats<D> df;
  return round_integer(d, hn::Min(hn::Max(x, hn::Zero(df)), hn::Set(df, most)));
}

constexpr std::size_t kQ4Block = 256;
constexpr std::size_t kQ4Group = 32;
constexpr std::size_t kQ4Groups = kQ4Block / kQ4Group;

// Stores a block's scales, and each group's divisor and what is added before. False where a value
// is not finite; the latter two are not stored then.
HWY_INLINE bool store_q4ks_scales(const std::uint32_t* HWY_RESTRICT values,
                                  std::uint8_t* HWY_RESTRICT scale0,
                                  std::uint8_t* HWY_RESTRICT scale1, std::uint8_t* HWY_RESTRICT aux,
                                  float* HWY_RESTRICT group_divisor,
                                  float* HWY_RESTRICT group_offset) {
  const Words d;
  const hn::RebindToSigned<Words> di;
  const Words4 d4;
  const Floats<Words4> df4;
  const hn::RebindToSigned<Words4> di4;
  // hi and -lo, at least +0. As signed integers, positive numbers are in order and above all
  // negative ones; with the sign turned over, negative ones are.
  Vector<Words> high[kQ4Groups];
  Vector<Words> low[kQ4Groups];
  for (std::size_t g = 0; g < kQ4Groups; ++g) {
    auto hi = hn::Zero(di);
    auto lo = hn::Zero(di);
    for (std::size_t i = 0; i < kQ4Group; i += hn::MaxLanes(d)) {
      const auto v = hn::LoadU(d, values + g * kQ4Group + i);
      hi = hn::Max(hi, hn::BitCast(di, v));
      lo = hn::Max(lo, hn::BitCast(di, hn::Xor(v, hn::Set(d, kSign))));
    }
    high[g] = hn::BitCast(d, hi);
    low[g] = hn::BitCast(d, lo);
  }
  Vector<Words4> step[2];
  Vector<Words4> off[2];
  auto largest = hn::Zero(d4);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto hi = maxima(d, high[4 * i], high[4 * i + 1], high[4 * i + 2], high[4 * i + 3]);
    off[i] = maxima(d, low[4 * i], low[4 * i + 1], low[4 * i + 2], low[4 * i + 3]);
    largest = hn::Max(largest, hn::Max(hi, off[i]));
    const auto range = hn::Add(hn::BitCast(df4, hi), hn::BitCast(df4, off[i]));
    step[i] = hn::BitCast(d4, hn::Div(range, hn::Set(df4, 15.0f)));
  }
  if (hn::GetLane(hn::MaxOfLanes(d4, largest)) >= kInfinity) {
    const std::uint32_t outer = kNanHalf;
    std::memcpy(scale1, &outer, sizeof outer);
    std::memset(scale0, 0, kQ4Groups);
    std::memset(aux, 0, kQ4Groups);
    return false;
  }

  // The same number in all four lanes.
  const auto most_step = hn::BitCast(df4, hn::MaxOfLanes(d4, hn::Max(step[0], step[1])));
  const auto most_off = hn::BitCast(df4, hn::MaxOfLanes(d4, hn::Max(off[0], off[1])));
  const auto scale = round_half(hn::BitCast(d4, hn::Div(most_step, hn::Set(df4, 63.0f))));
  const auto minimum = round_half(hn::BitCast(d4, hn::Div(most_off, hn::Set(df4, 63.0f))));
  const bool negatives = hn::GetLane(hn::BitCast(d4, most_off)) != 0;
  const std::uint32_t outer =
      hn::GetLane(scale.code) | (negatives ? hn::GetLane(minimum.code) : 0x8000u) << 16;
  std::memcpy(scale1, &outer, sizeof outer);

  const auto by_scale = divisor(d4, scale.value);
  const auto by_minimum = divisor(d4, minimum.value);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto sc = round_unsigned(d4, hn::Div(hn::BitCast(df4, step[i]), by_scale), 63.0f);
    const auto m = round_unsigned(d4, hn::Div(hn::BitCast(df4, off[i]), by_minimum), 63.0f);
    store_bytes(sc, scale0 + 4 * i);
    store_bytes(m, aux + 4 * i);
    const auto product = hn::Mul(scale.value, hn::ConvertTo(df4, hn::BitCast(di4, sc)));
    const auto offset = hn::Mul(minimum.value, hn::ConvertTo(df4, hn::BitCast(di4, m)));
    hn::Store(divisor(d4, product), df4, group_divisor + 4 * i);
    hn::Store(offset, df4, group_offset + 4 * i);
  }
  return true;
}

void q4ks(const EncodeChunks& job) {
  const Words d;
  const Floats<Words> df;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  alignas(16) float divisors[kBatch * kQ4Groups];
  alignas(16) float offsets[kBatch * kQ4Groups];
  bool finite[kBatch];
  for (std::size_t first = 0; first < job.chunks; first += kBatch) {
    const std::size_t count = std::min(kBatch, job.chunks - first);
    const std::uint32_t* HWY_RESTRICT values = job.values + first * kQ4Block;
    for (std::size_t i = 0; i < count; ++i) {
      finite[i] = store_q4ks_scales(values + i * kQ4Block, job.scale0 + kQ4Groups * (first + i),
                                    job.scale1 + 4 * (first + i), job.aux + kQ4Groups * (first + i),
                                    divisors + kQ4Groups * i, offsets + kQ4Groups * i);
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::uint8_t* HWY_RESTRICT data = job.data + (first + i) * kQ4Block / 2;
      if (!finite[i]) {
        std::memset(data, 0, kQ4Block / 2);
        continue;
      }
      for (std::size_t begin = 0; begin < kQ4Block; begin += 4 * kLanes) {
        Vector<Words> code[4];
        for (std::size_t j = 0; j < 4; ++j) {
          const std::size_t at = i * kQ4Block + begin + j * kLanes;
          const auto shifted = hn::Add(hn::BitCast(df, hn::LoadU(d, values + at)),
                                       hn::Set(df, offsets[at / kQ4Group]));
          const auto scaled = hn::Div(shifted, hn::Set(df, divisors[at / kQ4Group]));
          code[j] = round_unsigned(d, scaled, 15.0f);
        }
        store_nibbles(d, narrowed(d, code[0], code[1]), narrowed(d, code[2], code[3]),
                      data + begin / 2);
      }
    }
  }
}

// ---- I8S24

// What survives of quads, a lane each.
template <class D>
struct Survivors {
  Vector<D> first;
  Vector<D> second;
  Vector<D> positions;  // first | second << 2
  Vector<D> rank;       // the larger magnitude, NaN as infinity
};

template <class D>
HWY_INLINE Survivors<D> survivors(D d, const std::uint32_t* HWY_RESTRICT values) {
  Vector<D> v[4];
  hn::LoadInterleaved4(d, values, v[0], v[1], v[2], v[3]);
  Vector<D> rank[4];
  for (std::size_t i = 0; i < 4; ++i) {
    rank[i] = hn::Min(hn::And(v[i], hn::Set(d, kMagnitude)), hn::Set(d, kInfinity));
  }
  // In order of rank, the lower position first where ranks are equal: both pairs' winners survive,
  // unless one pair's loser comes before the other pair's winner.
  const auto beats01 = ones_where_greater(d, rank[1], rank[0]);
  const auto beats23 = ones_where_greater(d, rank[3], rank[2]);
  const auto winner01 = hn::Max(rank[0], rank[1]);
  const auto winner23 = hn::Max(rank[2], rank[3]);
  const auto not_both01 = ones_where_greater(d, winner23, hn::Min(rank[0], rank[1]));
  const auto both23 = ones_where_greater(d, hn::Min(rank[2], rank[3]), winner01);

  const auto use1 = hn::And(beats01, not_both01);
  const auto use3 = hn::Or(beats23, both23);
  const auto first = choose(d, both23, v[2], choose(d, use1, v[1], v[0]));
  const auto second = choose(d, not_both01, choose(d, use3, v[3], v[2]), v[1]);
  const auto first_at = choose(d, both23, hn::Set(d, 2u), hn::And(use1, hn::Set(d, 1u)));
  const auto second_at =
      choose(d, not_both01, hn::Or(hn::Set(d, 8u), hn::And(use3, hn::Set(d, 4u))), hn::Set(d, 4u));
  return {first, second, hn::Or(first_at, second_at), hn::Max(winner01, winner23)};
}

// Of the blocks of a batch: what survived, quad by quad, and the blocks' scales.
struct SurvivingQuads {
  static constexpr std::size_t kChunk = 32;  // quads
  alignas(64) std::uint32_t first[kBatch * kChunk];
  alignas(64) std::uint32_t second[kBatch * kChunk];
  BlockScales blocks;
};

// Stores the metadata and the scales of a chunk, and its part of a batch.
HWY_INLINE void store_i8s24_scales(const std::uint32_t* HWY_RESTRICT values,
                                   std::uint8_t* HWY_RESTRICT scale0,
                                   std::uint8_t* HWY_RESTRICT aux,
                                   std::uint32_t* HWY_RESTRICT first,
                                   std::uint32_t* HWY_RESTRICT second,
                                   std::uint32_t* HWY_RESTRICT keep, float* HWY_RESTRICT scale) {
  const Words8 d;  // no wider than a block's quads
  const Words4 d4;
  const Floats<Words4> df4;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  constexpr std::size_t kVectors = 8 / kLanes;  // a block
  Vector<Words8> positions[4 * kVectors];
  Vector<Words8> rank[4];
  for (std::size_t block = 0; block < 4; ++block) {
    rank[block] = hn::Zero(d);
    for (std::size_t i = block * kVectors; i < (block + 1) * kVectors; ++i) {
      const auto chosen = survivors(d, values + 4 * kLanes * i);
      hn::Store(chosen.first, d, first + kLanes * i);
      hn::Store(chosen.second, d, second + kLanes * i);
      positions[i] = chosen.positions;
      rank[block] = hn::Max(rank[block], chosen.rank);
    }
  }
  for (std::size_t i = 0; i < 4 * kVectors; i += 4) {
    store_nibbles(d, narrowed(d, positions[i], positions[i + 1]),
                  narrowed(d, positions[i + 2], positions[i + 3]), aux + kLanes * i / 2);
  }

  const auto largest = maxima(d, rank[0], rank[1], rank[2], rank[3]);
  const auto poisoned = ones_where_greater(d4, largest, hn::Set(d4, kInfinity - 1));
  const auto finite = hn::AndNot(poisoned, largest);
  const auto quotient = hn::Div(hn::BitCast(df4, finite), hn::Set(df4, 127.0f));
  const auto rounded = round_half(
      choose(d4, ones_where_zero(d4, finite), hn::Set(d4, kOne), hn::BitCast(d4, quotient)));
  const auto code = hn::Max(rounded.code, hn::Set(d4, 1u));
  store_halves(choose(d4, poisoned, hn::Set(d4, kNanHalf), code), scale0);
  hn::Store(hn::Not(poisoned), d4, keep);
  hn::Store(hn::Max(rounded.value, hn::Set(df4, 0x1p-24f)), df4, scale);
}

// s8 codes as 32-bit lanes.
template <class D>
HWY_INLINE Vector<D> round_s8(D d, Vector<D> v, FloatVector<D> scale) {
  const Floats<D> df;
  const auto most = hn::Set(df, 127.0f);
  const auto scaled = hn::Div(hn::BitCast(df, v), scale);
  return round_integer(d, hn::Min(hn::Max(scaled, hn::Neg(most)), most));
}

void i8s24(const EncodeChunks& job) {
  const Words8 d;
  const hn::RebindToSigned<Words8> di;
  const Floats<Words8> df;
  const hn::Half<Shorts<Words8>> d16;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  constexpr std::size_t kChunk = SurvivingQuads::kChunk;
  constexpr std::size_t kQuads = 8;  // of a block
  SurvivingQuads batch;
  for (std::size_t first = 0; first < job.chunks; first += kBatch) {
    const std::size_t count = std::min(kBatch, job.chunks - first);
    for (std::size_t i = 0; i < count; ++i) {
      store_i8s24_scales(job.values + 4 * kChunk * (first + i), job.scale0 + 8 * (first + i),
                         job.aux + kChunk / 2 * (first + i), batch.first + kChunk * i,
                         batch.second + kChunk * i, batch.blocks.keep + 4 * i,
                         batch.blocks.scale + 4 * i);
    }
    std::uint8_t* HWY_RESTRICT data = job.data + 2 * kChunk * first;
    for (std::size_t i = 0; i < kChunk * count; i += kLanes) {
      const auto keep = hn::Set(d, batch.blocks.keep[i / kQuads]);
      const auto scale = hn::Set(df, batch.blocks.scale[i / kQuads]);
      const auto low = round_s8(d, hn::And(hn::Load(d, batch.first + i), keep), scale);
      const auto high = round_s8(d, hn::And(hn::Load(d, batch.second + i), keep), scale);
      // A quad's two bytes in each lane, with the sign of the second above them.
      const auto pairs = hn::Or(hn::And(low, hn::Set(d, 0xFFu)), hn::ShiftLeft<8>(high));
      alignas(16) std::int16_t bytes[kLanes];
      hn::Store(hn::DemoteTo(d16, hn::BitCast(di, pairs)), d16, bytes);
      std::memcpy(data + 2 * i, bytes, sizeof bytes);
    }
  }
}

constexpr EncodeKernels kTable{.mxfp4 = mxfp4,
                               .mxfp4_rne = mxfp4_rne,
                               .nvf4 = nvf4,
                               .nvf4_rtz = nvf4_rtz,
                               .q4ks = q4ks,
                               .i8s24 = i8s24,
                               .largest_finite = largest_finite};

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grit::reference::kernels
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET

#endif  // x86-64 or AArch64

#if HWY_ONCE || !(defined(__x86_64__) || defined(__aarch64__))
namespace grit::reference::kernels {

EncodeKernels::Kernel EncodeKernels::kernel(GradeName grade) const {
  switch (grade) {
    case GradeName::kMxfp4:
      return mxfp4;
    case GradeName::kMxfp4Rne:
      return mxfp4_rne;
    case GradeName::kNvf4:
      return nvf4;
    case GradeName::kNvf4Rtz:
      return nvf4_rtz;
    case GradeName::kQ4ks:
      return q4ks;
    case GradeName::kI8s24:
      return i8s24;
  }
  return nullptr;
}

const EncodeKernels* encode_kernels(Isa isa) {
  switch (isa) {
#if HWY_TARGETS & HWY_NEON
    case Isa::kNeon:
      return &N_NEON::kTable;
#endif
#if HWY_TARGETS & HWY_SSE4
    case Isa::kSse4:
      return &N_SSE4::kTable;
#endif
#if HWY_TARGETS & HWY_AVX2
    case Isa::kAvx2:
      return &N_AVX2::kTable;
#endif
#if HWY_TARGETS & HWY_AVX3
    case Isa::kAvx512:
      return &N_AVX3::kTable;
#endif
#if HWY_TARGETS & HWY_AVX3_DL
    case Isa::kAvx512Dl:
      return &N_AVX3_DL::kTable;
#endif
    default:
      return nullptr;
  }
}

}  // namespace grit::reference::kernels
#endif  // HWY_ONCE
