#include "harness/conformance/conversation.h"

#include <boost/asio/io_context.hpp>
#include <deque>
#include <utility>

namespace grit::conformance {

struct Conversation::State {
  boost::asio::io_context io{1};
  std::unique_ptr<ChildProcess> process;
  protocol::FrameReader reader;
  bool stdout_closed = false;
  std::optional<ExitStatus> exit;

  // Lets events happen until `done` holds or the time is over.
  template <typename Condition>
  bool wait(std::chrono::milliseconds deadline, Condition done) {
    const auto end = std::chrono::steady_clock::now() + deadline;
    while (!done()) {
      const auto now = std::chrono::steady_clock::now();
      if (now >= end) return false;
      io.restart();
      io.run_one_until(end);
    }
    return true;
  }
};

Conversation::Conversation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Conversation::Conversation(Conversation&&) noexcept = default;
Conversation& Conversation::operator=(Conversation&&) noexcept = default;
Conversation::~Conversation() = default;

std::expected<Conversation, std::string> Conversation::start(const Command& command) {
  auto state = std::make_unique<State>();
  State* const raw = state.get();
  ChildProcess::Events events;
  events.on_stdout = [raw](std::span<const std::byte> bytes) { raw->reader.feed(bytes); };
  events.on_stdout_closed = [raw] { raw->stdout_closed = true; };
  events.on_exit = [raw](ExitStatus status) { raw->exit = status; };
  auto process = ChildProcess::start(raw->io, command, std::move(events));
  if (!process) return std::unexpected(process.error());
  raw->process = std::move(*process);
  return Conversation(std::move(state));
}

void Conversation::send(std::vector<std::byte> bytes) { state_->process->write(std::move(bytes)); }

void Conversation::send(std::uint8_t op, std::uint8_t flags, std::uint32_t id,
                        std::span<const std::byte> payload) {
  std::vector<std::byte> frame;
  protocol::append_frame(frame, {.op = op, .detail = flags, .id = id}, payload);
  send(std::move(frame));
}

std::expected<ReplyFrame, std::string> Conversation::receive(std::chrono::milliseconds deadline) {
  State& state = *state_;
  std::expected<ReplyFrame, std::string> result = std::unexpected(std::string());
  const auto settled = [&] {
    const auto frame = state.reader.next();
    if (!frame) {
      result = std::unexpected(std::string(protocol::to_string(frame.error())) + ": " +
                               shown_bytes(state.reader.unread()) +
                               " — did the adapter print to stdout?");
      return true;
    }
    if (*frame) {
      result = ReplyFrame{(*frame)->header, {(*frame)->payload.begin(), (*frame)->payload.end()}};
      return true;
    }
    if (state.stdout_closed && state.exit) {
      const std::size_t partial = state.reader.unread().size();
      result =
          std::unexpected("the adapter ended with " + state.exit->describe() +
                          (partial > 0 ? " after " + std::to_string(partial) + " bytes of a frame"
                                       : " without a reply"));
      return true;
    }
    return false;
  };
  if (!state.wait(deadline, settled)) {
    const std::size_t partial = state.reader.unread().size();
    return std::unexpected(
        "no whole reply within " + std::to_string(deadline.count()) + " ms" +
        (partial > 0 ? ", only " + std::to_string(partial) + " bytes of a frame" : ""));
  }
  return result;
}

void Conversation::let_pass(std::chrono::milliseconds time) {
  state_->wait(time, [] { return false; });
}

std::optional<std::string> Conversation::finish(std::chrono::milliseconds deadline) {
  State& state = *state_;
  state.process->close_stdin();
  if (!state.wait(deadline, [&] { return state.exit && state.stdout_closed; })) {
    return "still running " + std::to_string(deadline.count()) + " ms after its input ended";
  }
  if (!state.reader.unread().empty()) {
    return "surplus output after the last reply: " + shown_bytes(state.reader.unread());
  }
  if (state.exit->signalled || state.exit->code != 0) {
    return "ended with " + state.exit->describe() + " instead of exit code 0";
  }
  return std::nullopt;
}

std::string Conversation::stderr_tail() const { return state_->process->stderr_tail(); }

std::expected<protocol::HelloReply, std::string> greet(Conversation& conversation,
                                                       std::chrono::milliseconds deadline) {
  conversation.send(0, protocol::kFlagFlush, 0, protocol::HelloRequest{}.encode());
  const auto reply = conversation.receive(deadline);
  if (!reply) return std::unexpected(reply.error());
  if (reply->header.op != 0 || reply->header.id != 0 || reply->header.detail != 0) {
    return std::unexpected(
        "the first frame is no answer to HELLO: op " + std::to_string(reply->header.op) + ", id " +
        std::to_string(reply->header.id) + ", outcome " + std::to_string(reply->header.detail));
  }
  return protocol::HelloReply::parse(reply->payload);
}

std::expected<protocol::HelloReply, std::string> greet(const Command& command,
                                                       std::chrono::milliseconds deadline) {
  auto conversation = Conversation::start(command);
  if (!conversation) return std::unexpected(conversation.error());
  auto hello = greet(*conversation, deadline);
  if (hello) conversation->finish(deadline);
  return hello;
}

std::string shown_bytes(std::span<const std::byte> bytes, std::size_t limit) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text = "\"";
  for (const std::byte byte : bytes.first(std::min(bytes.size(), limit))) {
    const auto c = static_cast<unsigned char>(byte);
    if (c == '\n') {
      text += "\\n";
    } else if (c >= 0x20 && c < 0x7F && c != '"' && c != '\\') {
      text += static_cast<char>(c);
    } else {
      text += {'\\', 'x', kHex[c >> 4], kHex[c & 15]};
    }
  }
  return text + "\"";
}

}  // namespace grit::conformance
