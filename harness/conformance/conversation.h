// A blocking conversation with one adapter process, a few frames at a time: for HELLO and for
// smoke, where a person waits and throughput does not matter.
#ifndef GRIT_CONFORMANCE_CONVERSATION_H_
#define GRIT_CONFORMANCE_CONVERSATION_H_

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/conformance/child_process.h"
#include "harness/protocol/frame.h"
#include "harness/protocol/messages.h"

namespace grit::conformance {

// A reply frame, owned.
struct ReplyFrame {
  protocol::Header header;
  protocol::Bytes payload;
};

class Conversation {
 public:
  // Starts the process; a sentence where it cannot be started.
  static std::expected<Conversation, std::string> start(const Command& command);

  Conversation(Conversation&&) noexcept;
  Conversation& operator=(Conversation&&) noexcept;
  ~Conversation();

  void send(std::vector<std::byte> bytes);
  void send(std::uint8_t op, std::uint8_t flags, std::uint32_t id,
            std::span<const std::byte> payload);

  // The next reply, or a sentence that says what came instead: nothing in time, the end of the
  // process, or bytes that are no frame (shown).
  std::expected<ReplyFrame, std::string> receive(std::chrono::milliseconds deadline);

  // Lets the time pass while what was sent is written and what comes is read.
  void let_pass(std::chrono::milliseconds time);

  // Ends the input and waits. A sentence where the process does not end with exit code 0 in time,
  // or writes something more.
  std::optional<std::string> finish(std::chrono::milliseconds deadline);

  std::string stderr_tail() const;

 private:
  struct State;
  explicit Conversation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Starts an adapter, says HELLO, and ends it again.
std::expected<protocol::HelloReply, std::string> greet(const Command& command,
                                                       std::chrono::milliseconds deadline);
// HELLO on a running conversation.
std::expected<protocol::HelloReply, std::string> greet(Conversation& conversation,
                                                       std::chrono::milliseconds deadline);

// The first bytes as text for people: printable characters as they are, others as \xNN.
std::string shown_bytes(std::span<const std::byte> bytes, std::size_t limit = 64);

}  // namespace grit::conformance

#endif  // GRIT_CONFORMANCE_CONVERSATION_H_
