// Simpler requests: what to try in place of a request that shows a disagreement, so that what is
// left of it is what the disagreement needs. Descriptors go toward the canonical one field by field
// and bit by bit, texts lose tokens and characters, planes and words lose elements and bits.
#ifndef GRIT_CONFORMANCE_REQUEST_REDUCTION_H_
#define GRIT_CONFORMANCE_REQUEST_REDUCTION_H_

#include <span>
#include <string>
#include <vector>

#include "harness/protocol/op.h"
#include "harness/protocol/payload.h"

namespace grit::conformance {

// Each one step simpler than `request`, the simplest first, at most kMaxSimplerRequests; none equal
// to it. Following any of them again and again comes to an end: every step brings a piece closer to
// its simplest form and none takes one away from it. Empty for a request that cannot be read.
inline constexpr std::size_t kMaxSimplerRequests = 192;
std::vector<protocol::Bytes> simpler_requests(protocol::Op op, std::span<const std::byte> request);

// The pieces of a CHECK, DESCRIPTOR, SIZES or GID that are not in their simplest form, e.g. "flags"
// or "k0, plane bytes": two reduced requests with equal pieces show one thing. Empty for other ops.
std::string remaining_pieces(protocol::Op op, std::span<const std::byte> request);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_REQUEST_REDUCTION_H_
