// The texts in a request.
#ifndef GRIT_FUZZ_DRIVER_REQUEST_TEXTS_H_
#define GRIT_FUZZ_DRIVER_REQUEST_TEXTS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/protocol/op.h"
#include "harness/protocol/payload.h"

namespace grit::fuzz {

// In the order in which they stand; none of a request that cannot be read.
std::vector<std::string> texts_of(protocol::Op op, std::span<const std::byte> request);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_REQUEST_TEXTS_H_
