#include "harness/conformance/smoke.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "harness/conformance/conversation.h"
#include "harness/protocol/op.h"

namespace grit::conformance {
namespace {

using protocol::Bytes;
using protocol::HelloReply;
using protocol::Op;
using protocol::ReplyKind;
using std::chrono::milliseconds;

constexpr std::uint8_t kUnknownOp = 200;
constexpr std::uint32_t kLargeId = 0xFFFFFFFF;
constexpr std::size_t kLargeText = std::size_t{1} << 20;

// One request for each op that any implementation can read; what it answers does not matter here.
Bytes sample_request(Op op) {
  protocol::DescriptorBytes descriptor{};
  switch (op) {
    case Op::kHello:
      return protocol::HelloRequest{}.encode();
    case Op::kCheck: {
      protocol::CheckRequest request;
      request.desc.assign(descriptor.begin(), descriptor.end());
      request.shape = {32};
      return request.encode();
    }
    case Op::kGrade:
      return protocol::TextRequest{"grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)"}.encode();
    case Op::kDescriptor:
      return protocol::DescriptorRequest{
          "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)", 0, 0, {0, 0, 0}}
          .encode();
    case Op::kSizes:
      return protocol::SizesRequest{descriptor, {32}}.encode();
    case Op::kGid:
      return protocol::GidRequest{descriptor, "grit1()", {32}}.encode();
    case Op::kGidParse:
      return protocol::TextRequest{"22T52T4K0FJVN7WCVDGAHARX0D"}.encode();
    case Op::kDigest:
      return protocol::PlanesMessage{}.encode();
    case Op::kFormatDecode:
      return protocol::FormatRequest{0x2043, {0, 7}}.encode();
    case Op::kFormatEncode:
      return protocol::FormatRequest{0x2043, {0x3F800000}}.encode();
    case Op::kExponent:
      return protocol::ExponentRequest{0, {0x3F800000}}.encode();
    case Op::kDecode: {
      protocol::DecodeRequest request;
      request.grade = "GRADE_MXFP4";
      return request.encode();
    }
    case Op::kEncode:
      return protocol::EncodeRequest{"GRADE_MXFP4", {}}.encode();
    case Op::kEquivalent:
      return protocol::EquivalentRequest{"GRADE_MXFP4", "GRADE_MXFP4", 0}.encode();
    case Op::kExplain:
      return protocol::ExplainRequest{descriptor, descriptor}.encode();
    case Op::kCheckGrade: {
      protocol::CheckGradeRequest request;
      request.check.desc.assign(descriptor.begin(), descriptor.end());
      request.check.shape = {32};
      return request.encode();
    }
    case Op::kDecodeView:
      return protocol::ViewRequest{descriptor, "grit1()", {32}, {}}.encode();
    case Op::kSlice:
      return protocol::SliceRequest{{descriptor, "grit1()", {32}, {}}, 0, 0, 32}.encode();
    case Op::kTranspose:
    case Op::kRequantize:
      return protocol::TransposeRequest{{descriptor, "grit1()", {32}, {}}, {0}, 0}.encode();
    case Op::kRelayout:
      return protocol::RelayoutRequest{{descriptor, "grit1()", {32}, {}}, 0, 0x1000000000000001}
          .encode();
  }
  return {};
}

// A failed step's text: what was seen, what to do.
struct Problem {
  std::string seen;
  std::string hint;
};
using Result = std::optional<Problem>;

// A step's conversation: the process has answered HELLO.
struct Setting {
  Conversation& conversation;
  const HelloReply& hello;
  std::uint8_t op;  // the first declared op that this build knows
  milliseconds deadline;

