// FNV-1a with 128 bits over one stream, faster than one byte after another and bit for bit the
// same.
//
// Needs the standard library and, on x86-64, the compiler's intrinsics; nothing else. Copy the
// file.
//
//   fnv1a128::State state;                                     // the basis
//   state = fnv1a128::update(state, bytes);                    // the widest form of this machine
//   state = fnv1a128::update(state, bytes, Form::kScalar);     // or a named one
//   state = fnv1a128::update_zeros(state, 1000);               // as if by 1000 zero bytes
//
// Why it is not serial: XOR changes only the low byte l of the state h. With x = l ^ b and
// d = x - l, a step is h' = (h + d) P, so after n bytes h_n = h_0 P^n + sum of d_i P^(n-i): a dot
// product, once every d is known. And l' = 59 x mod 256 needs no more of h than l: bit k of l' is
// l_k ^ b_k ^ c_k with c_k a function of the lower bits of x, so that bit k of every l in a block
// is one prefix XOR. docs/DIGEST.md, which goes with this file, has the rest.
//
// Every function takes any length and any alignment, allocates nothing and throws nothing. A form
// that `available` denies must not be called.
#ifndef FNV1A128_PARALLEL_HPP_
#define FNV1A128_PARALLEL_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

// FNV1A128_EMULATED: the includer has defined every intrinsic himself (SIMDe's native aliases), and
// nothing here may be compiled for an instruction set that the machine lacks.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(FNV1A128_EMULATED)
#include <immintrin.h>
#endif

namespace fnv1a128 {

// The 128-bit state, which is also the hash of what has been read. The default is the basis.
struct State {
  std::uint64_t high = 0x6c62272e07bb0142;
  std::uint64_t low = 0x62b821756295c58d;

