// Mutations of requests (PROTOCOL.md, "Operations"): a payload is read, one of its pieces changed,
// and written again, with what depends on the piece put right in one call of two.
#ifndef GRIT_FUZZ_MUTATOR_REQUEST_MUTATIONS_H_
#define GRIT_FUZZ_MUTATOR_REQUEST_MUTATIONS_H_

#include <optional>
#include <span>

#include "harness/protocol/op.h"
#include "harness/protocol/payload.h"
#include "harness/vectors/random.h"

namespace grit::fuzz {

// Planes that the mutator makes hold at most so many bytes together.
inline constexpr std::size_t kMostPlaneBytes = 4096;

// A request that the specification answers: a canonical descriptor, a small shape, right lengths,
// random planes; a registered grade; ordinary values.
protocol::Bytes plain_request(vectors::Random& random, protocol::Op op);

// The request with one piece changed; nothing where it cannot be read.
std::optional<protocol::Bytes> mutated_request(vectors::Random& random, protocol::Op op,
                                               std::span<const std::byte> request);

// The first with pieces of the second; nothing where one of them cannot be read, or the operation's
// requests have nothing that can be exchanged.
std::optional<protocol::Bytes> spliced_request(vectors::Random& random, protocol::Op op,
                                               std::span<const std::byte> first,
                                               std::span<const std::byte> second);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_MUTATOR_REQUEST_MUTATIONS_H_
