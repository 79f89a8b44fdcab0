#include "harness/reference/encode.h"

#include <algorithm>

#include "harness/reference/binary32.h"
#include "harness/reference/bytes.h"
#include "harness/reference/exponent.h"
#include "harness/reference/format.h"
#include "harness/reference/sizes.h"

namespace grit::reference {
namespace {

using Block = std::span<const std::uint32_t>;
using Bytes = std::span<std::byte>;

// Small integers as binary32.
constexpr std::uint32_t k6 = 0x40C00000;
constexpr std::uint32_t k15 = 0x41700000;
constexpr std::uint32_t k63 = 0x427C0000;
constexpr std::uint32_t k127 = 0x42FE0000;
constexpr std::uint32_t k448 = 0x43E00000;

constexpr std::uint32_t kHalfNan = 0x7E00;       // binary16
constexpr std::uint32_t kHalfLargest = 0x7BFF;   // 65504
constexpr std::uint32_t kHalfSmallest = 0x0001;  // 2^-24
constexpr std::uint32_t kBinary32Smallest = 1;   // 2^-149

// Code and value in a registered format, for values that have one: no NaN meets e2m1 or an integer
// in this file, because blocks that hold one are set apart first.
std::uint32_t code_of(FormatWord word, std::uint32_t value,
                      Projection projection = Projection::kNearestEven) {
  return *encode_format(word, value, projection);
}
std::uint32_t value_of(FormatWord word, std::uint32_t code) { return *decode_format(word, code); }

bool all_finite(Block block) { return std::ranges::all_of(block, is_finite32); }

// The largest magnitude among the finite values, +0 where there is none.
std::uint32_t largest_magnitude(Block block) {
  std::uint32_t largest = 0;
  for (const std::uint32_t v : block) {
    if (is_finite32(v)) largest = std::max(largest, magnitude32(v));
  }
  return largest;
}

void put_byte(Bytes plane, std::size_t i, std::uint32_t value) {
  plane[i] = static_cast<std::byte>(value);
}

void put_u16(Bytes plane, std::size_t i, std::uint32_t value) {
  store_le(value, plane.subspan(2 * i, 2));
}

// Puts `code` at place i of a zeroed plane of nibbles, the low one first.
void put_nibble(Bytes plane, std::size_t i, std::uint32_t code) {
  plane[i / 2] |= static_cast<std::byte>(code << (i % 2 * 4));
}

// The encoders below write into zeroed planes of the right lengths, so that a zero needs no
// writing.

void encode_mxfp4(Block values, ExponentRule rule, const MutablePlanes& planes) {
  constexpr std::size_t kBlock = 32;
  constexpr std::int32_t kElementExponent = 2;  // 6 = 1.5 * 2^2, the largest e2m1
  const auto& [data, scale0, scale1, aux] = planes;
  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    const Block block = values.subspan(begin, kBlock);
    if (!all_finite(block)) {
      put_byte(scale0, begin / kBlock, 0xFF);
      continue;
    }
    std::int32_t exponent = 0;  // an all-zero block has scale 1
    if (const std::uint32_t amax = largest_magnitude(block); amax != 0) {
      exponent = std::clamp(*shared_exponent(rule, amax) - kElementExponent, -127, 127);
    }
    put_byte(scale0, begin / kBlock, static_cast<std::uint32_t>(exponent + 127));
    const std::uint32_t scale = round_to_binary32(false, 1, exponent);
    for (std::size_t i = 0; i < kBlock; ++i) {
      put_nibble(data, begin + i, code_of(kE2m1, divide32(block[i], scale)));
    }
  }
}

void encode_nvf4(Block values, Projection projection, const MutablePlanes& planes) {
  constexpr std::size_t kBlock = 16;
  const auto& [data, scale0, scale1, aux] = planes;

  const std::uint32_t amax = largest_magnitude(values);
  std::uint32_t tensor_scale = kOne32;
  if (amax != 0) {
    tensor_scale = divide32(divide32(amax, k6), k448);
    if (is_zero32(tensor_scale)) tensor_scale = kBinary32Smallest;
  }
  store_le(tensor_scale, scale1);

  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    const Block block = values.subspan(begin, kBlock);
    if (!all_finite(block)) {
      put_byte(scale0, begin / kBlock, 0x7F);
      continue;
    }
    const std::uint32_t block_amax = largest_magnitude(block);
    const std::uint32_t block_scale =
        code_of(kE4m3, block_amax == 0 ? kOne32 : divide32(divide32(block_amax, k6), tensor_scale));
    put_byte(scale0, begin / kBlock, block_scale);
    const std::uint32_t scale = multiply32(tensor_scale, value_of(kE4m3, block_scale));
    for (std::size_t i = 0; i < kBlock; ++i) {
      // A scale that underflowed to 0 leaves signed zeros.
      const std::uint32_t scaled =
          is_zero32(scale) ? block[i] & kSign32 : divide32(block[i], scale);
      put_nibble(data, begin + i, code_of(kE2m1, scaled, projection));
    }
  }
}