  friend constexpr bool operator==(const State&, const State&) = default;
};

namespace detail {

// P = 2^88 + kSmallPrime.
inline constexpr std::uint64_t kSmallPrime = 0x13b;
inline constexpr State kPrime{std::uint64_t{1} << 24, kSmallPrime};

constexpr State multiply_wide(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
  const std::uint64_t a0 = a & 0xffffffff;
  const std::uint64_t a1 = a >> 32;
  const std::uint64_t b0 = b & 0xffffffff;
  const std::uint64_t b1 = b >> 32;
  const std::uint64_t low = a0 * b0;
  const std::uint64_t middle = a1 * b0 + (low >> 32);  // <= (2^32-1)^2 + 2^32-1 < 2^64
  const std::uint64_t other = a0 * b1 + (middle & 0xffffffff);
  return {a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (low & 0xffffffff)};
#endif
}

// Both modulo 2^128.
constexpr State multiply(State a, State b) {
  const State low = multiply_wide(a.low, b.low);
  return {low.high + a.low * b.high + a.high * b.low, low.low};
}
constexpr State add(State a, State b) {
  const std::uint64_t low = a.low + b.low;
  return {a.high + b.high + (low < a.low ? 1 : 0), low};
}

// base^0, base^1, … base^(kCount-1).
template <std::size_t kCount>
consteval std::array<State, kCount> powers_of(State base) {
  std::array<State, kCount> powers{};
  powers[0] = {0, 1};
  for (std::size_t i = 1; i < kCount; ++i) powers[i] = multiply(powers[i - 1], base);
  return powers;
}

// base, base^2, base^4, … base^(2^63).
consteval std::array<State, 64> squares_of(State base) {
  std::array<State, 64> squares{};
  squares[0] = base;
  for (std::size_t i = 1; i < 64; ++i) squares[i] = multiply(squares[i - 1], squares[i - 1]);
  return squares;
}

// 1/P: P is odd. Each step doubles the number of right bits, and an odd number is its own inverse
// modulo 8.
consteval State inverse_of_prime() {
  State inverse = kPrime;
  for (int right = 3; right < 128; right *= 2) {
    const State product = multiply(kPrime, inverse);
    const State negated = add({~product.high, ~product.low}, {0, 1});
    inverse = multiply(inverse, add({0, 2}, negated));
  }
  return inverse;
}

inline constexpr std::size_t kTabled = 64;
inline constexpr auto kPowers = powers_of<kTabled>(kPrime);
inline constexpr auto kSquares = squares_of(kPrime);
inline constexpr auto kInversePowers = powers_of<kTabled>(inverse_of_prime());
inline constexpr auto kInverseSquares = squares_of(inverse_of_prime());

constexpr State power(std::uint64_t exponent, const std::array<State, kTabled>& powers,
                      const std::array<State, 64>& squares) {
  State result = powers[exponent % kTabled];
  exponent /= kTabled;
  for (std::size_t bit = 6; exponent != 0; exponent /= 2, ++bit) {
    if (exponent % 2 != 0) result = multiply(result, squares[bit]);
  }
  return result;
}

}  // namespace detail

// P^exponent modulo 2^128: what that many zero bytes multiply a state by.
constexpr State power(std::uint64_t exponent) {
  return detail::power(exponent, detail::kPowers, detail::kSquares);
}

// The state after `count` zero bytes. One multiplication for fewer than 64; one more for each bit
// of count / 64 that is set.
constexpr State update_zeros(State state, std::uint64_t count) {
  return detail::multiply(state, power(count));
}

// The state before `count` zero bytes: the inverse of update_zeros.
constexpr State undo_zeros(State state, std::uint64_t count) {
  return detail::multiply(state,
                          detail::power(count, detail::kInversePowers, detail::kInverseSquares));
}

// One byte after another: 4 cycles a byte where a multiplication takes 3, and no instruction set.
inline State update_scalar(State state, std::span<const std::byte> bytes) {
  // Told the constant, g++ makes vectors of shifts and additions out of this, at a quarter of the
  // speed. Told that both are one, the compilers take the widening product for the low chain too,
  // which is a cycle longer on some machines.
  std::uint64_t prime = detail::kSmallPrime;
  std::uint64_t prime_of_low = detail::kSmallPrime;
#if defined(__GNUC__)
  asm("" : "+r"(prime), "+r"(prime_of_low));
#endif
  std::uint64_t high = state.high;
  std::uint64_t low = state.low;
  for (const std::byte byte : bytes) {
    const std::uint64_t x = low ^ std::to_integer<std::uint64_t>(byte);
    low = x * prime_of_low;
    std::uint64_t carry = detail::multiply_wide(x, prime).high + (x << 24);
    // Keeps the sum out of the chain of `high`, into which clang would reassociate it.
#if defined(__GNUC__) && defined(__SIZEOF_INT128__)
    asm("" : "+r"(carry));
#endif
    high = high * prime + carry;
  }
  return {high, low};
}

#if (defined(__x86_64__) && defined(__GNUC__)) || defined(FNV1A128_EMULATED)

namespace detail {

// Constants of a dot product over `kBytes` bytes: P^(kBytes-i) for the byte at i, as eight digits
// of 16 bits, the least significant first, each in -2^15 … 2^15-1.
//
// Vectors of `kLanes` 16-bit lanes lie in the order [group][vector][half][digit]. A group is eight
// vectors of 2 kLanes bytes, one after another in the stream. Unpacking a vector of bytes to 16
// bits gives two halves, each with eight bytes of every 16. Byte j of vector v of a group stands
// for the group's byte `byte_stride` j + `vector_stride` v.
template <std::size_t kBytes, std::size_t kLanes>
consteval std::array<std::int16_t, kBytes * 8> make_digits(std::size_t byte_stride,
                                                           std::size_t vector_stride) {
  std::array<std::int16_t, kBytes * 8> digits{};
  const auto powers = powers_of<kBytes + 1>(kPrime);
  for (std::size_t at = 0; at < kBytes; ++at) {
    const std::size_t lane = at % kLanes;
    const std::size_t half = at / kLanes % 2;
    const std::size_t vector = at / (2 * kLanes) % 8;
    const std::size_t group = at / (16 * kLanes);
    const std::size_t j = lane / 8 * 16 + half * 8 + lane % 8;
    State rest = powers[kBytes - (group * 16 * kLanes + byte_stride * j + vector_stride * vector)];
    for (std::size_t digit = 0; digit < 8; ++digit) {
      const auto value = static_cast<std::int16_t>(rest.low & 0xffff);
      digits[(at / kLanes * 8 + digit) * kLanes + lane] = value;
      if (value < 0) rest = add(rest, {0, 0x10000});
      rest = {rest.high >> 16, rest.low >> 16 | rest.high << 48};
    }
  }
  return digits;
}

// The prefix XOR of a nibble's bits, exclusive: bit r is the XOR of the bits below r; of a low one
// for all eight places, of a high one for its own four.
consteval std::array<std::uint8_t, 16> make_nibble_prefix(unsigned shift) {
  std::array<std::uint8_t, 16> prefix{};
  for (unsigned nibble = 0; nibble < 16; ++nibble) {
    unsigned value = 0;
    for (unsigned place = 1; place < 8; ++place) {
      const unsigned before = nibble << shift & ((1u << place) - 1);
      value |= (before ^ before >> 1 ^ before >> 2 ^ before >> 3 ^ before >> 4 ^ before >> 5 ^
                before >> 6 ^ before >> 7) %
                   2
               << place;
    }
    prefix[nibble] = static_cast<std::uint8_t>(value);
  }
  return prefix;
}
alignas(16) inline constexpr auto kLowNibblePrefix = make_nibble_prefix(0);
alignas(16) inline constexpr auto kHighNibblePrefix = make_nibble_prefix(4);

}  // namespace detail

// ---------------------------------------------------------------------------------------------
// AVX2

#if !defined(FNV1A128_EMULATED)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#endif

namespace avx2 {

// A long block is eight groups of 256 bytes, byte i of it at i = w + 8 j + 256 r:
//   bytes   [r][w], byte j of the vector
//   planes  [k][w], bit r of byte j: bit k of the stream's byte i
// The vectors of a plane (w) thus hold consecutive bytes of the stream in the same place, so that a
// prefix XOR over the stream is seven XORs of vectors and one prefix within a vector.
inline constexpr std::size_t kLongBlock = 2048;
// A short block is one group, i = j + 32 r: a plane is one vector.
inline constexpr std::size_t kShortBlock = 256;
// Shorter rests are cheaper one byte after another, or in short blocks.
inline constexpr std::size_t kShortRest = 128;
inline constexpr std::size_t kLongRest = 1344;

// A dot product runs over half a long block, so that the constants take half of a 32 KiB cache: a
// lane's 64 sums of two products, each at most 255 2^15, stay below 2^30.
inline constexpr std::size_t kDotBytes = 1024;
inline constexpr int kGroupDigits = 256 * 8;
alignas(64) inline constexpr auto kLongDigits = detail::make_digits<kDotBytes, 16>(8, 1);
alignas(64) inline constexpr auto kShortDigits = detail::make_digits<kShortBlock, 16>(1, 32);

struct Work {
  __m256i bytes[2][8][8];  // of this block and the one before
  __m256i x[8][8];         // of the one before, in the order of bytes
  __m256i planes[8][8];    // x where the plane has been solved; then run ^ b for one plane; then b
  __m256i carry[8];        // of the addition x + 4x, into the next bit
  __m256i ones[8];         // whether 5x has a one below the next bit
  __m256i sums[8];         // of the dot product, one a digit
};

// Bit k of the low byte before the next block, in every bit of low[k].
struct Low {
  __m256i bits[8];
};
[[gnu::always_inline]] inline Low spread(std::uint64_t low) {
  Low result;
#pragma GCC unroll 8
  for (int k = 0; k < 8; ++k) {
    result.bits[k] = _mm256_set1_epi8(static_cast<char>(-static_cast<int>(low >> k & 1)));
  }
  return result;
}

[[gnu::always_inline]] inline __m256i exclusive_or(__m256i a, __m256i b, __m256i c) {
  return _mm256_xor_si256(_mm256_xor_si256(a, b), c);
}

// Swaps the bits of `a` under mask << shift with the bits of `b` under mask.
template <int kShift>
[[gnu::always_inline]] inline void swap_bits(__m256i& a, __m256i& b, __m256i mask) {
  const __m256i changed = _mm256_and_si256(_mm256_xor_si256(_mm256_srli_epi16(a, kShift), b), mask);
  b = _mm256_xor_si256(b, changed);
  a = _mm256_xor_si256(
      a, kShift == 1 ? _mm256_add_epi8(changed, changed) : _mm256_slli_epi16(changed, kShift));
}

// Bit k of byte j of v[r] changes places with bit r of byte j of v[k]. Its own inverse.
[[gnu::always_inline]] inline void transpose_bits(__m256i* v) {
  const __m256i four = _mm256_set1_epi8(0x0f);
  const __m256i two = _mm256_set1_epi8(0x33);
  const __m256i one = _mm256_set1_epi8(0x55);
  swap_bits<4>(v[0], v[4], four);
  swap_bits<4>(v[1], v[5], four);
  swap_bits<4>(v[2], v[6], four);
  swap_bits<4>(v[3], v[7], four);
  swap_bits<2>(v[0], v[2], two);
  swap_bits<2>(v[1], v[3], two);
  swap_bits<2>(v[4], v[6], two);
  swap_bits<2>(v[5], v[7], two);
  swap_bits<1>(v[0], v[1], one);
  swap_bits<1>(v[2], v[3], one);
  swap_bits<1>(v[4], v[5], one);
  swap_bits<1>(v[6], v[7], one);
}

// The exclusive prefix XOR of `low` and the bits of `t`, of which the bytes go first and the bits
// in a byte after them: bit r of byte j comes at j + 32 r. `low` becomes what all of them give.
[[gnu::always_inline]] inline __m256i exclusive_prefix(__m256i t, __m256i& low) {
  // Inclusive, over the bytes of eight, of a lane, of both lanes.
  __m256i u = _mm256_xor_si256(t, _mm256_slli_epi64(t, 8));
  u = _mm256_xor_si256(u, _mm256_slli_epi64(u, 16));
  u = _mm256_xor_si256(u, _mm256_slli_epi64(u, 32));
  const __m256i to_upper_eight =
      _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 7, 7, 7, 7, 7, 7, 7, 7, -1, -1, -1, -1, -1,
                       -1, -1, -1, 7, 7, 7, 7, 7, 7, 7, 7);
  u = _mm256_xor_si256(u, _mm256_shuffle_epi8(u, to_upper_eight));
  const __m256i last = _mm256_set1_epi8(15);
  const __m256i upper_lane = _mm256_setr_epi64x(0, 0, -1, -1);
  const __m256i swapped = _mm256_permute2x128_si256(u, u, 1);
  const __m256i other = _mm256_shuffle_epi8(swapped, last);
  const __m256i total = _mm256_xor_si256(_mm256_shuffle_epi8(u, last), other);
  // Over the bits of the bytes' total, exclusive, by nibbles.
  const __m256i nibble = _mm256_set1_epi8(15);
  const __m256i of_low = _mm256_broadcastsi128_si256(
      _mm_load_si128(reinterpret_cast<const __m128i*>(detail::kLowNibblePrefix.data())));
  const __m256i of_high = _mm256_broadcastsi128_si256(
      _mm_load_si128(reinterpret_cast<const __m128i*>(detail::kHighNibblePrefix.data())));
  const __m256i before = exclusive_or(
      _mm256_shuffle_epi8(of_low, _mm256_and_si256(total, nibble)),
      _mm256_shuffle_epi8(of_high, _mm256_and_si256(_mm256_srli_epi16(total, 4), nibble)), low);
  // Bit 7, with its own element: the XOR of everything.
  low = _mm256_cmpgt_epi8(_mm256_setzero_si256(), _mm256_xor_si256(before, total));
  const __m256i exclusive = exclusive_or(u, t, _mm256_and_si256(other, upper_lane));
  return _mm256_xor_si256(exclusive, before);
}

// What is known of 59 x = 64 x - 5 x below a bit.
struct Sum59 {
  __m256i carry;  // of x + 4x into that bit
  __m256i ones;   // whether 5x has a one below it
};

// Takes bit k of x, with the lower ones in plane[0] … plane[k-1], and returns c: bit k + 1 of 59 x
// is x_(k+1) ^ c. 0 <= k < 7; known.carry need not be set before k = 3, nor known.ones at 0.
template <typename Plane>
[[gnu::always_inline]] inline __m256i next_of_59(int k, __m256i x, const Plane& plane,
                                                 Sum59& known) {
  // Bit k of 5x: s. Bit k of -5x: s, inverted where 5x has a one below.
  __m256i s = x;
  __m256i carry = _mm256_setzero_si256();
  if (k == 2) {
    s = _mm256_xor_si256(x, plane[0]);
    carry = _mm256_and_si256(x, plane[0]);
  } else if (k > 2) {
    const __m256i t = _mm256_xor_si256(x, plane[k - 2]);
    s = _mm256_xor_si256(t, known.carry);
    // The majority of x_k, x_(k-2) and the carry.
    carry = _mm256_xor_si256(x, _mm256_and_si256(t, _mm256_xor_si256(x, known.carry)));
  }
  const __m256i ones = k == 0 ? s : _mm256_or_si256(s, known.ones);
  __m256i next = ones;
  if (k >= 1) next = _mm256_xor_si256(next, plane[k - 1]);
  if (k >= 2) next = _mm256_xor_si256(next, carry);
  // 64 x adds x_0 to bit 6 and x_1 to bit 7; its carry into bit 7 is that of -5x's bit 6 with x_0.
  if (k == 5) next = _mm256_xor_si256(next, plane[0]);
  if (k == 6) {
    const __m256i bit6 = _mm256_xor_si256(s, known.ones);
    next = exclusive_or(next, plane[1], _mm256_and_si256(bit6, plane[0]));
  }
  known = {carry, ones};
  return next;
}

// The planes' vectors at one w.
struct Column {
  const __m256i (*planes)[8];
  int w;
  [[gnu::always_inline]] __m256i operator[](int k) const { return planes[k][w]; }
};

// Reads a block: bytes and planes. Returns the XOR of plane 0.
[[gnu::always_inline]] inline __m256i load_block(Work& work, __m256i (*bytes)[8],
                                                 const std::byte* from) {
  const __m256i pairs = _mm256_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15, 0, 8,
                                         1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  for (int r = 0; r < 8; ++r, from += 256) {
    // Bytes 16 v … and 128 + 16 v …, then i and i + 8 side by side; three times eight unpackings
    // bring i modulo 8 from the place in a vector to the choice of the vector.
    __m256i a[8];
    __m256i b[8];
#pragma GCC unroll 8
    for (int v = 0; v < 8; ++v) {
      const auto* at = reinterpret_cast<const __m128i*>(from + 16 * v);
      const __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(at)),
                                                   _mm_loadu_si128(at + 8), 1);
      a[v] = _mm256_shuffle_epi8(both, pairs);
    }
#pragma GCC unroll 8
    for (int v = 0; v < 4; ++v) {
      b[v] = _mm256_unpacklo_epi16(a[v], a[v + 4]);
      b[v + 4] = _mm256_unpackhi_epi16(a[v], a[v + 4]);
    }
#pragma GCC unroll 8
    for (int v = 0; v < 8; v += 4) {
      a[v] = _mm256_unpacklo_epi16(b[v], b[v + 2]);
      a[v + 2] = _mm256_unpackhi_epi16(b[v], b[v + 2]);
      a[v + 1] = _mm256_unpacklo_epi16(b[v + 1], b[v + 3]);
      a[v + 3] = _mm256_unpackhi_epi16(b[v + 1], b[v + 3]);
    }
#pragma GCC unroll 8
    for (int v = 0; v < 8; v += 2) {
      bytes[r][v] = _mm256_unpacklo_epi16(a[v], a[v + 1]);
      bytes[r][v + 1] = _mm256_unpackhi_epi16(a[v], a[v + 1]);
    }
  }
  __m256i run = _mm256_setzero_si256();
  for (int w = 0; w < 8; ++w) {
    __m256i v[8];
#pragma GCC unroll 8
    for (int r = 0; r < 8; ++r) v[r] = bytes[r][w];
    transpose_bits(v);
    run = _mm256_xor_si256(run, v[0]);
    work.planes[0][w] = run;
#pragma GCC unroll 8
    for (int k = 1; k < 8; ++k) work.planes[k][w] = v[k];
  }
  return run;
}

