// Arrays of the registered grades that are right in every respect: what the generator's families
// start from and then break.
//
// Plane lengths are those of spec §6 for these grades, worked out by hand here, so that "the right
// length" does not come from the reference.
#ifndef GRIT_VECTORS_ARRAYS_H_
#define GRIT_VECTORS_ARRAYS_H_

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/protocol/messages.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/registry.h"
#include "harness/vectors/random.h"

namespace grit::vectors {

using reference::GradeName;

inline constexpr std::array<GradeName, 6> kAllGrades = {GradeName::kMxfp4,    GradeName::kQ4ks,
                                                        GradeName::kNvf4,     GradeName::kI8s24,
                                                        GradeName::kMxfp4Rne, GradeName::kNvf4Rtz};

// What the four planes hold, apart from how encode chose it.
enum class Layout : std::uint8_t { kMxfp4, kQ4ks, kNvf4, kI8s24 };
Layout layout(GradeName grade);

// The name in family names: mxfp4, q4ks, nvf4, i8s24, mxfp4_rne, nvf4_rtz.
std::string_view short_name(GradeName grade);

// The name in requests: GRADE_….
std::string_view registry_name(GradeName grade);

// Elements that encode and decode take at a time (spec §9.1.1).
std::int64_t block(GradeName grade);

// The extent of the group axis is a multiple of this (k0 and M; spec §6.2).
std::int64_t axis_unit(GradeName grade);

// Bytes of the four planes of `numel` elements (spec §6.1). Of a number that is no multiple of
// block(grade), those of the whole blocks or a little more.
std::array<std::uint64_t, 4> plane_lengths(GradeName grade, std::uint64_t numel);

struct Array {
  GradeName grade = GradeName::kMxfp4;
  reference::Descriptor descriptor;
  protocol::Shape shape;
  std::array<std::int64_t, 4> plane_bytes{};
};

// An array of this shape with the plane lengths of its element count modulo 2^64: the right ones
// where spec §6 has an answer, those of arithmetic that wraps elsewhere. Precondition: axis < rank.
Array make_array(GradeName grade, protocol::Shape shape, std::size_t axis);

// The same with a small random shape of rank 1 to 4, at most 20,736 elements, and in one case of
// two a random note.
Array random_array(Random& random, GradeName grade);

// Random content for the lengths of plane_lengths(grade, numel). Survivor indices ascend.
protocol::Planes random_planes(Random& random, GradeName grade, std::uint64_t numel);

// Level 1, no planes, no digest.
protocol::CheckRequest check_request(const Array& array);

// The product of the extents modulo 2^64; 0 where an extent is 0.
std::uint64_t element_count(std::span<const std::int64_t> shape);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_ARRAYS_H_
