// One form of decode with AVX-512: included by decode_avx512.hpp once for each, inside of the
// region that is compiled for the form's instructions. No include guard, no include.
//
// DECODE_AVX512_FORM is the form's namespace, DECODE_AVX512_HAS_DL whether VBMI and VBMI2 are
// there.
//
// Products and differences are written with their rounding: to nearest, whatever the caller has
// set, and nothing that a compiler would contract.

namespace grit::reference::kernels::DECODE_AVX512_FORM {
namespace {

using namespace avx512_tables;

template <class T>
inline T load_as(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

inline __m512i words(std::uint32_t word) {
  return _mm512_set1_epi32(std::bit_cast<std::int32_t>(word));
}
inline __m512 numbers(std::uint32_t bits) { return _mm512_castsi512_ps(words(bits)); }
inline __m512i load(const void* from) { return _mm512_loadu_si512(from); }
inline __m512 load_numbers(const void* from) { return _mm512_castsi512_ps(load(from)); }

template <Stores kStores>
inline void store(__m512 values, std::uint32_t* out) {
  if constexpr (kStores == Stores::kStreamed) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(out), _mm512_castps_si512(values));
  } else {
    _mm512_storeu_si512(out, _mm512_castps_si512(values));
  }
}

inline __m512 multiply(__m512 a, __m512 b) {
  return _mm512_mul_round_ps(a, b, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
inline __m512 subtract(__m512 a, __m512 b) {
  return _mm512_sub_round_ps(a, b, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

// Sixteen scales to where they are loaded one by one, each into a whole vector. g++ would keep them
// in a register and move each lane about on the one port that permutations need.
inline void store_scales(std::array<float, 16>& to, __m512 scales) {
  _mm512_store_ps(to.data(), scales);
#if defined(__GNUC__)
  asm("" : "+m"(to));
#endif
}

// Every NaN as decode gives it.
inline __m512 canonical(__m512 values) {
  return _mm512_mask_mov_ps(values, _mm512_cmp_ps_mask(values, values, _CMP_UNORD_Q),
                            numbers(kNan32));
}

// Four times sixteen codes of four bits, for lookups that ignore all bits but the lowest four.
struct Codes {
  __m512i vector[4];
};

// Of 32 bytes.
inline Codes codes_of(const std::uint8_t* data) {
  const __m512i shifts = load(kNibbleShifts.data());
#if DECODE_AVX512_HAS_DL
  const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(data));
  const __m512i spread = _mm512_srlv_epi32(
      _mm512_permutexvar_epi8(load(kSpread32.data()), _mm512_broadcast_i64x4(bytes)), shifts);
  return {{spread, _mm512_srli_epi32(spread, 8), _mm512_srli_epi32(spread, 16),
           _mm512_srli_epi32(spread, 24)}};
#else
  Codes codes;
  for (unsigned half = 0; half < 2; ++half) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + 16 * half));
    const __m512i spread = _mm512_srlv_epi32(
        _mm512_shuffle_epi8(_mm512_broadcast_i32x4(bytes), load(kSpread16.data())), shifts);
    codes.vector[2 * half] = spread;
    codes.vector[2 * half + 1] = _mm512_srli_epi32(spread, 8);
  }
  return codes;
#endif
}

template <Stores kStores>
void mxfp4(const Mxfp4Part& part, std::uint32_t* out) {
  const std::uint8_t* data = part.data;
  const std::uint8_t* scale = part.scale0;
  std::size_t left = part.blocks;
  for (; left >= 2; left -= 2) {
    const Codes codes = codes_of(data);
    for (unsigned block = 0; block < 2; ++block) {
      const __m512 values = load_numbers(kMxfp4Words[scale[block]].data());
      store<kStores>(_mm512_permutexvar_ps(codes.vector[2 * block], values), out + 32 * block);
      store<kStores>(_mm512_permutexvar_ps(codes.vector[2 * block + 1], values),
                     out + 32 * block + 16);
    }
    scale += 2;
    data += 32;
    out += 64;
  }
  if (left == 0) return;
  std::array<std::uint8_t, 32> last{};
  std::memcpy(last.data(), data, 16);
  const Codes codes = codes_of(last.data());
  const __m512 values = load_numbers(kMxfp4Words[*scale].data());
  store<kStores>(_mm512_permutexvar_ps(codes.vector[0], values), out);
  store<kStores>(_mm512_permutexvar_ps(codes.vector[1], values), out + 16);
}

// The values of sixteen e4m3 codes under a tensor scale. Spec §1.2.4, §8.3.
template <bool kCanonical>
inline __m512 nvf4_scales(const std::uint8_t* scale0, __m512 tensor_scale) {
  const __m512i codes =
      _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(scale0)));
  const __m512i magnitude = _mm512_and_si512(codes, words(0x7F));
  const __m512i normal =
      _mm512_add_epi32(_mm512_slli_epi32(magnitude, 20), words(std::uint32_t{127 - 7} << 23));
  // magnitude * 2^-9
  const __m512 subnormal =
      multiply(_mm512_cvtepi32_ps(magnitude), numbers(std::uint32_t{127 - 9} << 23));
  const __m512 either = _mm512_mask_mov_ps(_mm512_castsi512_ps(normal),
                                           _mm512_cmplt_epu32_mask(magnitude, words(8)), subnormal);
  // either | (codes << 24 & kSign32)
  constexpr int kOrAnd = 0xF8;
  const __m512 block_scale = _mm512_castsi512_ps(_mm512_ternarylogic_epi32(
      _mm512_castps_si512(either), _mm512_slli_epi32(codes, 24), words(kSign32), kOrAnd));
  const __m512 scales =
      _mm512_mask_mov_ps(multiply(tensor_scale, block_scale),
                         _mm512_cmpeq_epi32_mask(magnitude, words(0x7F)), numbers(kNan32));
  return kCanonical ? canonical(scales) : scales;
}