// Solves plane k. `run` is the XOR over w of the b_k ^ c_k, and becomes that of plane k + 1.
[[gnu::always_inline]] inline void solve_plane(Work& work, int k, __m256i& run, __m256i& low) {
  const __m256i base = exclusive_prefix(run, low);
  run = _mm256_setzero_si256();
#pragma GCC unroll 8
  for (int w = 0; w < 8; ++w) {
    const __m256i x = _mm256_xor_si256(base, work.planes[k][w]);
    work.planes[k][w] = x;
    if (k == 7) continue;
    Sum59 known{work.carry[w], work.ones[w]};
    const __m256i next = next_of_59(k, x, Column{work.planes, w}, known);
    work.carry[w] = known.carry;
    work.ones[w] = known.ones;
    const __m256i before = _mm256_xor_si256(run, work.planes[k + 1][w]);
    work.planes[k + 1][w] = before;
    run = _mm256_xor_si256(before, next);
  }
}

[[gnu::always_inline]] inline void store_x(Work& work) {
  for (int w = 0; w < 8; ++w) {
    __m256i v[8];
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) v[k] = work.planes[k][w];
    transpose_bits(v);
#pragma GCC unroll 8
    for (int r = 0; r < 8; ++r) work.x[r][w] = v[r];
  }
}

