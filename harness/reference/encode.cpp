#include "harness/reference/encode.h"

#include <algorithm>

#include "harness/reference/binary32.h"
#include "harness/reference/bytes.h"
#include "harness/reference/exponent.h"
#include "harness/reference/format.h"

namespace grit::reference {
namespace {

using Block = std::span<const std::uint32_t>;
using Buffer = std::vector<std::byte>;

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

void push_number(Buffer& buffer, std::uint32_t value, std::size_t size) {
  std::array<std::byte, 4> bytes;
  const auto used = std::span(bytes).first(size);
  store_le(value, used);
  buffer.insert(buffer.end(), used.begin(), used.end());
}

// Puts `code` at place i of a plane of nibbles, the low one first.
void put_nibble(Buffer& buffer, std::size_t i, std::uint32_t code) {
  buffer[i / 2] |= static_cast<std::byte>(code << (i % 2 * 4));
}

std::size_t nibble_bytes(std::size_t count) { return (count + 1) / 2; }

PlaneBuffers encode_mxfp4(Block values, ExponentRule rule) {
  constexpr std::size_t kBlock = 32;
  constexpr std::int32_t kElementExponent = 2;  // 6 = 1.5 * 2^2, the largest e2m1
  PlaneBuffers planes;
  auto& [data, scale0, scale1, aux] = planes;
  data.resize(nibble_bytes(values.size()));
  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    const Block block = values.subspan(begin, kBlock);
    if (!all_finite(block)) {
      push_number(scale0, 0xFF, 1);
      continue;
    }
    std::int32_t exponent = 0;  // an all-zero block has scale 1
    if (const std::uint32_t amax = largest_magnitude(block); amax != 0) {
      exponent = std::clamp(*shared_exponent(rule, amax) - kElementExponent, -127, 127);
    }
    push_number(scale0, static_cast<std::uint32_t>(exponent + 127), 1);
    const std::uint32_t scale = round_to_binary32(false, 1, exponent);
    for (std::size_t i = 0; i < kBlock; ++i) {
      put_nibble(data, begin + i, code_of(kE2m1, divide32(block[i], scale)));
    }
  }
  return planes;
}

PlaneBuffers encode_nvf4(Block values, Projection projection) {
  constexpr std::size_t kBlock = 16;
  PlaneBuffers planes;
  auto& [data, scale0, scale1, aux] = planes;
  data.resize(nibble_bytes(values.size()));

  const std::uint32_t amax = largest_magnitude(values);
  std::uint32_t tensor_scale = kOne32;
  if (amax != 0) {
    tensor_scale = divide32(divide32(amax, k6), k448);
    if (is_zero32(tensor_scale)) tensor_scale = kBinary32Smallest;
  }
  push_number(scale1, tensor_scale, 4);

  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    const Block block = values.subspan(begin, kBlock);
    if (!all_finite(block)) {
      push_number(scale0, 0x7F, 1);
      continue;
    }
    const std::uint32_t block_amax = largest_magnitude(block);
    const std::uint32_t block_scale =
        code_of(kE4m3, block_amax == 0 ? kOne32 : divide32(divide32(block_amax, k6), tensor_scale));
    push_number(scale0, block_scale, 1);
    const std::uint32_t scale = multiply32(tensor_scale, value_of(kE4m3, block_scale));
    for (std::size_t i = 0; i < kBlock; ++i) {
      // A scale that underflowed to 0 leaves signed zeros.
      const std::uint32_t scaled =
          is_zero32(scale) ? block[i] & kSign32 : divide32(block[i], scale);
      put_nibble(data, begin + i, code_of(kE2m1, scaled, projection));
    }
  }
  return planes;
}

// f16(x / 63) for a level-1 scale: never infinite, so that a finite block decodes to no NaN.
std::uint32_t super_scale(std::uint32_t largest) {
  const std::uint32_t quotient = divide32(largest, k63);
  return is_infinite32(quotient) ? kHalfLargest : code_of(kBinary16, quotient);
}

