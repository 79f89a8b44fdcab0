// Frames of the protocol, both directions, any bytes: cut into frames the same however they arrive,
// read and written as they were, served without a crash.
#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/memory_file.h"
#include "fuzz/driver/target.h"
#include "fuzz/targets/ops.h"
#include "harness/protocol/answer.h"
#include "harness/protocol/frame.h"
#include "harness/protocol/messages.h"
#include "harness/protocol/request_type.h"
#include "harness/protocol/serve.h"

namespace grit::fuzz {
namespace {

using protocol::Bytes;
using protocol::Op;

struct Cut {
  std::vector<std::pair<protocol::Header, Bytes>> frames;
  std::optional<protocol::FrameError> error;
  Bytes unread;
};

// What a reader makes of the bytes when they come in parts of `step`.
Cut cut(std::span<const std::byte> bytes, std::size_t step) {
  Cut result;
  protocol::FrameReader reader;
  for (std::size_t at = 0; at < bytes.size() && !result.error; at += step) {
    reader.feed(bytes.subspan(at, std::min(step, bytes.size() - at)));
    for (;;) {
      const auto frame = reader.next();
      if (!frame) {
        result.error = frame.error();
        break;
      }
      if (!*frame) break;
      const auto payload = (*frame)->payload;
      result.frames.emplace_back((*frame)->header, Bytes(payload.begin(), payload.end()));
    }
  }
  const auto unread = reader.unread();
  result.unread.assign(unread.begin(), unread.end());
  return result;
}

Bytes joined(const Cut& cut) {
  Bytes bytes;
  for (const auto& [header, payload] : cut.frames) protocol::append_frame(bytes, header, payload);
  return bytes;
}

// A message that can be read is written as it was read.
template <typename Message>
void round_trip(std::span<const std::byte> payload) {
  const auto message = Message::parse(payload);
  if (!message) {
    demand(!message.error().empty(), "protocol", "unreadable without a sentence");
    return;
  }
  demand(std::ranges::equal(message->encode(), payload), "protocol",
         "a message is not written as it was read");
}

void as_request(Op op, std::span<const std::byte> payload) {
  if (op == Op::kHello) return;
  protocol::with_request_type(
      op, [&]<typename Message>(std::type_identity<Message>) { round_trip<Message>(payload); });
}

void as_reply(Op op, std::span<const std::byte> payload) {
  using namespace protocol;
  switch (op) {
    case Op::kHello: {
      // JSON may be spelled in many ways: what is read is read the same from what is written.
      const auto hello = HelloReply::parse(payload);
      if (hello) round_trip<HelloReply>(hello->encode());
      return;
    }
    case Op::kCheck:
    case Op::kCheckGrade:
      return round_trip<CheckReply>(payload);
    case Op::kGrade:
      return round_trip<GradeReply>(payload);
    case Op::kDescriptor:
      return;
    case Op::kSizes:
      return round_trip<SizesReply>(payload);
    case Op::kGid:
      return round_trip<GidReply>(payload);
    case Op::kGidParse:
    case Op::kDigest:
      return round_trip<DigestReply>(payload);
    case Op::kFormatDecode:
    case Op::kFormatEncode:
    case Op::kExponent:
    case Op::kDecode:
    case Op::kDecodeView:
      return round_trip<WordsReply>(payload);
    case Op::kEncode:
      return round_trip<PlanesMessage>(payload);
    case Op::kEquivalent:
      return round_trip<EquivalentReply>(payload);
    case Op::kExplain:
      return round_trip<ExplainReply>(payload);
    case Op::kSlice:
      return round_trip<SliceReply>(payload);
    case Op::kTranspose:
    case Op::kRequantize:
      return round_trip<TransposeReply>(payload);
    case Op::kRelayout:
      return round_trip<RelayoutReply>(payload);
  }
}

// What an adapter writes for these bytes, and how it ends.
std::pair<int, Bytes> served(std::span<const std::byte> input) {
  const MemoryFile in(input);
  const MemoryFile out({});
  const auto answer = [](const protocol::FrameView& request) {
    return protocol::answer(request.header.op, request.payload);
  };
  const int code = protocol::serve(in.descriptor(), out.descriptor(), answer, nullptr);
  return {code, out.contents()};
}

}  // namespace

const Target& target() {
  static constexpr Target kTarget{"frames", Form::kFrames, kAllOps};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  const Cut whole = cut(input, std::max<std::size_t>(input.size(), 1));
  for (const std::size_t step : {std::size_t{1}, std::size_t{17}}) {
    const Cut parts = cut(input, step);
    demand(joined(parts) == joined(whole) && parts.error == whole.error, "protocol",
           "frames depend on how the bytes arrive");
  }
  Bytes again = joined(whole);
  demand(again.size() <= input.size() && std::ranges::equal(again, input.first(again.size())),
         "protocol", "a frame is not written as it was read");
  Bytes expected;
  for (const auto& [header, payload] : whole.frames) {
    if (const auto info = protocol::find_op(header.op)) {
      as_request(info->op, payload);
      as_reply(info->op, payload);
    }
    const protocol::Reply reply = protocol::answer(header.op, payload);
    protocol::append_frame(expected,
                           {.op = header.op,
                            .detail = static_cast<std::uint8_t>(reply.kind),
                            .id = header.id,
                            .payload_bytes = 0},
                           reply.payload);
  }
  const auto [code, replies] = served(input);
  const bool clean = !whole.error && whole.unread.empty();
  demand((code == 0) == clean, "protocol",
         "serve ends well exactly where its input is whole frames");
  demand(replies == expected, "protocol", "serve does not write the replies in order");
  return true;
}

}  // namespace grit::fuzz
