// The message that an operation's request is, as a type.
#ifndef GRIT_PROTOCOL_REQUEST_TYPE_H_
#define GRIT_PROTOCOL_REQUEST_TYPE_H_

#include <type_traits>
#include <utility>

#include "harness/protocol/messages.h"
#include "harness/protocol/op.h"

namespace grit::protocol {

// Calls `use` with std::type_identity of the message and gives what it gives. HELLO's request has
// no pieces; it counts as one text.
template <typename Use>
decltype(auto) with_request_type(Op op, Use&& use) {
  switch (op) {
    case Op::kCheck:
      return use(std::type_identity<CheckRequest>{});
    case Op::kHello:
    case Op::kGrade:
    case Op::kGidParse:
      return use(std::type_identity<TextRequest>{});
    case Op::kDescriptor:
      return use(std::type_identity<DescriptorRequest>{});
    case Op::kSizes:
      return use(std::type_identity<SizesRequest>{});
    case Op::kGid:
      return use(std::type_identity<GidRequest>{});
    case Op::kDigest:
      return use(std::type_identity<PlanesMessage>{});
    case Op::kFormatDecode:
    case Op::kFormatEncode:
      return use(std::type_identity<FormatRequest>{});
    case Op::kExponent:
      return use(std::type_identity<ExponentRequest>{});
    case Op::kDecode:
      return use(std::type_identity<DecodeRequest>{});
    case Op::kEncode:
      return use(std::type_identity<EncodeRequest>{});
    case Op::kEquivalent:
      return use(std::type_identity<EquivalentRequest>{});
    case Op::kExplain:
      return use(std::type_identity<ExplainRequest>{});
    case Op::kCheckGrade:
      return use(std::type_identity<CheckGradeRequest>{});
    case Op::kDecodeView:
      return use(std::type_identity<ViewRequest>{});
    case Op::kSlice:
      return use(std::type_identity<SliceRequest>{});
    case Op::kTranspose:
    case Op::kRequantize:
      return use(std::type_identity<TransposeRequest>{});
    case Op::kRelayout:
      return use(std::type_identity<RelayoutRequest>{});
  }
  std::unreachable();
}

}  // namespace grit::protocol

#endif  // GRIT_PROTOCOL_REQUEST_TYPE_H_
