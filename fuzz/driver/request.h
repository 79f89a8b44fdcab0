// Inputs of the form kRequest: the number of an operation, and the payload of its request.
#ifndef GRIT_FUZZ_DRIVER_REQUEST_H_
#define GRIT_FUZZ_DRIVER_REQUEST_H_

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "harness/protocol/messages.h"
#include "harness/protocol/op.h"

namespace grit::fuzz {

// The operation that the first byte names, and the payload behind it; nothing where it names none.
inline std::optional<std::pair<protocol::Op, std::span<const std::byte>>> split_request(
    std::span<const std::byte> input) {
  if (input.empty()) return std::nullopt;
  const auto info = protocol::find_op(static_cast<std::uint8_t>(input[0]));
  if (!info) return std::nullopt;
  return std::pair(info->op, input.subspan(1));
}

// The request, where the input is one of this operation and can be read.
template <typename Message>
std::optional<Message> request_of(std::span<const std::byte> input, protocol::Op op) {
  const auto request = split_request(input);
  if (!request || request->first != op) return std::nullopt;
  auto message = Message::parse(request->second);
  if (!message) return std::nullopt;
  return std::move(*message);
}

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_DRIVER_REQUEST_H_
