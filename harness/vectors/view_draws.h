// Draws of views of any grade (spec §11, §12), for the operations on views and the laws about them.
//
// Plane lengths and stored forms are asked of the reference: here they only say which cases are
// worth asking. What the right answer is, is decided elsewhere.
#ifndef GRIT_VECTORS_VIEW_DRAWS_H_
#define GRIT_VECTORS_VIEW_DRAWS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "harness/protocol/messages.h"
#include "harness/reference/descriptor.h"
#include "harness/reference/grade.h"
#include "harness/reference/registry.h"
#include "harness/vectors/random.h"

namespace grit::vectors {

// The eleven registered words, in the order of spec §1.2.
const std::vector<reference::FormatWord>& all_formats();
reference::FormatWord random_format(Random& random);

// The parts of a grade. Group sizes are small, so that a view of a few hundred elements has several
// of everything.
reference::Grade one_level(reference::FormatWord elem, reference::FormatWord scale0,
                           std::uint64_t k0);
reference::Grade two_levels(reference::FormatWord elem, reference::FormatWord scale0,
                            reference::FormatWord scale1, std::uint64_t k0, std::uint64_t k1);
reference::Grade registered_grade(reference::GradeName name);
reference::Sparsity random_view_sparsity(Random& random);  // u2 or u4, any N:M up to 32

// Any grade that has a descriptor and can be decoded: one or two levels, with zero points, sparse,
// or neither, any container and bit order.
reference::Grade random_view_grade(Random& random);

// What the extent of the group axis, and the ends of a slice along it, must be multiples of: k0 and
// M (spec §6.2.4, §6.2.6, §12.6.3).
std::int64_t group_axis_unit(const reference::Grade& grade);

// How scales, zero points and the like are drawn; elements and metadata are always any bits.
enum class Codes : std::uint8_t {
  kAnyBits,   // NaN, infinities and extremes as they come
  kOrdinary,  // products stay in the middle of the range
};

struct GeneralView {
  reference::Grade grade;
  protocol::ViewRequest request;

  // The request's descriptor as a value, and the way back.
  reference::Descriptor descriptor() const;
  void set_descriptor(const reference::Descriptor& descriptor);
};

// What a view's shape is to be like.
struct ShapeWish {
  std::size_t rank = 0;           // 0: from 1 to 4
  std::int64_t units = 3;         // at most so many units (lcm of k0 and M) along the group axis
  std::int64_t other_extent = 3;  // at most, of the other axes
};

// A view of this grade in plane order that no operation refuses for what it is: right lengths,
// random words for plane order. Where k1 does not divide the groups, the group axis grows.
GeneralView random_view(Random& random, const reference::Grade& grade, Codes codes,
                        const ShapeWish& wish = {});

// The same of a given shape, whatever it is. Planes have the lengths of spec §6 where it has an
// answer and they are not above 64 KiB, else none.
GeneralView view_of_shape(Random& random, const reference::Grade& grade, Codes codes,
                          protocol::Shape shape, std::int16_t group_axis);

// Gives the placement words another form, with planes of its lengths and any bits in them; false,
// and nothing changed, where there is no such form.
bool store_as(Random& random, GeneralView& view, reference::Placement data,
              reference::Placement scale);

// Ascending, different indices below M in every cell, as far as the metadata format can say them.
void make_metadata_proper(Random& random, GeneralView& view);

// A permutation of 0 … rank - 1.
std::vector<std::uint8_t> random_permutation(Random& random, std::size_t rank);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_VIEW_DRAWS_H_
