// Constants of the decode kernels: codes and scales whose values are few enough to be written down,
// and where the elements of a sparsity cell come from.
//
// All of them are computed at compile time from the clauses of spec §1 and §8, with integers.
#ifndef GRIT_REFERENCE_KERNELS_DECODE_TABLES_H_
#define GRIT_REFERENCE_KERNELS_DECODE_TABLES_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace grit::reference::kernels {

// The upper halves of sixteen binary32 numbers whose lower halves are zero, for the sixteen codes
// of four bits: what byte lookups give back.
struct alignas(32) HalfTable {
  std::array<std::uint8_t, 16> byte3;  // sign and exponent
  std::array<std::uint8_t, 16> byte2;
};

// The upper half of e8m0 `scale` times e2m1 `code`: a product has two significant bits, so the
// lower half is zero, in subnormals too. Spec §8.2.1.
constexpr std::uint16_t mxfp4_upper_half(unsigned scale, unsigned code) {
  if (scale == 0xFF) return 0x7FC0;  // for every code, negative ones included
  const unsigned sign = (code & 8) << 12;
  const unsigned magnitude = code & 7;
  if (magnitude == 0) return static_cast<std::uint16_t>(sign);
  // magnitude 1 is 2^-1; above it a bit of mantissa follows the exponent.
  const unsigned mantissa = magnitude == 1 ? 0 : magnitude & 1;
  const int exponent = (magnitude == 1 ? 0 : static_cast<int>(magnitude >> 1)) - 1;
  const int field = exponent + static_cast<int>(scale);
  if (field >= 0xFF) return static_cast<std::uint16_t>(sign | 0x7F80);
  if (field >= 1) {
    return static_cast<std::uint16_t>(sign | static_cast<unsigned>(field) << 7 | mantissa << 6);
  }
  return static_cast<std::uint16_t>(sign | (2 + mantissa) << (field + 5));  // field is 0 or -1
}

// For each scale byte the values of the sixteen codes. Scale bytes 0 and 1, whose products are
// subnormal, cost no more than others: no product is computed.
inline constexpr std::array<HalfTable, 256> kMxfp4Values = [] {
  std::array<HalfTable, 256> tables{};
  for (unsigned scale = 0; scale < 256; ++scale) {
    for (unsigned code = 0; code < 16; ++code) {
      const unsigned half = mxfp4_upper_half(scale, code);
      tables[scale].byte3[code] = static_cast<std::uint8_t>(half >> 8);
      tables[scale].byte2[code] = static_cast<std::uint8_t>(half & 0xFF);
    }
  }
  return tables;
}();

// e2m1 itself: scale byte 0x7F is 1.
inline constexpr const HalfTable& kE2m1Values = kMxfp4Values[0x7F];

// u4.
inline constexpr HalfTable kU4Values = [] {
  HalfTable table{};
  for (unsigned code = 1; code < 16; ++code) {
    const unsigned top = static_cast<unsigned>(std::bit_width(code)) - 1;
    const unsigned half = (127 + top) << 7 | ((code << 7 >> top) & 0x7F);
    table.byte3[code] = static_cast<std::uint8_t>(half >> 8);
    table.byte2[code] = static_cast<std::uint8_t>(half & 0xFF);
  }
  return table;
}();

// The binary32 bits of every e4m3 code. Spec §1.2.4.
inline constexpr std::array<std::uint32_t, 256> kE4m3Values = [] {
  std::array<std::uint32_t, 256> values{};
  for (unsigned code = 0; code < 256; ++code) {
    const std::uint32_t sign = (code & 0x80) << 24;
    const std::uint32_t magnitude = code & 0x7F;
    if (magnitude == 0x7F) {
      values[code] = 0x7FC00000;
    } else if (magnitude >= 8) {
      values[code] = sign | ((magnitude << 20) + (std::uint32_t{127 - 7} << 23));
    } else if (magnitude > 0) {  // magnitude * 2^-9
      const auto top = static_cast<std::uint32_t>(std::bit_width(magnitude)) - 1;
      values[code] = sign | (127 - 9 + top) << 23 | ((magnitude << 23 >> top) & 0x7FFFFF);
    } else {
      values[code] = sign;
    }
  }
  return values;
}();

