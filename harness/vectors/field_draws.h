// Values for a field of a descriptor, or of anything else that is a few bits wide, which are not
// the right one.
#ifndef GRIT_VECTORS_FIELD_DRAWS_H_
#define GRIT_VECTORS_FIELD_DRAWS_H_

#include <cstdint>
#include <vector>

#include "harness/vectors/random.h"

namespace grit::vectors {

// The boundaries of a field of `bits` bits (1 to 64) that holds `right`: 0, 1, the largest and the
// one below it, both sides of the sign bit, both neighbours of `right`, its sign bit flipped, its
// bytes reversed. Ascending, without doubles, and without `right`.
std::vector<std::uint64_t> boundary_values(std::uint64_t right, unsigned bits);

// A value of `bits` bits (1 to 64) that differs from `right`: a boundary of the width, a neighbour,
// one bit away, or anything.
std::uint64_t other_value(Random& random, std::uint64_t right, unsigned bits);

}  // namespace grit::vectors

#endif  // GRIT_VECTORS_FIELD_DRAWS_H_