// The sixteen values of e2m1 under a scale.
template <bool kCanonical>
inline __m512 nvf4_values(float scale, __m512 e2m1) {
  const __m512 values = multiply(_mm512_set1_ps(scale), e2m1);
  return kCanonical ? canonical(values) : values;
}

// kCanonical: products may be NaN that are made of no NaN.
template <Stores kStores, bool kCanonical>
void nvf4_blocks(const Nvf4Part& part, std::uint32_t* out) {
  const __m512 e2m1 = load_numbers(kMxfp4Words[0x7F].data());
  const __m512 tensor_scale = numbers(part.tensor_scale);
  const std::uint8_t* data = part.data;
  const std::uint8_t* scale0 = part.scale0;
  alignas(64) std::array<float, 16> scales;
  std::size_t left = part.blocks;
  for (; left >= 16; left -= 16) {
    store_scales(scales, nvf4_scales<kCanonical>(scale0, tensor_scale));
    for (unsigned first = 0; first < 16; first += 4) {
      const Codes codes = codes_of(data);
      for (unsigned block = 0; block < 4; ++block) {
        const __m512 values = nvf4_values<kCanonical>(scales[first + block], e2m1);
        store<kStores>(_mm512_permutexvar_ps(codes.vector[block], values), out + 16 * block);
      }
      data += 32;
      out += 64;
    }
    scale0 += 16;
  }
  if (left == 0) return;
  std::array<std::uint8_t, 16> last_scales{};
  std::memcpy(last_scales.data(), scale0, left);
  store_scales(scales, nvf4_scales<kCanonical>(last_scales.data(), tensor_scale));
  for (std::size_t first = 0; first < left; first += 4) {
    const std::size_t count = std::min<std::size_t>(4, left - first);
    std::array<std::uint8_t, 32> last{};
    std::memcpy(last.data(), data, 8 * count);
    const Codes codes = codes_of(last.data());
    for (std::size_t block = 0; block < count; ++block) {
      const __m512 values = nvf4_values<kCanonical>(scales[first + block], e2m1);
      store<kStores>(_mm512_permutexvar_ps(codes.vector[block], values), out);
      out += 16;
    }
    data += 32;
  }
}

template <Stores kStores>
void nvf4(const Nvf4Part& part, std::uint32_t* out) {
  if (magnitude32(part.tensor_scale) < kNvf4NeverInfinite) {
    nvf4_blocks<kStores, false>(part, out);
  } else {
    nvf4_blocks<kStores, true>(part, out);
  }
}

// Sixteen binary16 numbers as binary32.
inline __m512 load_binary16(const std::uint8_t* from) {
  return canonical(_mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))));
}