// Adds the dot product of a group's d = x - (x ^ b) and constants to `sums`, one a digit; sets them
// where `first`.
[[gnu::always_inline]] inline void dot(__m256i* sums, bool first, const __m256i* x,
                                       const __m256i* bytes, const std::int16_t* constants) {
  const __m256i plus_minus = _mm256_set1_epi16(static_cast<short>(0xff01));
  const auto* digits = reinterpret_cast<const __m256i*>(constants);
  __m256i sum[8];
#pragma GCC unroll 8
  for (int digit = 0; digit < 8; ++digit) {
    sum[digit] = first ? _mm256_setzero_si256() : sums[digit];
  }
#pragma GCC unroll 1
  for (int v = 0; v < 8; ++v) {
    const __m256i l = _mm256_xor_si256(x[v], bytes[v]);
    const __m256i d0 = _mm256_maddubs_epi16(_mm256_unpacklo_epi8(x[v], l), plus_minus);
    const __m256i d1 = _mm256_maddubs_epi16(_mm256_unpackhi_epi8(x[v], l), plus_minus);
#pragma GCC unroll 8
    for (int digit = 0; digit < 8; ++digit) {
      sum[digit] = _mm256_add_epi32(sum[digit], _mm256_madd_epi16(d0, digits[16 * v + digit]));
    }
#pragma GCC unroll 8
    for (int digit = 0; digit < 8; ++digit) {
      sum[digit] = _mm256_add_epi32(sum[digit], _mm256_madd_epi16(d1, digits[16 * v + 8 + digit]));
    }
  }
#pragma GCC unroll 8
  for (int digit = 0; digit < 8; ++digit) sums[digit] = sum[digit];
}