  Bytes request() const { return sample_request(static_cast<Op>(op)); }
};

std::string kind_name(std::uint8_t kind) {
  constexpr std::array<std::string_view, 4> kNames = {"answered", "refused", "unsupported",
                                                      "internal error"};
  return kind < kNames.size() ? std::string(kNames[kind]) : fmt::format("outcome {}", kind);
}

// Receives one reply and checks that it echoes op and id.
std::expected<ReplyFrame, Problem> expect_echo(const Setting& setting, std::uint8_t op,
                                               std::uint32_t id) {
  auto reply = setting.conversation.receive(setting.deadline);
  if (!reply) {
    return std::unexpected(
        Problem{reply.error(), "answer every request, and write the replies out on FLUSH"});
  }
  if (reply->header.op != op || reply->header.id != id) {
    return std::unexpected(
        Problem{fmt::format("expected op {}, id {}; got op {}, id {}", op, id, reply->header.op,
                            reply->header.id),
                "echo op and id of the request, and answer in the order of the requests"});
  }
  return std::move(*reply);
}

Result expect_kind(const Setting& setting, std::uint8_t op, std::uint32_t id, ReplyKind wanted,
                   const std::string& hint) {
  const auto reply = expect_echo(setting, op, id);
  if (!reply) return reply.error();
  if (reply->header.detail != static_cast<std::uint8_t>(wanted)) {
    return Problem{fmt::format("{} where {} is due", kind_name(reply->header.detail),
                               kind_name(static_cast<std::uint8_t>(wanted))),
                   hint};
  }
  return std::nullopt;
}

Result end_of_input(const Setting& setting) {
  if (const auto problem = setting.conversation.finish(setting.deadline)) {
    return Problem{*problem, "at the end of the input flush and exit with 0"};
  }
  return std::nullopt;
}

Result hello_step(const Setting& setting) {
  if (setting.hello.version.empty() || setting.hello.language.empty()) {
    return Problem{"HELLO names no version or no language",
                   "say \"version\" and \"language\", so that a report can tell what it certified"};
  }
  return std::nullopt;
}

Result one_request(const Setting& setting) {
  setting.conversation.send(setting.op, protocol::kFlagFlush, 1, setting.request());
  const auto reply = expect_echo(setting, setting.op, 1);
  if (!reply) return reply.error();
  if (reply->header.detail > static_cast<std::uint8_t>(ReplyKind::kRefused)) {
    return Problem{
        fmt::format("{} to a readable request of a declared op", kind_name(reply->header.detail)),
        "declare only ops that the implementation has"};
  }
  return std::nullopt;
}

Result pipelined(const Setting& setting) {
  Bytes frames;
  constexpr std::uint32_t kCount = 64;
  for (std::uint32_t id = 1; id <= kCount; ++id) {
    protocol::append_frame(frames,
                           {.op = setting.op,
                            .detail = id == kCount ? protocol::kFlagFlush : std::uint8_t{0},
                            .id = id},
                           setting.request());
  }
  setting.conversation.send(std::move(frames));
  for (std::uint32_t id = 1; id <= kCount; ++id) {
    const auto reply = expect_echo(setting, setting.op, id);
    if (!reply) return reply.error();
  }
  return std::nullopt;
}

Result split_frame(const Setting& setting) {
  Bytes frame;
  protocol::append_frame(frame, {.op = setting.op, .detail = protocol::kFlagFlush, .id = kLargeId},
                         setting.request());
  // In three writes: inside the header, and inside the payload.
  const std::size_t first = protocol::kHeaderBytes / 2;
  const std::size_t second = protocol::kHeaderBytes + (frame.size() - protocol::kHeaderBytes) / 2;
  const auto begin = frame.begin();
  const auto at = [&](std::size_t offset) { return begin + static_cast<std::ptrdiff_t>(offset); };
  for (const auto& piece :
       {Bytes(begin, at(first)), Bytes(at(first), at(second)), Bytes(at(second), frame.end())}) {
    setting.conversation.send(piece);
    setting.conversation.let_pass(milliseconds(20));  // so that the pieces arrive apart
  }
  const auto reply = expect_echo(setting, setting.op, kLargeId);
  return reply ? Result() : Result(reply.error());
}

Result unreadable_payload(const Setting& setting) {
  Bytes payload = setting.request();
  payload.resize(payload.size() / 2);
  setting.conversation.send(setting.op, protocol::kFlagFlush, 1, payload);
  if (auto problem =
          expect_kind(setting, setting.op, 1, ReplyKind::kInternalError,
                      "answer a payload that cannot be read with outcome 3 and a sentence")) {
    return problem;
  }
  setting.conversation.send(setting.op, protocol::kFlagFlush, 2, setting.request());
  const auto reply = expect_echo(setting, setting.op, 2);
  return reply ? Result() : Result(reply.error());
}

Result unknown_op(const Setting& setting) {
  setting.conversation.send(kUnknownOp, protocol::kFlagFlush, 1, {});
  return expect_kind(setting, kUnknownOp, 1, ReplyKind::kUnsupported,
                     "answer an op that you do not have with outcome 2");
}

Result large_payload(const Setting& setting) {
  // Surplus bytes make it unreadable for every op; what counts is that it is read to its end.
  Bytes payload = setting.request();
  payload.resize(payload.size() + kLargeText);
  setting.conversation.send(setting.op, protocol::kFlagFlush, 1, payload);
  if (auto problem = expect_kind(setting, setting.op, 1, ReplyKind::kInternalError,
                                 "surplus bytes behind the last piece are unreadable: outcome 3")) {
    return problem;
  }
  setting.conversation.send(setting.op, protocol::kFlagFlush, 2, setting.request());
  const auto reply = expect_echo(setting, setting.op, 2);
  return reply ? Result() : Result(reply.error());
}

struct Exchange {
  std::string_view name;
  Result (*run)(const Setting&);
};

constexpr std::array<Exchange, 8> kExchanges = {{
    {"says hello", hello_step},
    {"answers one request", one_request},
    {"answers 64 pipelined requests in order", pipelined},
    {"reads a frame that comes in pieces", split_frame},
    {"survives an unreadable payload", unreadable_payload},
    {"knows what it does not know", unknown_op},
    {"reads a payload of 1 MiB", large_payload},
    {"ends when its input ends", end_of_input},
}};

SmokeStep run_step(const Exchange& exchange, const Command& command, milliseconds deadline) {
  SmokeStep step;
  step.name = exchange.name;
  auto conversation = Conversation::start(command);
  if (!conversation) {
    step.seen = conversation.error();
    step.hint = "is the command right, and is the adapter built?";
    return step;
  }
  const auto hello = greet(*conversation, deadline);
  if (!hello) {
    step.seen = "HELLO: " + hello.error();
    step.hint = "answer op 0 with a JSON object: name, version, language, ops";
    step.stderr_tail = conversation->stderr_tail();
    return step;
  }
  const auto known = std::ranges::find_if(
      hello->ops, [](std::uint8_t op) { return op != 0 && protocol::find_op(op).has_value(); });
  if (known == hello->ops.end()) {
    step.seen = "HELLO declares no op that this program knows";
    step.hint = "list the numbers of the ops that the adapter answers under \"ops\"";
    return step;
  }
  const Setting setting{*conversation, *hello, *known, deadline};
  if (const auto problem = exchange.run(setting)) {
    step.seen = problem->seen;
    step.hint = problem->hint;
    step.stderr_tail = conversation->stderr_tail();
  } else {
    step.passed = true;
  }
  return step;
}

}  // namespace

std::vector<SmokeStep> smoke(const Command& command, milliseconds deadline,
                             const std::function<void(const SmokeStep&)>& on_step) {
  std::vector<SmokeStep> steps;
  for (const Exchange& exchange : kExchanges) {
    steps.push_back(run_step(exchange, command, deadline));
    on_step(steps.back());
  }
  return steps;
}

}  // namespace grit::conformance
