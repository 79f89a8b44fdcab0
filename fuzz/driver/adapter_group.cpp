#include "fuzz/driver/adapter_group.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <optional>

#include "harness/conformance/child_process.h"
#include "harness/conformance/conversation.h"
#include "harness/protocol/frame.h"
#include "harness/protocol/messages.h"

namespace grit::fuzz {
namespace {

using conformance::ChildProcess;
using conformance::Outcome;
using conformance::OutcomeKind;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kStartup{20'000};

// One adapter: its process, if it runs, and what it still owes.
struct Member {
  conformance::AdapterSpec spec;
  std::vector<std::uint8_t> ops;
  std::unique_ptr<ChildProcess> process;
  protocol::FrameReader reader;
  std::vector<std::size_t> asked;  // indices of requests, in the order in which they were sent
  std::size_t answered = 0;        // of them
  std::vector<Outcome> outcomes;
  std::optional<std::string> ended;
  bool broken = false;  // its output is no reply

  bool done() const { return answered == asked.size() || ended || broken; }

  void take(std::span<const std::byte> bytes, std::span<const Request> requests) {
    reader.feed(bytes);
    while (!broken) {
      const auto frame = reader.next();
      if (frame && !*frame) return;
      broken = !frame || answered == asked.size();
      if (broken) return;
      const protocol::Header& header = (*frame)->header;
      const std::size_t index = asked[answered];
      broken = header.op != static_cast<std::uint8_t>(requests[index].first) ||
               header.id != static_cast<std::uint32_t>(index) || header.detail > 3;
      if (broken) return;
      const auto payload = (*frame)->payload;
      outcomes[index] = {conformance::outcome_of(static_cast<protocol::ReplyKind>(header.detail)),
                         protocol::Bytes(payload.begin(), payload.end())};
      ++answered;
    }
  }
};

}  // namespace

struct AdapterGroup::State {
  boost::asio::io_context io;
  std::vector<std::unique_ptr<Member>> members;
  std::span<const Request> requests;  // of the call under way

  std::expected<void, std::string> launch(Member& member) {
    member.reader = {};
    member.ended.reset();
    member.broken = false;
    auto process = ChildProcess::start(
        io, member.spec.command,
        {.on_stdout = [this,
                       &member](std::span<const std::byte> bytes) { member.take(bytes, requests); },
         .on_stdout_closed = [] {},
         .on_exit =
             [&member](conformance::ExitStatus status) { member.ended = status.describe(); }});
    if (!process) return std::unexpected(member.spec.name + ": " + process.error());
    member.process = std::move(*process);
    return {};
  }
};

AdapterGroup::AdapterGroup(std::unique_ptr<State> state) : state_(std::move(state)) {}
AdapterGroup::AdapterGroup(AdapterGroup&&) noexcept = default;
AdapterGroup& AdapterGroup::operator=(AdapterGroup&&) noexcept = default;
AdapterGroup::~AdapterGroup() {
  // The processes' callbacks must not outlive what they point to.
  if (state_) {
    for (auto& member : state_->members) member->process.reset();
  }
}

std::expected<AdapterGroup, std::string> AdapterGroup::start(
    std::vector<conformance::AdapterSpec> adapters) {
  auto state = std::make_unique<State>();
  for (conformance::AdapterSpec& spec : adapters) {
    const auto hello = conformance::greet(spec.command, kStartup);
    if (!hello) return std::unexpected(spec.name + ": " + hello.error());
    auto member = std::make_unique<Member>();
    member->spec = std::move(spec);
    member->ops = hello->ops;
    state->members.push_back(std::move(member));
  }
  return AdapterGroup(std::move(state));
}

std::expected<std::vector<std::vector<Outcome>>, std::string> AdapterGroup::ask(
    std::span<const Request> requests, milliseconds deadline) {
  State& state = *state_;
  state.requests = requests;
  for (auto& member : state.members) {
    if (!member->process) {
      if (const auto launched = state.launch(*member); !launched) {
        return std::unexpected(launched.error());
      }
    }
    member->asked.clear();
    member->answered = 0;
    member->outcomes.assign(requests.size(), Outcome{OutcomeKind::kNotOffered, {}});
    protocol::Bytes frames;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const auto op = static_cast<std::uint8_t>(requests[i].first);
      if (!std::ranges::binary_search(member->ops, op)) continue;
      member->outcomes[i] = {OutcomeKind::kNotRun, {}};
      member->asked.push_back(i);
    }
    for (const std::size_t i : member->asked) {
      const bool last = i == member->asked.back();
      protocol::append_frame(frames,
                             {.op = static_cast<std::uint8_t>(requests[i].first),
                              .detail = last ? protocol::kFlagFlush : std::uint8_t{0},
                              .id = static_cast<std::uint32_t>(i),
                              .payload_bytes = 0},
                             requests[i].second);
    }
    if (!frames.empty()) member->process->write(std::move(frames));
  }

  const auto until = steady_clock::now() + deadline;
  const auto all_done = [&] {
    return std::ranges::all_of(state.members, [](const auto& member) { return member->done(); });
  };
  while (!all_done() && steady_clock::now() < until) {
    state.io.restart();
    state.io.run_one_for(milliseconds(50));
  }

  std::vector<std::vector<Outcome>> outcomes;
  for (auto& member : state.members) {
    if (member->answered < member->asked.size() || member->broken) {
      const std::size_t suspect =
          member->asked[std::min(member->answered, member->asked.size() - 1)];
      const OutcomeKind kind = member->broken  ? OutcomeKind::kProtocolError
                               : member->ended ? OutcomeKind::kCrash
                                               : OutcomeKind::kTimeout;
      member->outcomes[suspect] = {
          kind, {}, member->ended.value_or(""), member->process->stderr_tail()};
      member->process.reset();
    }
    outcomes.push_back(std::move(member->outcomes));
  }
  return outcomes;
}

}  // namespace grit::fuzz