// The sum over digits of 2^(16 digit) times the sum of the eight lanes of sums[digit].
[[gnu::always_inline]] inline State collect(const __m256i* sums) {
  const __m256i one = _mm256_set1_epi64x(1);  // the product extends the sign
  __m256i pairs[4];
#pragma GCC unroll 4
  for (int pair = 0; pair < 4; ++pair) {
    const __m256i a = sums[2 * pair];
    const __m256i b = sums[2 * pair + 1];
    const __m256i a64 =
        _mm256_add_epi64(_mm256_mul_epi32(a, one), _mm256_mul_epi32(_mm256_srli_epi64(a, 32), one));
    const __m256i b64 =
        _mm256_add_epi64(_mm256_mul_epi32(b, one), _mm256_mul_epi32(_mm256_srli_epi64(b, 32), one));
    pairs[pair] = _mm256_add_epi64(a64, _mm256_slli_epi64(b64, 16));  // below 2^51
  }
  const __m256i low = _mm256_add_epi64(_mm256_unpacklo_epi64(pairs[0], pairs[1]),
                                       _mm256_unpackhi_epi64(pairs[0], pairs[1]));
  const __m256i high = _mm256_add_epi64(_mm256_unpacklo_epi64(pairs[2], pairs[3]),
                                        _mm256_unpackhi_epi64(pairs[2], pairs[3]));
  const __m256i total = _mm256_add_epi64(_mm256_permute2x128_si256(low, high, 0x20),
                                         _mm256_permute2x128_si256(low, high, 0x31));
  alignas(32) std::int64_t value[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(value), total);
  const auto bits = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
  const State first{bits(value[0] >> 63), bits(value[0])};
  const State second{bits(value[1] >> 32), bits(value[1]) << 32};
  const State third{bits(value[2]) + (bits(value[3]) << 32), 0};
  return detail::add(detail::add(first, second), third);
}

// The dot product of group r of a long block; the state moves on after every kDotBytes.
[[gnu::always_inline]] inline void dot_of_group(Work& work, int r, const __m256i (*bytes)[8],
                                                State& state) {
  constexpr int kGroups = kDotBytes / 256;
  constexpr State kPower = power(kDotBytes);
  const int part = r % kGroups;
  dot(work.sums, part == 0, work.x[r], bytes[r], kLongDigits.data() + part * kGroupDigits);
  if (part == kGroups - 1) {
    state = detail::add(detail::multiply(state, kPower), collect(work.sums));
  }
}