// Which of sixteen numbers are finite; which are finite and not negative, -0 apart.
inline __mmask16 finite(__m512 values) {
  return _mm512_cmplt_epu32_mask(_mm512_and_si512(_mm512_castps_si512(values), words(~kSign32)),
                                 words(kInfinity32));
}
inline __mmask16 finite_and_positive(__m512 values) {
  return _mm512_cmplt_epu32_mask(_mm512_castps_si512(values), words(kInfinity32));
}
constexpr __mmask16 kAll = 0xFFFF;

// One block: eight groups of 32 with a scale and an offset each.
template <Stores kStores, bool kCanonical>
inline void q4ks_block(const float* halves, const std::uint8_t* scale0, const std::uint8_t* aux,
                       const std::uint8_t* data, __m512 u4, std::uint32_t* out) {
  alignas(64) std::array<float, 16> scales;  // eight scales, eight offsets
  constexpr __mmask16 kOffsets = 0xFF00;
  const __m128i six_bits = _mm_and_si128(
      _mm_set_epi64x(load_as<std::int64_t>(aux), load_as<std::int64_t>(scale0)), _mm_set1_epi8(63));
  const __m512 factors =
      _mm512_mask_mov_ps(_mm512_set1_ps(halves[0]), kOffsets, _mm512_set1_ps(halves[1]));
  store_scales(scales, multiply(factors, _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(six_bits))));
  for (unsigned group = 0; group < 8; group += 2) {
    const Codes codes = codes_of(data);
    for (unsigned i = 0; i < 2; ++i) {
      __m512 values = subtract(multiply(_mm512_set1_ps(scales[group + i]), u4),
                               _mm512_set1_ps(scales[8 + group + i]));
      if constexpr (kCanonical) values = canonical(values);
      store<kStores>(_mm512_permutexvar_ps(codes.vector[2 * i], values), out + 32 * i);
      store<kStores>(_mm512_permutexvar_ps(codes.vector[2 * i + 1], values), out + 32 * i + 16);
    }
    data += 32;
    out += 64;
  }
}

template <Stores kStores>
void q4ks(const Q4ksPart& part, std::uint32_t* out) {
  const __m512 u4 = load_numbers(kU4Words.data());
  alignas(64) std::array<float, 16> halves;  // d, dmin, d, dmin, …
  constexpr std::size_t kBatch = 8;
  for (std::size_t first = 0; first < part.blocks; first += kBatch) {
    const std::size_t count = std::min(kBatch, part.blocks - first);
    std::array<std::uint8_t, 4 * kBatch> last{};
    const std::uint8_t* scale1 = part.scale1 + 4 * first;
    if (count < kBatch) {
      std::memcpy(last.data(), scale1, 4 * count);
      scale1 = last.data();
    }
    const __m512 loaded = load_binary16(scale1);
    store_scales(halves, loaded);
    // Finite halves give finite values throughout: 65504 * 63 * 15 is far from the range's end.
    const bool all_finite = finite(loaded) == kAll;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t block = first + i;
      const auto decode = all_finite ? q4ks_block<kStores, false> : q4ks_block<kStores, true>;
      decode(&halves[2 * i], part.scale0 + 8 * block, part.aux + 8 * block, part.data + 128 * block,
             u4, out + 256 * block);
    }
  }
}

// Two blocks of I8S24 in turn: 64 positions of bytes, those that are not named zero. Gives back how
// many bytes of data they took. Two for each quad are there to be read wherever the cursor is: it
// has moved by two a quad at most.
inline std::size_t expand(const std::uint8_t* data, const std::uint8_t* named,
                          std::uint8_t* positions) {
#if DECODE_AVX512_HAS_DL
  const auto mask = load_as<std::uint64_t>(named);
  const __m256i stored = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(data));
  _mm512_store_si512(positions, _mm512_maskz_expand_epi8(mask, _mm512_castsi256_si512(stored)));
  return static_cast<std::size_t>(std::popcount(mask));
#else
  std::size_t cursor = 0;
  for (unsigned pair = 0; pair < 8; ++pair) {
    const auto stored = load_as<std::uint32_t>(data + cursor);
    const std::uint64_t expanded = _pdep_u64(stored, kByteMasks[named[pair]]);
    std::memcpy(positions + 8 * pair, &expanded, sizeof(expanded));
    cursor += static_cast<unsigned>(std::popcount(unsigned{named[pair]}));
  }
  return cursor;
#endif
}

