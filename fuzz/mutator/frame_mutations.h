// Mutations of a stream of request frames (PROTOCOL.md, "Frames").
#ifndef GRIT_FUZZ_MUTATOR_FRAME_MUTATIONS_H_
#define GRIT_FUZZ_MUTATOR_FRAME_MUTATIONS_H_

#include <optional>
#include <span>

#include "harness/protocol/op.h"
#include "harness/protocol/payload.h"
#include "harness/vectors/random.h"

namespace grit::fuzz {

// Frames in a stream that the mutator makes.
inline constexpr std::size_t kMostFrames = 32;

// One of: a frame's request changed (request_mutations.h), a frame taken out, put in or doubled.
// Nothing where the bytes are no whole frames, or the result would be longer than `most`.
std::optional<protocol::Bytes> mutated_frames(vectors::Random& random,
                                              std::span<const protocol::Op> ops,
                                              std::span<const std::byte> frames, std::size_t most);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_MUTATOR_FRAME_MUTATIONS_H_