// `blocks` long blocks, the last of which may lie elsewhere. While the planes of one are solved,
// which waits for results most of the time, the dot product of the one before keeps the machine
// busy.
[[gnu::always_inline]] inline State update_long(State state, Low& low, const std::byte* from,
                                                std::size_t blocks, const std::byte* last) {
  alignas(64) Work work;
  __m256i run = load_block(work, work.bytes[0], blocks == 1 ? last : from);
#pragma GCC unroll 8
  for (int k = 0; k < 8; ++k) solve_plane(work, k, run, low.bits[k]);
  store_x(work);
  for (std::size_t block = 1; block < blocks; ++block) {
    const auto* bytes = work.bytes[(block - 1) % 2];
    run = load_block(work, work.bytes[block % 2],
                     block == blocks - 1 ? last : from + block * kLongBlock);
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) {
      solve_plane(work, k, run, low.bits[k]);
      dot_of_group(work, k, bytes, state);
    }
    store_x(work);
  }
#pragma GCC unroll 1
  for (int r = 0; r < 8; ++r) dot_of_group(work, r, work.bytes[(blocks - 1) % 2], state);
  return state;
}

[[gnu::always_inline]] inline State update_short(State state, Low& low, const __m256i* bytes) {
  constexpr State kPower = power(kShortBlock);
  __m256i v[8];
#pragma GCC unroll 8
  for (int r = 0; r < 8; ++r) v[r] = bytes[r];
  transpose_bits(v);
  Sum59 known{};
  __m256i next = _mm256_setzero_si256();
#pragma GCC unroll 8
  for (int k = 0; k < 8; ++k) {
    v[k] = _mm256_xor_si256(v[k], exclusive_prefix(_mm256_xor_si256(v[k], next), low.bits[k]));
    if (k < 7) next = next_of_59(k, v[k], v, known);
  }
  transpose_bits(v);
  __m256i sums[8];
  dot(sums, true, v, bytes, kShortDigits.data());
  return detail::add(detail::multiply(state, kPower), collect(sums));
}

inline State update(State state, std::span<const std::byte> data) {
  const std::byte* from = data.data();
  std::size_t left = data.size();
  if (left < kShortRest) return update_scalar(state, data);
  Low low = spread(state.low);
  // A rest that does not fill a block is filled up with zero bytes, which are undone.
  const std::size_t whole = left / kLongBlock;
  const std::size_t rest = left % kLongBlock;
  if (rest >= kLongRest) {
    std::byte last[kLongBlock];
    std::memcpy(last, from + whole * kLongBlock, rest);
    std::memset(last + rest, 0, kLongBlock - rest);
    return undo_zeros(update_long(state, low, from, whole + 1, last), kLongBlock - rest);
  }
  if (whole > 0) {
    state = update_long(state, low, from, whole, from + (whole - 1) * kLongBlock);
    from += whole * kLongBlock;
    left = rest;
  }
  __m256i bytes[8];
  for (; left >= kShortBlock; left -= kShortBlock, from += kShortBlock) {
#pragma GCC unroll 8
    for (int r = 0; r < 8; ++r) {
      bytes[r] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 32 * r));
    }
    state = update_short(state, low, bytes);
  }
  if (left < kShortRest) return update_scalar(state, {from, left});
  std::memset(bytes, 0, sizeof bytes);
  std::memcpy(bytes, from, left);
  return undo_zeros(update_short(state, low, bytes), kShortBlock - left);
}

}  // namespace avx2

#if !defined(FNV1A128_EMULATED)
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

// ---------------------------------------------------------------------------------------------
// AVX-512 with GFNI, VBMI, VNNI and VPCLMULQDQ

#if !defined(FNV1A128_EMULATED)
#if defined(__clang__)
#pragma clang attribute push(                                                                 \
    __attribute__((target(                                                                    \
        "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vnni,gfni,vpclmulqdq,pclmul"))), \
    apply_to = function)
#else
// GCC bug 105593: a false alarm in the intrinsics' own header.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC push_options
#pragma GCC target( \
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vnni,gfni,vpclmulqdq,pclmul")
#endif
#endif

