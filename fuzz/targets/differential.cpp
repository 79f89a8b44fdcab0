// Every operation to every implementation that can be linked here, the reference first: all answer
// alike, byte for byte.
#include <algorithm>
#include <string_view>
#include <vector>

#include "fuzz/driver/disagreement.h"
#include "fuzz/driver/request.h"
#include "fuzz/driver/request_texts.h"
#include "fuzz/driver/target.h"
#include "fuzz/driver/utf8.h"
#include "fuzz/implementations/implementations.h"
#include "fuzz/targets/ops.h"
#include "harness/protocol/payload.h"

namespace grit::fuzz {
namespace {

using protocol::Op;
using protocol::Reply;

// The memory of one input serves the next, so that allocation is not what is measured; no answer
// depends on it.
struct Memory {
  Workspace workspace;
  std::vector<Reply> replies = std::vector<Reply>(implementations().size());
};

// Bytes as text: a vector's own comparison looks at one after the other.
bool alike(const Reply& a, const Reply& b) {
  return a.kind == b.kind && (a.kind == protocol::ReplyKind::kInternalError ||
                              protocol::as_text(a.payload) == protocol::as_text(b.payload));
}

// The protocol promises UTF-8, and a language whose texts are nothing else cannot be asked
// otherwise; the others are.
bool cannot_be_asked(std::string_view name, Op op, std::span<const std::byte> request) {
  return name == "rust" && !std::ranges::all_of(texts_of(op, request), is_utf8);
}

void report(Op op, std::span<const std::byte> request, const std::vector<Reply>& replies) {
  std::vector<NamedOutcome> outcomes;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    conformance::Outcome outcome{conformance::outcome_of(replies[i].kind), replies[i].payload};
    // A panic is an internal error to the protocol, and never alike with one that is meant.
    if (is_panic(replies[i])) outcome = {conformance::OutcomeKind::kCrash, {}, "panic"};
    const std::string_view name = implementations()[i].name;
    if (!cannot_be_asked(name, op, request)) outcomes.push_back({name, std::move(outcome)});
  }
  demand_agreement(op, request, outcomes);
}

}  // namespace

const Target& target() {
  static constexpr Target kTarget{"differential", Form::kRequest, kAllOps};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  static thread_local Memory memory;
  const auto request = split_request(input);
  if (!request || request->first == Op::kHello) return false;
  const auto& [op, payload] = *request;
  auto& replies = memory.replies;
  bool agree = true;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    implementations()[i].answer(memory.workspace, static_cast<std::uint8_t>(op), payload,
                                replies[i]);
    agree = agree && alike(replies[0], replies[i]) && !is_panic(replies[i]);
  }
  if (!agree) report(op, payload, replies);
  return true;
}

}  // namespace grit::fuzz
