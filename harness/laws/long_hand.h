// The values and codes of a view, worked out long-hand from the clauses: the second opinion that
// the laws hold against an implementation.
//
// It shares no arithmetic with the reference. Bits are read one by one; a binary32 operation is
// done exactly, or innocuously, in binary64 (24 significant bits: a product of two is exact in 53,
// a sum rounded to 53 and again to 24 is rounded as if once) and rounded to binary32 on the bits.
// It is slow, and it is for views in plane order only: what placements mean is for other laws.
#ifndef GRIT_LAWS_LONG_HAND_H_
#define GRIT_LAWS_LONG_HAND_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harness/reference/format.h"
#include "harness/reference/view.h"

namespace grit::laws {

// Rounded once to binary32, ties to even; every NaN is 0x7fc00000. Requires the caller's rounding
// mode to be to nearest only in so far as the argument was computed.
std::uint32_t narrow(double value);
double widen(std::uint32_t binary32);

// One binary32 operation (spec §0.6). Require the default floating-point environment.
std::uint32_t times(std::uint32_t a, std::uint32_t b);
std::uint32_t minus(std::uint32_t a, std::uint32_t b);
std::uint32_t plus(std::uint32_t a, std::uint32_t b);

// The value of a code, exact: every format that is decodable in binary64's range. Spec §1.1.
double value_of_code(reference::FormatWord word, std::uint32_t code);

// `width` bits of a bit string, from bit `first` on; bits beyond the end are 0. Spec §11.4.
std::uint32_t bits_at(std::span<const std::byte> bytes, std::uint64_t first, unsigned width,
                      bool most_significant_first);

// Whether every plane that the array has is marked ROW_MAJOR or LINEAR_META.
bool in_plane_order(const reference::Descriptor& descriptor);

// One element of a view.
struct Element {
  std::uint64_t plane_index = 0;    // in plane order, spec §11.3
  std::uint64_t logical_index = 0;  // row-major
  bool named = true;                // false: a sparse position that no slot names
  bool nan_scale = false;           // S is NaN
  bool nan_offset = false;          // z or Z is
  std::uint32_t value = 0;
  std::uint32_t innermost_first = 0;  // s1 × (s0 × …): what L5 forbids
  std::uint32_t fused = 0;            // fma(S, e, −Z): what L6 forbids; `value` without zps=l1
};

// All elements in plane order; nothing where the view is no array in plane order of a grade that
// can be decoded, or has more than 2^20 elements.
std::optional<std::vector<Element>> evaluate(const reference::View& view);

// The codes of the four planes, without the bits that no clause reads; nothing as above.
using PlaneCodes = std::array<std::vector<std::uint32_t>, reference::kPlaneCount>;
std::optional<PlaneCodes> codes_of(const reference::View& view);

// Where an element, group or cell of a line stands in the planes' code lists.
struct LineCodes {
  std::uint64_t data = 0;    // codes of data in a line
  std::uint64_t scale0 = 0;  // of scale0
  std::uint64_t aux = 0;     // of aux
};
LineCodes line_codes(const reference::View& view);

// Row-major numbers, long-hand. Requires shapes without negative extents.
std::uint64_t product(reference::Shape shape);
std::vector<std::uint64_t> coordinates(std::uint64_t index, reference::Shape shape);
std::uint64_t row_major(std::span<const std::uint64_t> coordinates, reference::Shape shape);

// The line of a coordinate: row-major over the axes other than the group axis. Spec §11.3.1.
std::uint64_t line_of(std::span<const std::uint64_t> coordinates, reference::Shape shape,
                      std::size_t group_axis);

// The number in plane order of the element with these coordinates.
std::uint64_t plane_index(std::span<const std::uint64_t> coordinates, reference::Shape shape,
                          std::size_t group_axis);

// The coordinates of the element with this number in plane order.
std::vector<std::uint64_t> at_plane_index(std::uint64_t index, reference::Shape shape,
                                          std::size_t group_axis);

// The values with begin <= coordinate < end along `axis`, in row-major order.
std::vector<std::uint32_t> cut(std::span<const std::uint32_t> values, reference::Shape shape,
                               std::size_t axis, std::int64_t begin, std::int64_t end);

// Axis j of the result is axis perm[j] of the source. Requires a permutation.
std::vector<std::uint32_t> permuted(std::span<const std::uint32_t> values, reference::Shape shape,
                                    std::span<const std::size_t> perm);
std::vector<std::int64_t> permuted_shape(reference::Shape shape, std::span<const std::size_t> perm);

// Row-major values in plane order. Spec §11.3.3.
std::vector<std::uint32_t> in_plane_order(std::span<const std::uint32_t> values,
                                          reference::Shape shape, std::size_t group_axis);

// Whether every level-1 group of a result is made of exactly the level-0 groups of one of the
// source: `source_groups` has the source's number of each level-0 group of the result, in the plane
// order of the result. Spec §12.6.4, §12.7.4.
bool keeps_level1_groups(const reference::Descriptor& descriptor,
                         std::span<const std::uint64_t> source_groups);

// Whether every cell names sp_n different positions below sp_m, with ASC_LSB ascending; true
// without SPARSE. Spec §11.2.3, row 6. `metadata` are the codes of aux.
bool cells_are_sound(const reference::Descriptor& descriptor,
                     std::span<const std::uint32_t> metadata);

bool is_permutation(std::span<const std::size_t> perm, std::size_t rank);

}  // namespace grit::laws

#endif  // GRIT_LAWS_LONG_HAND_H_
