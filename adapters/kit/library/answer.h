// A library's reply to a request: payloads to plain structs, results to payloads.
#ifndef GRIT_KIT_LIBRARY_ANSWER_H_
#define GRIT_KIT_LIBRARY_ANSWER_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "adapters/kit/library/grit_adapter.h"
#include "harness/protocol/messages.h"

namespace grit::kit {

// HELLO: the library's name, and the operations whose functions are not null.
protocol::HelloReply hello(const gcp_adapter& adapter);

// Calls the operation's function. Payloads that cannot be read do not reach the library.
protocol::Reply answer(const gcp_adapter& adapter, std::uint8_t op,
                       std::span<const std::byte> payload);

}  // namespace grit::kit

#endif  // GRIT_KIT_LIBRARY_ANSWER_H_
