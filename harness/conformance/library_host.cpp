#include "harness/conformance/library_host.h"

#include <chrono>

#include "harness/conformance/conversation.h"

namespace grit::conformance {
namespace {

constexpr std::chrono::milliseconds kLoadingDeadline{20'000};
// For what a dead host has written to stderr to arrive.
constexpr std::chrono::milliseconds kStderrDelay{50};

std::string last_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  const std::size_t newline = text.rfind('\n');
  return newline == std::string::npos ? text : text.substr(newline + 1);
}

}  // namespace

std::optional<std::string> loading_problem(const Command& host) {
  auto conversation = Conversation::start(host);
  if (!conversation) return conversation.error();
  const auto hello = greet(*conversation, kLoadingDeadline);
  if (hello) {
    conversation->finish(kLoadingDeadline);
    return std::nullopt;
  }
  conversation->let_pass(kStderrDelay);
  const std::string said = last_line(conversation->stderr_tail());
  const std::string& path = host.argv.back();
  // The host's own sentence names the library; anything else happened in the library's code.
  if (said.starts_with("cannot ") && said.find(path) != std::string::npos) return said;
  return "loading " + path + " failed: " + hello.error() +
         "; run the host on it alone: " + host.argv.front() + " " + path;
}

}  // namespace grit::conformance