PlaneBuffers encode_q4ks(Block values) {
  constexpr std::size_t kBlock = 256;
  constexpr std::size_t kGroup = 32;
  constexpr std::size_t kGroups = kBlock / kGroup;
  PlaneBuffers planes;
  auto& [data, scale0, scale1, aux] = planes;
  data.resize(nibble_bytes(values.size()));
  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    const Block block = values.subspan(begin, kBlock);
    if (!all_finite(block)) {
      push_number(scale1, kHalfNan, 2);
      push_number(scale1, 0, 2);
      scale0.resize(scale0.size() + kGroups);
      aux.resize(aux.size() + kGroups);
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
    push_number(scale1, d_code, 2);
    push_number(scale1, dmin_code, 2);
    const std::uint32_t d = value_of(kBinary16, d_code);
    const std::uint32_t dmin = value_of(kBinary16, dmin_code);

    for (std::size_t g = 0; g < kGroups; ++g) {
      const std::uint32_t sc = is_zero32(d) ? 0 : code_of(kU6, divide32(steps[g], d));
      const std::uint32_t m = is_zero32(dmin) ? 0 : code_of(kU6, divide32(offsets[g], dmin));
      push_number(scale0, sc, 1);
      push_number(aux, m, 1);
      const std::uint32_t scale = multiply32(d, value_of(kU6, sc));
      const std::uint32_t offset = multiply32(dmin, value_of(kU6, m));
      for (std::size_t i = g * kGroup; i < (g + 1) * kGroup; ++i) {
        const std::uint32_t code =
            is_zero32(scale) ? 0 : code_of(kU4, divide32(add32(block[i], offset), scale));
        put_nibble(data, begin + i, code);
      }
    }
  }
  return planes;
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

PlaneBuffers encode_i8s24(Block values) {
  constexpr std::size_t kBlock = 32;
  constexpr std::size_t kQuad = 4;
  PlaneBuffers planes;
  auto& [data, scale0, scale1, aux] = planes;
  aux.resize(values.size() / kQuad / 2);
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
      push_number(scale0, kHalfNan, 2);
      data.resize(data.size() + kept.size());
      continue;
    }
    const std::uint32_t amax = largest_magnitude(kept);
    std::uint32_t scale_code = code_of(kBinary16, amax == 0 ? kOne32 : divide32(amax, k127));
    if (scale_code == 0) scale_code = kHalfSmallest;
    push_number(scale0, scale_code, 2);
    const std::uint32_t scale = value_of(kBinary16, scale_code);
    for (const std::uint32_t v : kept) push_number(data, code_of(kS8, divide32(v, scale)), 1);
  }
  return planes;
}

}  // namespace

Planes borrow(const PlaneBuffers& buffers) {
  return {buffers[0], buffers[1], buffers[2], buffers[3]};
}

std::string_view describe(EncodeError error) {
  switch (error) {
    case EncodeError::kCount:
      return "the count is not a multiple of the block";
  }
  return {};
}

std::expected<PlaneBuffers, EncodeError> encode(GradeName grade,
                                                std::span<const std::uint32_t> values) {
  if (values.size() % registry_entry(grade).block != 0) {
    return std::unexpected(EncodeError::kCount);
  }
  switch (grade) {
    case GradeName::kMxfp4:
      return encode_mxfp4(values, ExponentRule::kFloor);
    case GradeName::kMxfp4Rne:
      return encode_mxfp4(values, ExponentRule::kRne);
    case GradeName::kQ4ks:
      return encode_q4ks(values);
    case GradeName::kNvf4:
      return encode_nvf4(values, Projection::kNearestEven);
    case GradeName::kNvf4Rtz:
      return encode_nvf4(values, Projection::kTowardZero);
    case GradeName::kI8s24:
      return encode_i8s24(values);
  }
  return std::unexpected(EncodeError::kCount);
}

}  // namespace grit::reference
