#include "harness/reference/sizes.h"

#include <algorithm>
#include <limits>

namespace grit::reference {
namespace {

constexpr std::uint64_t kMaxI64 = std::numeric_limits<std::int64_t>::max();

// Bits that one code takes where sub-byte codes are padded to a byte.
std::uint32_t padded_width(FormatWord word) { return std::max(word.width(), 8u); }

Uint128 bytes_for(Uint128 codes, std::uint32_t bits_each) {
  return ceil_div8(multiply(codes, bits_each));
}

// The product of the extents: exact, so that one zero makes it 0 whatever the others are.
std::expected<std::uint64_t, SizesError> count_elements(Shape shape) {
  bool empty = false;
  for (const std::int64_t extent : shape) {
    if (extent < 0) return std::unexpected(SizesError::kNegativeExtent);
    if (extent == 0) empty = true;
  }
  if (empty) return 0;
  std::uint64_t numel = 1;
  for (const std::int64_t extent : shape) {
    const auto factor = static_cast<std::uint64_t>(extent);
    if (numel > kMaxI64 / factor) return std::unexpected(SizesError::kTooManyElements);
    numel *= factor;
  }
  return numel;
}

}  // namespace

std::expected<Sizes, SizesError> sizes(const Descriptor& descriptor, Shape shape) {
  const std::expected<std::uint64_t, SizesError> numel = count_elements(shape);
  if (!numel) return std::unexpected(numel.error());

  if (descriptor.group_axis < 0 ||
      static_cast<std::size_t>(descriptor.group_axis) >= shape.size()) {
    return std::unexpected(SizesError::kGroupAxis);
  }
  const auto extent =
      static_cast<std::uint64_t>(shape[static_cast<std::size_t>(descriptor.group_axis)]);
  if (descriptor.k0 == 0) return std::unexpected(SizesError::kK0Zero);
  if (extent % descriptor.k0 != 0) return std::unexpected(SizesError::kK0DoesNotDivide);

  // N is a multiple of the extent, and so of k0 and sp_m: the divisions below are exact.
  Sizes result;
  result.numel = *numel;
  result.groups0 = *numel / descriptor.k0;
  result.nnz = Uint128{*numel};
  const bool sparse = (descriptor.flags & kFlagSparse) != 0;
  if (sparse) {
    if (descriptor.sp_m == 0) return std::unexpected(SizesError::kSpMZero);
    if (extent % descriptor.sp_m != 0) return std::unexpected(SizesError::kSpMDoesNotDivide);
    result.nnz = multiply(Uint128{*numel / descriptor.sp_m}, descriptor.sp_n);
  }
  const bool two_levels = descriptor.n_levels == 2;
  if (two_levels) {
    if (descriptor.k1 != 0 && result.groups0 % descriptor.k1 != 0) {
      return std::unexpected(SizesError::kK1DoesNotDivide);
    }
    result.groups1 = descriptor.k1 == 0 ? 1 : result.groups0 / descriptor.k1;
  }

  auto& [data, scale0, scale1, aux] = result.plane_bytes;
  const bool padded = descriptor.container == static_cast<std::uint8_t>(Container::kPad8);
  data = bytes_for(result.nnz, padded ? padded_width(descriptor.elem) : descriptor.elem.width());
  scale0 = bytes_for(Uint128{result.groups0}, padded_width(descriptor.scale0));
  if (two_levels) {
    const std::uint32_t values_each = (descriptor.flags & kFlagZpL1Scaled) != 0 ? 2 : 1;
    scale1 = bytes_for(Uint128{result.groups1}, values_each * descriptor.scale1.width());
  }
  if (sparse) {
    if (descriptor.sp_meta_fmt > 2) return std::unexpected(SizesError::kMetaFormat);
    const std::uint32_t index_bits = 2u * descriptor.sp_meta_fmt;
    aux = bytes_for(result.nnz, index_bits);
  } else if ((descriptor.flags & kFlagHasZp) != 0) {
    aux = bytes_for(Uint128{result.groups0}, padded_width(descriptor.zp_fmt));
  }
  return result;
}

std::string_view describe(SizesError error) {
  switch (error) {
    case SizesError::kNegativeExtent:
      return "an extent is negative";
    case SizesError::kTooManyElements:
      return "more than 2^63 - 1 elements";
    case SizesError::kGroupAxis:
      return "group_axis is not an axis of the shape";
    case SizesError::kK0Zero:
      return "k0 is 0";
    case SizesError::kK0DoesNotDivide:
      return "k0 does not divide the extent of the group axis";
    case SizesError::kSpMZero:
      return "sp_m is 0";
    case SizesError::kSpMDoesNotDivide:
      return "sp_m does not divide the extent of the group axis";
    case SizesError::kK1DoesNotDivide:
      return "k1 does not divide the number of level-0 groups";
    case SizesError::kMetaFormat:
      return "sp_meta_fmt is not 0, 1 or 2";
  }
  return {};
}

std::optional<std::array<std::int64_t, 8>> to_i64(const Sizes& sizes) {
  const std::array<Uint128, 8> exact{Uint128{sizes.numel},   sizes.nnz,
                                     Uint128{sizes.groups0}, Uint128{sizes.groups1},
                                     sizes.plane_bytes[0],   sizes.plane_bytes[1],
                                     sizes.plane_bytes[2],   sizes.plane_bytes[3]};
  std::array<std::int64_t, 8> narrow{};
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (exact[i] > Uint128{kMaxI64}) return std::nullopt;
    narrow[i] = static_cast<std::int64_t>(exact[i].low);
  }
  return narrow;
}

}  // namespace grit::reference
