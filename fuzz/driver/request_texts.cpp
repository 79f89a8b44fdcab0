#include "fuzz/driver/request_texts.h"

#include <utility>

#include "harness/protocol/messages.h"
#include "harness/report/text.h"

namespace grit::fuzz {
namespace {

using protocol::Op;

// The members of a message that are texts, whichever it has.
template <typename Message>
std::vector<std::string> texts(std::span<const std::byte> request) {
  auto message = Message::parse(request);
  std::vector<std::string> list;
  if (!message) return list;
  const auto add = [&](std::string& text) { list.push_back(std::move(text)); };
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
  switch (op) {
    case Op::kGrade:
    case Op::kGidParse:
      return texts<protocol::TextRequest>(request);
    case Op::kDescriptor:
      return texts<protocol::DescriptorRequest>(request);
    case Op::kGid:
      return texts<protocol::GidRequest>(request);
    case Op::kDecode:
      return texts<protocol::DecodeRequest>(request);
    case Op::kEncode:
      return texts<protocol::EncodeRequest>(request);
    case Op::kEquivalent:
      return texts<protocol::EquivalentRequest>(request);
    case Op::kCheckGrade:
      return texts<protocol::CheckGradeRequest>(request);
    case Op::kDecodeView:
      return texts<protocol::ViewRequest>(request);
    case Op::kSlice:
      return texts<protocol::SliceRequest>(request);
    case Op::kTranspose:
    case Op::kRequantize:
      return texts<protocol::TransposeRequest>(request);
    case Op::kRelayout:
      return texts<protocol::RelayoutRequest>(request);
    case Op::kHello:
    case Op::kCheck:
    case Op::kSizes:
    case Op::kDigest:
    case Op::kFormatDecode:
    case Op::kFormatEncode:
    case Op::kExponent:
    case Op::kExplain:
      return {};
  }
  return {};
}

bool is_utf8(std::string_view text) { return report::valid_utf8(text) == text; }

}  // namespace grit::fuzz