namespace avx512 {

// Eight vectors in the stream's order: byte i at i = c + 8 q + 64 v, byte 8 q + c of vector v.
// Planes are in the opposite order within eight bytes: bit 63 - (c + 8 q) of the 64 bits v. That is
// what the transposition gives for nothing, and the upper half of a carry-less product by ones is
// then the exclusive prefix.
inline constexpr std::size_t kBlock = 512;
// Shorter rests are cheaper one byte after another.
inline constexpr std::size_t kRest = 64;
alignas(64) inline constexpr auto kDigits = detail::make_digits<kBlock, 32>(1, 64);

consteval std::array<std::uint8_t, 64> make_gather(bool to_planes) {
  std::array<std::uint8_t, 64> from{};
  for (std::size_t eight = 0; eight < 8; ++eight) {
    for (std::size_t byte = 0; byte < 8; ++byte) {
      const std::size_t source = to_planes ? 8 * (7 - byte) + eight : 8 * (7 - byte) + (7 - eight);
      from[8 * eight + byte] = static_cast<std::uint8_t>(source);
    }
  }
  return from;
}
alignas(64) inline constexpr auto kToPlanes = make_gather(true);
alignas(64) inline constexpr auto kToBytes = make_gather(false);

// 64 bits u of v[t] change places with 64 bits t of v[u].
[[gnu::always_inline]] inline void transpose_eights(__m512i* v) {
  __m512i a[8];
#pragma GCC unroll 4
  for (int i = 0; i < 8; i += 2) {
    a[i] = _mm512_unpacklo_epi64(v[i], v[i + 1]);
    a[i + 1] = _mm512_unpackhi_epi64(v[i], v[i + 1]);
  }
#pragma GCC unroll 2
  for (int odd = 0; odd < 2; ++odd) {
    const __m512i b0 = _mm512_shuffle_i64x2(a[odd], a[odd + 2], 0x44);
    const __m512i b1 = _mm512_shuffle_i64x2(a[odd], a[odd + 2], 0xee);
    const __m512i b2 = _mm512_shuffle_i64x2(a[odd + 4], a[odd + 6], 0x44);
    const __m512i b3 = _mm512_shuffle_i64x2(a[odd + 4], a[odd + 6], 0xee);
    v[odd] = _mm512_shuffle_i64x2(b0, b2, 0x88);
    v[odd + 2] = _mm512_shuffle_i64x2(b0, b2, 0xdd);
    v[odd + 4] = _mm512_shuffle_i64x2(b1, b3, 0x88);
    v[odd + 6] = _mm512_shuffle_i64x2(b1, b3, 0xdd);
  }
}

// v: vectors of bytes, then planes.
[[gnu::always_inline]] inline void to_planes(__m512i* v) {
  const __m512i gather = _mm512_load_si512(kToPlanes.data());
  // Byte k of eight becomes bit k of each, the first byte's highest.
  const __m512i bits = _mm512_set1_epi64(static_cast<long long>(0x8040201008040201));
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    v[i] = _mm512_permutexvar_epi8(gather, _mm512_gf2p8affine_epi64_epi8(bits, v[i], 0));
  }
  transpose_eights(v);
}

// v: planes, then vectors of bytes.
[[gnu::always_inline]] inline void to_bytes(__m512i* v) {
  const __m512i gather = _mm512_load_si512(kToBytes.data());
  const __m512i bits = _mm512_set1_epi64(0x0102040810204080);
  transpose_eights(v);
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    v[i] = _mm512_gf2p8affine_epi64_epi8(bits, _mm512_permutexvar_epi8(gather, v[i]), 0);
  }
}

// What is known of 59 x below a bit, and the rest, as for AVX2.
struct Sum59 {
  __m512i carry;
  __m512i ones;
};
[[gnu::always_inline]] inline __m512i exclusive_or(__m512i a, __m512i b, __m512i c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}
[[gnu::always_inline]] inline __m512i next_of_59(int k, const __m512i* x, Sum59& known) {
  __m512i s = x[k];
  __m512i carry = known.carry;
  if (k >= 2) {
    s = exclusive_or(x[k], x[k - 2], known.carry);
    carry = _mm512_ternarylogic_epi64(x[k], x[k - 2], known.carry, 0xe8);  // majority
  }
  const __m512i ones = _mm512_or_si512(s, known.ones);
  __m512i next = ones;
  if (k >= 1) next = exclusive_or(ones, x[k - 1], carry);
  if (k == 5) next = _mm512_xor_si512(next, x[0]);
  if (k == 6) {
    const __m512i bit6 = _mm512_xor_si512(s, known.ones);
    next = exclusive_or(next, x[1], _mm512_and_si512(bit6, x[0]));
  }
  known = {carry, ones};
  return next;
}

