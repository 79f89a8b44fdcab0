// The size equations: how many elements, groups and bytes a descriptor and a shape imply (spec §6).
//
// Exact for any 64 bytes, any rank and any extents; nothing wraps, nothing traps, nothing
// allocates.
#ifndef GRIT_REFERENCE_SIZES_H_
#define GRIT_REFERENCE_SIZES_H_

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "harness/reference/descriptor.h"
#include "harness/reference/uint128.h"
#include "harness/reference/view.h"

namespace grit::reference {

struct Sizes {
  std::uint64_t numel = 0;  // elements, at most 2^63 - 1
  Uint128 nnz;              // stored elements; below 2^71, for sp_n may exceed sp_m here
  std::uint64_t groups0 = 0;
  std::uint64_t groups1 = 0;
  std::array<Uint128, kPlaneCount> plane_bytes;  // data, scale0, scale1, aux; below 2^74
};

// Why spec §6 has no answer, in the order in which it is looked for.
enum class SizesError : std::uint8_t {
  kNegativeExtent,
  kTooManyElements,  // the product of the extents is above 2^63 - 1
  kGroupAxis,        // group_axis is below 0 or not below the rank
  kK0Zero,
  kK0DoesNotDivide,   // extent[axis] mod k0
  kSpMZero,           // SPARSE
  kSpMDoesNotDivide,  // SPARSE: extent[axis] mod sp_m
  kK1DoesNotDivide,   // two levels: groups0 mod k1
  kMetaFormat,        // SPARSE with sp_meta_fmt above 2
};
std::string_view describe(SizesError error);

// Reads n_levels, flags, the format words, group_axis, k0, k1, the sparsity fields and container;
// judges nothing else. n_levels other than 2 counts as one level. Spec §6.
std::expected<Sizes, SizesError> sizes(const Descriptor& descriptor, Shape shape);

// numel, nnz, groups0, groups1 and the four plane lengths as i64, the order of protocol op 4.
// Nothing where one of them exceeds 2^63 - 1.
std::optional<std::array<std::int64_t, 8>> to_i64(const Sizes& sizes);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_SIZES_H_