// f16(x / 63) for a level-1 scale: never infinite, so that a finite block decodes to no NaN.
std::uint32_t super_scale(std::uint32_t largest) {
  const std::uint32_t quotient = divide32(largest, k63);
  return is_infinite32(quotient) ? kHalfLargest : code_of(kBinary16, quotient);
}

void encode_q4ks(Block values, const MutablePlanes& planes) {
  constexpr std::size_t kBlock = 256;
  constexpr std::size_t kGroup = 32;
  constexpr std::size_t kGroups = kBlock / kGroup;
  const auto& [data, scale0, scale1, aux] = planes;
  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    const Block block = values.subspan(begin, kBlock);
    const std::size_t super_group = begin / kBlock;
    if (!all_finite(block)) {
      put_u16(scale1, 2 * super_group, kHalfNan);
      continue;
    }

    std::array<std::uint32_t, kGroups> steps;
    std::array<std::uint32_t, kGroups> offsets;
    for (std::size_t g = 0; g < kGroups; ++g) {
      std::uint32_t lo = 0;  // zero is always in the range, as +0
      std::uint32_t hi = 0;
      for (const std::uint32_t v : block.subspan(g * kGroup, kGroup)) {
        if (less32(v, lo)) lo = v;
        if (less32(hi, v)) hi = v;
      }
      steps[g] = divide32(subtract32(hi, lo), k15);
      offsets[g] = negate32(lo);  // -0 where nothing is negative
    }
    const std::uint32_t d_code = super_scale(*std::ranges::max_element(steps, less32));
    const std::uint32_t dmin_code = super_scale(*std::ranges::max_element(offsets, less32));
    put_u16(scale1, 2 * super_group, d_code);
    put_u16(scale1, 2 * super_group + 1, dmin_code);
    const std::uint32_t d = value_of(kBinary16, d_code);
    const std::uint32_t dmin = value_of(kBinary16, dmin_code);

    for (std::size_t g = 0; g < kGroups; ++g) {
      const std::uint32_t sc = is_zero32(d) ? 0 : code_of(kU6, divide32(steps[g], d));
      const std::uint32_t m = is_zero32(dmin) ? 0 : code_of(kU6, divide32(offsets[g], dmin));
      put_byte(scale0, super_group * kGroups + g, sc);
      put_byte(aux, super_group * kGroups + g, m);
      const std::uint32_t scale = multiply32(d, value_of(kU6, sc));
      const std::uint32_t offset = multiply32(dmin, value_of(kU6, m));
      for (std::size_t i = g * kGroup; i < (g + 1) * kGroup; ++i) {
        const std::uint32_t code =
            is_zero32(scale) ? 0 : code_of(kU4, divide32(add32(block[i], offset), scale));
        put_nibble(data, begin + i, code);
      }
    }
  }
}

// Positions of the two largest magnitudes of a quad, ascending. NaN counts as infinity, and the
// lower position wins a tie.
std::array<std::size_t, 2> survivors(Block quad) {
  const auto rank = [&](std::size_t i) { return std::min(magnitude32(quad[i]), kInfinity32); };
  std::array<std::size_t, 4> order{0, 1, 2, 3};
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return rank(a) != rank(b) ? rank(a) > rank(b) : a < b;
  });
  return {std::min(order[0], order[1]), std::max(order[0], order[1])};
}