// `kBlocks` blocks, 1 or 2, plane by plane together. `low`: the low byte before and after them.
template <int kBlocks>
[[gnu::always_inline]] inline State update_blocks(State state, unsigned& low,
                                                  const std::byte* from) {
  constexpr State kPower = power(kBlock);
  const __m512i all = _mm512_set1_epi64(-1);
  __m512i x[kBlocks][8];
  __m512i next[kBlocks];
  Sum59 known[kBlocks];
#pragma GCC unroll 2
  for (int block = 0; block < kBlocks; ++block) {
#pragma GCC unroll 8
    for (int v = 0; v < 8; ++v) x[block][v] = _mm512_loadu_si512(from + 512 * block + 64 * v);
    to_planes(x[block]);
    next[block] = _mm512_setzero_si512();
    known[block] = {_mm512_setzero_si512(), _mm512_setzero_si512()};
  }
#pragma GCC unroll 8
  for (int k = 0; k < 8; ++k) {
    unsigned parity = 0;  // of each 64 bits, in the stream's order
#pragma GCC unroll 2
    for (int block = 0; block < kBlocks; ++block) {
      const __m512i b = x[block][k];
      const __m512i y = _mm512_xor_si512(b, next[block]);
      const __m512i even = _mm512_clmulepi64_epi128(y, all, 0x00);
      const __m512i odd = _mm512_clmulepi64_epi128(y, all, 0x01);
      parity |= static_cast<unsigned>(_mm512_movepi64_mask(_mm512_unpacklo_epi64(even, odd)))
                << (8 * block);
      x[block][k] = _mm512_xor_si512(b, _mm512_unpackhi_epi64(even, odd));
    }
    parity ^= parity << 1;
    parity ^= parity << 2;
    parity ^= parity << 4;
    parity ^= parity << 8;
    const unsigned bit = low >> k & 1;
    const unsigned before = parity << 1 ^ (0u - bit);
    low ^= (parity >> (8 * kBlocks - 1) & 1) << k;
#pragma GCC unroll 2
    for (int block = 0; block < kBlocks; ++block) {
      const auto inverted = static_cast<__mmask8>(before >> (8 * block) & 0xff);
      x[block][k] = _mm512_mask_xor_epi64(x[block][k], inverted, x[block][k], all);
      if (k < 7) next[block] = next_of_59(k, x[block], known[block]);
    }
  }
  __m512i sums[kBlocks][8];
#pragma GCC unroll 2
  for (int block = 0; block < kBlocks; ++block) {
    to_bytes(x[block]);
#pragma GCC unroll 8
    for (int digit = 0; digit < 8; ++digit) sums[block][digit] = _mm512_setzero_si512();
  }
  const __m512i plus_minus = _mm512_set1_epi16(static_cast<short>(0xff01));
#pragma GCC unroll 8
  for (int v = 0; v < 8; ++v) {
    __m512i d[kBlocks][2];
#pragma GCC unroll 2
    for (int block = 0; block < kBlocks; ++block) {
      const __m512i l =
          _mm512_xor_si512(x[block][v], _mm512_loadu_si512(from + 512 * block + 64 * v));
      d[block][0] = _mm512_maddubs_epi16(_mm512_unpacklo_epi8(x[block][v], l), plus_minus);
      d[block][1] = _mm512_maddubs_epi16(_mm512_unpackhi_epi8(x[block][v], l), plus_minus);
    }
#pragma GCC unroll 16
    for (int at = 0; at < 16; ++at) {
      const __m512i digits = _mm512_load_si512(kDigits.data() + 32 * (16 * v + at));
#pragma GCC unroll 2
      for (int block = 0; block < kBlocks; ++block) {
        sums[block][at % 8] = _mm512_dpwssd_epi32(sums[block][at % 8], d[block][at / 8], digits);
      }
    }
  }
#pragma GCC unroll 2
  for (int block = 0; block < kBlocks; ++block) {
    // 16 sums of two products, each at most 255 2^15: below 2^28, and in eight lanes below 2^29.
    __m256i folded[8];
#pragma GCC unroll 8
    for (int digit = 0; digit < 8; ++digit) {
      folded[digit] = _mm256_add_epi32(_mm512_castsi512_si256(sums[block][digit]),
                                       _mm512_extracti64x4_epi64(sums[block][digit], 1));
    }
    state = detail::add(detail::multiply(state, kPower), avx2::collect(folded));
  }
  return state;
}

inline State update(State state, std::span<const std::byte> data) {
  const std::byte* from = data.data();
  std::size_t left = data.size();
  auto low = static_cast<unsigned>(state.low & 0xff);
  for (; left >= 2 * kBlock; left -= 2 * kBlock, from += 2 * kBlock) {
    state = update_blocks<2>(state, low, from);
  }
  if (left >= kBlock) {
    state = update_blocks<1>(state, low, from);
    from += kBlock;
    left -= kBlock;
  }
  if (left < kRest) return update_scalar(state, {from, left});
  // Filled up with zero bytes, which are undone.
  std::byte last[kBlock];
  std::memcpy(last, from, left);
  std::memset(last + left, 0, kBlock - left);
  return undo_zeros(update_blocks<1>(state, low, last), kBlock - left);
}

}  // namespace avx512

#if !defined(FNV1A128_EMULATED)
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#pragma GCC diagnostic pop
#endif
#endif

#endif

// ---------------------------------------------------------------------------------------------

enum class Form : std::uint8_t {
  kScalar,  // any machine
  kAvx2,    // AVX2
  kAvx512,  // AVX-512 F, BW, DQ, VL, VBMI, VNNI; GFNI; VPCLMULQDQ: Ice Lake, Zen 4
};

// Whether this build and this machine have it.
inline bool available(Form form) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(FNV1A128_EMULATED)
  switch (form) {
    case Form::kScalar:
      return true;
    case Form::kAvx2:
      return __builtin_cpu_supports("avx2");
    case Form::kAvx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
             __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vnni") &&
             __builtin_cpu_supports("gfni") && __builtin_cpu_supports("vpclmulqdq") &&
             __builtin_cpu_supports("pclmul");
  }
  return false;
#else
  return form == Form::kScalar;
#endif
}

inline Form widest_form() {
  return available(Form::kAvx512) ? Form::kAvx512
         : available(Form::kAvx2) ? Form::kAvx2
                                  : Form::kScalar;
}

// The state after `bytes`. `form` is available here.
inline State update(State state, std::span<const std::byte> bytes, Form form) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(FNV1A128_EMULATED)
  if (form == Form::kAvx2) return avx2::update(state, bytes);
  if (form == Form::kAvx512) return avx512::update(state, bytes);
#endif
  static_cast<void>(form);
  return update_scalar(state, bytes);
}
inline State update(State state, std::span<const std::byte> bytes) {
  return update(state, bytes, widest_form());
}

}  // namespace fnv1a128

#endif  // FNV1A128_PARALLEL_HPP_