// Below this tensor scale, 2^113, no product of NVF4 reaches infinity: 2^113 * 448 * 6 < 2^125.
inline constexpr std::uint32_t kNvf4NeverInfinite = std::uint32_t{127 + 113} << 23;

// Which positions of a quad the two slots of four bits of metadata name, as bits. Spec §8.5.1.
constexpr unsigned named_of_quad(unsigned slots) { return 1u << (slots & 3) | 1u << (slots >> 2); }

// How many bytes a quad has in data: one where its slots name one position twice. Spec §8.5.4.
constexpr unsigned stored_of_quad(unsigned slots) { return (slots & 3) == slots >> 2 ? 1 : 2; }

// The lane of an element that is not stored: a byte lookup makes it zero, and its top bit says so.
inline constexpr std::uint32_t kAbsentLane = 0x80808080;

// Byte lookups that move stored bytes to the most significant bytes of 32-bit lanes, a lane for
// each element, where `slots` (4 bits a quad) name it; `first` is the first byte's number.
template <std::size_t kLanes>
constexpr std::array<std::uint32_t, kLanes> expansion_of(unsigned slots, unsigned first) {
  std::array<std::uint32_t, kLanes> lanes{};
  unsigned next = first;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned named = named_of_quad(slots >> (lane / 4 * 4) & 0xF);
    lanes[lane] =
        (named >> (lane % 4) & 1) != 0 ? next++ << 24 | (kAbsentLane & 0xFFFFFF) : kAbsentLane;
  }
  return lanes;
}

// For a byte of metadata the eight elements of its two quads.
alignas(32) inline constexpr std::array<std::array<std::uint32_t, 8>, 256> kExpandPair = [] {
  std::array<std::array<std::uint32_t, 8>, 256> table{};
  for (unsigned slots = 0; slots < 256; ++slots) table[slots] = expansion_of<8>(slots, 0);
  return table;
}();

// How many bytes of data the two quads take.
inline constexpr std::array<std::uint8_t, 256> kStoredOfPair = [] {
  std::array<std::uint8_t, 256> table{};
  for (unsigned slots = 0; slots < 256; ++slots) {
    table[slots] =
        static_cast<std::uint8_t>(stored_of_quad(slots & 0xF) + stored_of_quad(slots >> 4));
  }
  return table;
}();

// How many bytes of data blocks of I8S24 take whose metadata, four bytes a block, is at `aux`.
inline std::size_t stored_of_blocks(const std::uint8_t* aux, std::size_t blocks) {
  std::size_t stored = 0;
  std::size_t pair = 0;
  const std::size_t pairs = 4 * blocks;
  for (; pair + 8 <= pairs; pair += 8) {
    std::uint64_t slots;
    std::memcpy(&slots, aux + pair, sizeof(slots));
    // A bit for each of sixteen quads that names two positions; then their sum in the top byte.
    const std::uint64_t differing = slots ^ slots >> 2;
    const std::uint64_t two = (differing | differing >> 1) & 0x1111111111111111;
    const std::uint64_t sums = (two & 0x0F0F0F0F0F0F0F0F) + (two >> 4 & 0x0F0F0F0F0F0F0F0F);
    stored += 16 + static_cast<std::size_t>(sums * 0x0101010101010101 >> 56);
  }
  for (; pair < pairs; ++pair) stored += kStoredOfPair[aux[pair]];
  return stored;
}

// For quad q of a block (2q bytes into it) and its four bits of metadata the quad's elements.
alignas(
    16) inline constexpr std::array<std::array<std::array<std::uint32_t, 4>, 16>, 8> kExpandQuad =
    [] {
      std::array<std::array<std::array<std::uint32_t, 4>, 16>, 8> table{};
      for (unsigned quad = 0; quad < 8; ++quad) {
        for (unsigned slots = 0; slots < 16; ++slots) {
          table[quad][slots] = expansion_of<4>(slots, 2 * quad);
        }
      }
      return table;
    }();

}  // namespace grit::reference::kernels

#endif  // GRIT_REFERENCE_KERNELS_DECODE_TABLES_H_