void encode_i8s24(Block values, const MutablePlanes& planes) {
  constexpr std::size_t kBlock = 32;
  constexpr std::size_t kQuad = 4;
  const auto& [data, scale0, scale1, aux] = planes;
  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    std::array<std::uint32_t, kBlock / 2> kept;
    for (std::size_t i = 0; i < kBlock; i += kQuad) {
      const Block quad = values.subspan(begin + i, kQuad);
      const auto [first, second] = survivors(quad);
      kept[i / 2] = quad[first];
      kept[i / 2 + 1] = quad[second];
      put_nibble(aux, (begin + i) / kQuad, static_cast<std::uint32_t>(first | second << 2));
    }
    if (!all_finite(kept)) {
      put_u16(scale0, begin / kBlock, kHalfNan);
      continue;
    }
    const std::uint32_t amax = largest_magnitude(kept);
    std::uint32_t scale_code = code_of(kBinary16, amax == 0 ? kOne32 : divide32(amax, k127));
    if (scale_code == 0) scale_code = kHalfSmallest;
    put_u16(scale0, begin / kBlock, scale_code);
    const std::uint32_t scale = value_of(kBinary16, scale_code);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      put_byte(data, begin / 2 + i, code_of(kS8, divide32(kept[i], scale)));
    }
  }
}

}  // namespace

std::string_view describe(EncodeError error) {
  switch (error) {
    case EncodeError::kCount:
      return "the count is not a multiple of the block";
    case EncodeError::kPlaneBytes:
      return "a plane has not the length that the count demands";
  }
  return {};
}

std::expected<std::array<std::size_t, kPlaneCount>, EncodeError> encoded_lengths(
    GradeName grade, std::size_t count) {
  // A count above 2^63 - 1 becomes a negative extent, which sizes refuses.
  const std::array<std::int64_t, 1> shape{static_cast<std::int64_t>(count)};
  const std::expected<Sizes, SizesError> expected = sizes(canonical_descriptor(grade), shape);
  if (!expected) return std::unexpected(EncodeError::kCount);
  std::array<std::size_t, kPlaneCount> lengths;
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    // No registered grade has a plane of more than count / 2 + 4 bytes.
    lengths[i] = static_cast<std::size_t>(expected->plane_bytes[i].low);
  }
  return lengths;
}

std::expected<void, EncodeError> encode_into(GradeName grade, std::span<const std::uint32_t> values,
                                             const MutablePlanes& planes) {
  const auto lengths = encoded_lengths(grade, values.size());
  if (!lengths) return std::unexpected(lengths.error());
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (planes[i].size() != (*lengths)[i]) return std::unexpected(EncodeError::kPlaneBytes);
  }
  for (const Bytes plane : planes) std::ranges::fill(plane, std::byte{0});
  switch (grade) {
    case GradeName::kMxfp4:
      encode_mxfp4(values, ExponentRule::kFloor, planes);
      break;
    case GradeName::kMxfp4Rne:
      encode_mxfp4(values, ExponentRule::kRne, planes);
      break;
    case GradeName::kQ4ks:
      encode_q4ks(values, planes);
      break;
    case GradeName::kNvf4:
      encode_nvf4(values, Projection::kNearestEven, planes);
      break;
    case GradeName::kNvf4Rtz:
      encode_nvf4(values, Projection::kTowardZero, planes);
      break;
    case GradeName::kI8s24:
      encode_i8s24(values, planes);
      break;
  }
  return {};
}

std::expected<PlaneBuffers, EncodeError> encode(GradeName grade,
                                                std::span<const std::uint32_t> values) {
  const auto lengths = encoded_lengths(grade, values.size());
  if (!lengths) return std::unexpected(lengths.error());
  PlaneBuffers buffers;
  MutablePlanes planes;
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    buffers[i].resize((*lengths)[i]);
    planes[i] = buffers[i];
  }
  const std::expected<void, EncodeError> done = encode_into(grade, values, planes);
  if (!done) return std::unexpected(done.error());
  return buffers;
}

}  // namespace grit::reference
