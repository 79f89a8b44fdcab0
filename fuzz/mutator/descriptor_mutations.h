// Mutations of the 64 bytes (spec §2) and of what stands beside them: shapes, lengths, planes.
#ifndef GRIT_FUZZ_MUTATOR_DESCRIPTOR_MUTATIONS_H_
#define GRIT_FUZZ_MUTATOR_DESCRIPTOR_MUTATIONS_H_

#include <cstddef>
#include <span>

#include "harness/protocol/payload.h"
#include "harness/reference/descriptor.h"
#include "harness/vectors/random.h"

namespace grit::fuzz {

using DescriptorSpan = std::span<std::byte, reference::kDescriptorBytes>;
using ConstDescriptorSpan = std::span<const std::byte, reference::kDescriptorBytes>;

// One of: a field set to a boundary of its own, or to a value that its kind knows (format words,
// placement words, grade ids); a field, or all of a grade's frame, as another canonical descriptor
// has it; the constants and the grade_id put right; a bit of the note; any bit. Allocation-free.
void mutate_descriptor(vectors::Random& random, DescriptorSpan descriptor);

// Each field from either, evenly.
void splice_descriptors(vectors::Random& random, DescriptorSpan descriptor,
                        ConstDescriptorSpan other);

// Writes the canonical descriptor of a registered grade.
void set_canonical(vectors::Random& random, DescriptorSpan descriptor);

// One extent changed, taken out or put in; in one draw of eight a hostile shape.
void mutate_shape(vectors::Random& random, protocol::Shape& shape);

// Plane lengths that spec §6 gives the descriptor and the shape, where it has an answer; false and
// untouched elsewhere.
bool set_right_lengths(ConstDescriptorSpan descriptor, const protocol::Shape& shape,
                       std::array<std::int64_t, 4>& lengths);

// A length one more, one less, negated, or anything.
void mutate_lengths(vectors::Random& random, std::array<std::int64_t, 4>& lengths);

// Makes the planes so long, with random new bytes; false and untouched where they would hold more
// than `most` bytes together.
bool resize_planes(vectors::Random& random, const std::array<std::int64_t, 4>& lengths,
                   std::size_t most, protocol::Planes& planes);

// A byte of a plane set, or to one of a scale's extremes; in one draw of eight a plane made longer
// or shorter by one.
void mutate_planes(vectors::Random& random, protocol::Planes& planes);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_MUTATOR_DESCRIPTOR_MUTATIONS_H_
