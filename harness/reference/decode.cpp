#include "harness/reference/decode.h"

#include <algorithm>
#include <array>
#include <limits>

#include "harness/reference/binary32.h"
#include "harness/reference/bytes.h"
#include "harness/reference/format.h"
#include "harness/reference/sizes.h"

namespace grit::reference {
namespace {

using Bytes = std::span<const std::byte>;
using Values = std::span<std::uint32_t>;

const Bytes& plane(const Planes& planes, Plane which) {
  return planes[static_cast<std::size_t>(which)];
}

// The value of a code of a registered format.
std::uint32_t value(FormatWord word, std::uint32_t code) { return *decode_format(word, code); }

std::uint32_t byte_at(Bytes bytes, std::size_t i) {
  return std::to_integer<std::uint32_t>(bytes[i]);
}

// Code i of a plane of nibbles, the low one first.
std::uint32_t nibble_at(Bytes bytes, std::size_t i) {
  return byte_at(bytes, i / 2) >> (i % 2 * 4) & 0xF;
}

std::uint32_t u16_at(Bytes bytes, std::size_t i) {
  return static_cast<std::uint32_t>(load_le(bytes.subspan(2 * i, 2)));
}

void decode_mxfp4(const Planes& planes, Values out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint32_t scale = value(kE8m0, byte_at(plane(planes, Plane::kScale0), i / 32));
    out[i] = multiply32(scale, value(kE2m1, nibble_at(plane(planes, Plane::kData), i)));
  }
}

void decode_nvf4(const Planes& planes, Values out) {
  const std::uint32_t tensor_scale =
      value(kBinary32, static_cast<std::uint32_t>(load_le(plane(planes, Plane::kScale1))));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint32_t block_scale = value(kE4m3, byte_at(plane(planes, Plane::kScale0), i / 16));
    const std::uint32_t scale = multiply32(tensor_scale, block_scale);
    out[i] = multiply32(scale, value(kE2m1, nibble_at(plane(planes, Plane::kData), i)));
  }
}

void decode_q4ks(const Planes& planes, Values out) {
  const Bytes super = plane(planes, Plane::kScale1);  // d0, dmin0, d1, dmin1, ...
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t group = i / 32;
    const std::size_t super_group = group / 8;
    const std::uint32_t d = value(kBinary16, u16_at(super, 2 * super_group));
    const std::uint32_t dmin = value(kBinary16, u16_at(super, 2 * super_group + 1));
    const std::uint32_t scale =
        multiply32(d, value(kU6, byte_at(plane(planes, Plane::kScale0), group)));
    const std::uint32_t offset =
        multiply32(dmin, value(kU6, byte_at(plane(planes, Plane::kAux), group)));
    const std::uint32_t q = value(kU4, nibble_at(plane(planes, Plane::kData), i));
    out[i] = subtract32(multiply32(scale, q), offset);
  }
}

void decode_i8s24(const Planes& planes, Values out) {
  const Bytes meta = plane(planes, Plane::kAux);
  std::size_t stored = 0;  // one cursor for the whole plane, never set back
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t quad = i / 4;
    const std::uint32_t indices = nibble_at(meta, quad);  // two slots of two bits
    const std::size_t position = i % 4;
    if (position != (indices & 3) && position != indices >> 2) {
      out[i] = 0;  // structurally absent: +0 even under a NaN scale
      continue;
    }
    const std::uint32_t scale = value(kBinary16, u16_at(plane(planes, Plane::kScale0), i / 32));
    const std::uint32_t code = byte_at(plane(planes, Plane::kData), stored++);
    out[i] = multiply32(scale, value(kS8, code));
  }
}

}  // namespace

std::string_view describe(DecodeError error) {
  switch (error) {
    case DecodeError::kCount:
      return "the count is not a multiple of the block";
    case DecodeError::kPlaneBytes:
      return "a plane has not the length that the count demands";
    case DecodeError::kOutputLength:
      return "the output has not as many elements as the count";
  }
  return {};
}

std::expected<std::size_t, DecodeError> validate_decode(GradeName grade, std::int64_t numel,
                                                        const Planes& planes) {
  const std::array<std::int64_t, 1> shape{numel};
  const std::expected<Sizes, SizesError> expected = sizes(canonical_descriptor(grade), shape);
  if (!expected) return std::unexpected(DecodeError::kCount);
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (Uint128{planes[i].size()} != expected->plane_bytes[i]) {
      return std::unexpected(DecodeError::kPlaneBytes);
    }
  }
  // After the planes, so that the answer is the same where a size has 32 bits.
  constexpr std::uint64_t kMostElements =
      std::numeric_limits<std::size_t>::max() / sizeof(std::uint32_t);
  if (expected->numel > kMostElements) return std::unexpected(DecodeError::kCount);
  return static_cast<std::size_t>(expected->numel);
}

std::expected<void, DecodeError> decode_into(GradeName grade, std::int64_t numel,
                                             const Planes& planes, std::span<std::uint32_t> out) {
  const std::expected<std::size_t, DecodeError> count = validate_decode(grade, numel, planes);
  if (!count) return std::unexpected(count.error());
  if (out.size() != *count) return std::unexpected(DecodeError::kOutputLength);
  switch (grade) {
    case GradeName::kMxfp4:
    case GradeName::kMxfp4Rne:
      decode_mxfp4(planes, out);
      break;
    case GradeName::kQ4ks:
      decode_q4ks(planes, out);
      break;
    case GradeName::kNvf4:
    case GradeName::kNvf4Rtz:
      decode_nvf4(planes, out);
      break;
    case GradeName::kI8s24:
      decode_i8s24(planes, out);
      break;
  }
  return {};
}

std::expected<std::vector<std::uint32_t>, DecodeError> decode(GradeName grade, std::int64_t numel,
                                                              const Planes& planes) {
  const std::expected<std::size_t, DecodeError> count = validate_decode(grade, numel, planes);
  if (!count) return std::unexpected(count.error());
  std::vector<std::uint32_t> values(*count);
  const std::expected<void, DecodeError> done = decode_into(grade, numel, planes, values);
  if (!done) return std::unexpected(done.error());
  return values;
}

}  // namespace grit::reference
