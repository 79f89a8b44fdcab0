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

// Whether the bytes are UTF-8 as RFC 3629 has it: no overlong form, no surrogate, nothing above
// U+10FFFF. The protocol promises texts that are (PROTOCOL.md, "Refused, unreadable, unsupported").
bool is_utf8(std::string_view text);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_REQUEST_TEXTS_H_
