#include "fuzz/driver/request_texts.h"

#include <utility>

#include "harness/protocol/messages.h"
#include "harness/protocol/request_type.h"

namespace grit::fuzz {
namespace {

using protocol::Op;

// The members of a message that are texts, whichever it has.
template <typename Message>
std::vector<std::string> texts(std::span<const std::byte> request) {
  auto message = Message::parse(request);
  std::vector<std::string> list;
  if (!message) return list;
  [[maybe_unused]] const auto add = [&](std::string& text) { list.push_back(std::move(text)); };
  if constexpr (requires { message->text; }) add(message->text);
  if constexpr (requires { message->grade; }) add(message->grade);
  if constexpr (requires { message->canonical; }) add(message->canonical);
  if constexpr (requires { message->view; }) add(message->view.canonical);
  if constexpr (requires { message->scope; }) {
    add(message->a);
    add(message->b);
  }
  return list;
}

}  // namespace

std::vector<std::string> texts_of(Op op, std::span<const std::byte> request) {
  if (op == Op::kHello) return {};
  return protocol::with_request_type(
      op, [&]<typename Message>(std::type_identity<Message>) { return texts<Message>(request); });
}

}  // namespace grit::fuzz