// What bytes at positions are worth under the scale of their block: sixteen elements.
// kPlain: the scale is finite and not negative, so that structural zeros stay +0 in the product.
template <bool kPlain>
inline __m512 i8s24_values(__m512 scale, const std::uint8_t* positions, const std::uint8_t* named) {
  const __m512 integers = _mm512_cvtepi32_ps(
      _mm512_cvtepi8_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(positions))));
  const __m512 values = multiply(scale, integers);
  if constexpr (kPlain) return values;
  return _mm512_maskz_mov_ps(load_as<std::uint16_t>(named), canonical(values));
}

// At most sixteen blocks, from where sixteen may be read but for data. Gives back how many bytes of
// data they took.
template <Stores kStores, bool kPlain>
std::size_t i8s24_batch(const float* scales, const std::uint8_t* named, std::size_t blocks,
                        const std::uint8_t* data, std::uint32_t* out) {
  alignas(64) std::array<std::uint8_t, 16 * 32> positions;
  std::size_t cursor = 0;
  std::size_t block = 0;
  for (; block + 2 <= blocks; block += 2) {
    cursor += expand(data + cursor, named + 4 * block, &positions[32 * block]);
  }
  if (block < blocks) {
    std::array<std::uint8_t, 32> last{};
    std::memcpy(last.data(), data + cursor, 16);
    const std::array<std::uint8_t, 8> last_named =
        load_as<std::array<std::uint8_t, 8>>(named + 4 * block);
    cursor += expand(last.data(), last_named.data(), &positions[32 * block]);
  }
  // Compilers would make shuffles of a store and loads of its parts; loads cost no port that is
  // wanted.
#if defined(__GNUC__)
  asm volatile("" : : "r"(positions.data()) : "memory");
#endif
  for (block = 0; block < blocks; ++block) {
    const __m512 scale = _mm512_set1_ps(scales[block]);
    for (unsigned half = 0; half < 2; ++half) {
      store<kStores>(i8s24_values<kPlain>(scale, &positions[32 * block + 16 * half],
                                          named + 4 * block + 2 * half),
                     out + 32 * block + 16 * half);
    }
  }
  return cursor;
}

template <Stores kStores>
void i8s24(const I8s24Part& part, std::uint32_t* out) {
  constexpr std::size_t kBatch = 16;
  const std::uint8_t* data = part.data;
  alignas(64) std::array<float, kBatch> scales;
  alignas(64) std::array<std::uint8_t, 64> named;
  for (std::size_t first = 0; first < part.blocks; first += kBatch) {
    const std::size_t count = std::min(kBatch, part.blocks - first);
    const std::uint8_t* scale0 = part.scale0 + 2 * first;
    const std::uint8_t* aux = part.aux + 4 * first;
    std::array<std::uint8_t, 32> last_scales{};
    std::array<std::uint8_t, 64> last_aux{};
    if (count < kBatch) {
      std::memcpy(last_scales.data(), scale0, 2 * count);
      std::memcpy(last_aux.data(), aux, 4 * count);
      scale0 = last_scales.data();
      aux = last_aux.data();
    }
    const __m512i slots = load(aux);
    const __m512i nibble = words(0x0F0F0F0F);
    const __m512i low =
        _mm512_shuffle_epi8(load(kNamedLow.data()), _mm512_and_si512(slots, nibble));
    const __m512i high = _mm512_shuffle_epi8(load(kNamedHigh.data()),
                                             _mm512_and_si512(_mm512_srli_epi32(slots, 4), nibble));
    _mm512_store_si512(named.data(), _mm512_or_si512(low, high));
    const __m512 loaded = load_binary16(scale0);
    store_scales(scales, loaded);
    const auto decode = finite_and_positive(loaded) == kAll ? i8s24_batch<kStores, true>
                                                            : i8s24_batch<kStores, false>;
    data += decode(scales.data(), named.data(), count, data, out + 32 * first);
  }
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

constexpr DecodeKernels kDecodeKernels = {
    .mxfp4 = either<Mxfp4Part, mxfp4<Stores::kCached>, mxfp4<Stores::kStreamed>>,
    .nvf4 = either<Nvf4Part, nvf4<Stores::kCached>, nvf4<Stores::kStreamed>>,
    .q4ks = either<Q4ksPart, q4ks<Stores::kCached>, q4ks<Stores::kStreamed>>,
    .i8s24 = either<I8s24Part, i8s24<Stores::kCached>, i8s24<Stores::kStreamed>>,
};

}  // namespace
}  // namespace grit::reference::kernels::DECODE_AVX512_FORM
