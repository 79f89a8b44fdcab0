#include "harness/conformance/promotion.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "harness/conformance/conversation.h"
#include "harness/conformance/reply_view.h"

namespace grit::conformance {
namespace {

using protocol::Reply;
using protocol::ReplyKind;

constexpr auto kDeadline = std::chrono::seconds(20);

struct Said {
  std::string who;  // "grit-datatype 1.1.0 (Python)"
  Reply reply;
};

// A member of HELLO is kept as JSON text.
std::string package_of(const protocol::HelloReply& hello) {
  for (const auto& [name, value] : hello.details) {
    if (name == "package" && value.size() > 2 && value.front() == '"' && value.back() == '"') {
      return value.substr(1, value.size() - 2);
    }
  }
  return hello.name;
}

// Nothing where the subject does not offer the operation, or says that it does not support this.
std::expected<std::optional<Said>, std::string> ask(const AdapterSpec& spec, const Found& found) {
  auto conversation = Conversation::start(spec.command);
  if (!conversation) return std::unexpected(spec.name + ": " + conversation.error());
  const auto hello = greet(*conversation, kDeadline);
  if (!hello) return std::unexpected(spec.name + ": " + hello.error());
  const auto op = static_cast<std::uint8_t>(found.op);
  if (std::ranges::find(hello->ops, op) == hello->ops.end()) return std::optional<Said>();
  conversation->send(op, protocol::kFlagFlush, 1, found.request);
  const auto reply = conversation->receive(kDeadline);
  if (!reply) return std::unexpected(spec.name + ": " + reply.error());
  const auto kind = static_cast<ReplyKind>(std::min<std::uint8_t>(reply->header.detail, 3));
  if (kind != ReplyKind::kAnswered && kind != ReplyKind::kRefused) return std::optional<Said>();
  return Said{fmt::format("{} {} ({})", package_of(*hello), hello->version, hello->language),
              {kind, reply->payload}};
}

bool says_the_same(const Found& found, const Reply& a, const Reply& b) {
  const auto comparison =
      compare_replies(found.op, found.request, a, outcome_of(b.kind), b.payload);
  return comparison.field.empty() || comparison.only_diagnostic;
}

std::string rendered(const Found& found, const Reply& reply) {
  return render_outcome(found.op, outcome_of(reply.kind), reply.payload);
}

std::string names(const std::vector<Said>& all) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ") + all[i].who;
  }
  return text;
}

}  // namespace

Reply expected_reply(const Found& found) {
  const bool refused = found.finding.answers.front().outcome == to_string(OutcomeKind::kRefused);
  return {refused ? ReplyKind::kRefused : ReplyKind::kAnswered, found.answers.front().second};
}

std::expected<PublishedAgreement, std::string> ask_published(
    const Found& found, std::span<const AdapterSpec> published) {
  std::vector<Said> all;
  for (const AdapterSpec& spec : published) {
    auto said = ask(spec, found);
    if (!said) return std::unexpected(said.error());
    if (*said) all.push_back(std::move(**said));
  }
  PublishedAgreement result;
  if (all.size() < 2) {
    result.text = fmt::format("{} of {} published implementations answer{} it", all.size(),
                              published.size(), all.size() == 1 ? "s" : "");
    return result;
  }
  for (const Said& said : all) {
    if (says_the_same(found, all.front().reply, said.reply)) continue;
    result.text =
        fmt::format("the published implementations differ: {} says {}, {} says {}", all.front().who,
                    rendered(found, all.front().reply), said.who, rendered(found, said.reply));
    return result;
  }
  const Reply expected = expected_reply(found);
  if (!says_the_same(found, expected, all.front().reply)) {
    result.text = fmt::format("{} agree, but on another answer: {} instead of {}", names(all),
                              rendered(found, all.front().reply), rendered(found, expected));
    return result;
  }
  result.agreed = true;
  result.text = "agreed by " + names(all);
  result.reply = all.front().reply;
  const bool one_plane = std::ranges::all_of(
      all, [&](const Said& said) { return said.reply.payload == all.front().reply.payload; });
  if (protocol::is_check(found.op) && !one_plane && result.reply.payload.size() == 2) {
    result.reply.payload[1] = std::byte{protocol::kNoPlane};
  }
  return result;
}

}  // namespace grit::conformance
