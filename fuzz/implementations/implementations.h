// Every implementation that can be linked into one process, asked the same way: the reference, our
// C11 and, where the build found a cargo, our Rust. Requests and replies are those of the protocol
// (docs/PROTOCOL.md), as the adapters give them, without frames and processes.
#ifndef GRIT_FUZZ_IMPLEMENTATIONS_IMPLEMENTATIONS_H_
#define GRIT_FUZZ_IMPLEMENTATIONS_IMPLEMENTATIONS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "harness/protocol/messages.h"

namespace grit::fuzz {

// Memory that calls use again. One for each thread; no answer depends on what it was used for.
class Workspace {
 public:
  Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  ~Workspace();

  struct C;  // what our C11 keeps between calls
  C& c() { return *c_; }

 private:
  std::unique_ptr<C> c_;
};

// Overwrites `reply`, whose memory it uses again. Total: an unreadable payload is kInternalError,
// an unknown op kUnsupported. HELLO differs from one to the other, and so do the sentences of
// kInternalError; the rest is for the specification to say.
using Answer = void (*)(Workspace& workspace, std::uint8_t op, std::span<const std::byte> payload,
                        protocol::Reply& reply);

struct Implementation {
  std::string_view name;  // as in reports: "reference", "c", "rust"
  Answer answer;
};

// The reference first.
std::span<const Implementation> implementations();

// Whether the reply stands for a panic of our Rust: kInternalError like an unreadable payload, but
// never right. Ask it of each reply of "rust": two such outcomes are equal.
bool is_panic(const protocol::Reply& reply);

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_IMPLEMENTATIONS_IMPLEMENTATIONS_H_
