#include "harness/protocol/op.h"

#include <array>

namespace grit::protocol {
namespace {

constexpr std::array kOps = {
    OpInfo{Op::kHello, "HELLO", Tier::kProtocol},
    OpInfo{Op::kCheck, "CHECK", Tier::kCore},
    OpInfo{Op::kGrade, "GRADE", Tier::kCore},
    OpInfo{Op::kDescriptor, "DESCRIPTOR", Tier::kCore},
    OpInfo{Op::kSizes, "SIZES", Tier::kCore},
    OpInfo{Op::kGid, "GID", Tier::kCore},
    OpInfo{Op::kGidParse, "GID_PARSE", Tier::kCore},
    OpInfo{Op::kDigest, "DIGEST", Tier::kCore},
    OpInfo{Op::kFormatDecode, "FORMAT_DECODE", Tier::kCore},
    OpInfo{Op::kFormatEncode, "FORMAT_ENCODE", Tier::kCore},
    OpInfo{Op::kExponent, "EXPONENT", Tier::kCore},
    OpInfo{Op::kDecode, "DECODE", Tier::kCore},
    OpInfo{Op::kEncode, "ENCODE", Tier::kCore},
    OpInfo{Op::kEquivalent, "EQUIVALENT", Tier::kCore},
    OpInfo{Op::kExplain, "EXPLAIN", Tier::kCore},
    OpInfo{Op::kCheckGrade, "CHECK_GRADE", Tier::kGeneral},
    OpInfo{Op::kDecodeView, "DECODE_VIEW", Tier::kGeneral},
    OpInfo{Op::kSlice, "SLICE", Tier::kGeneral},
    OpInfo{Op::kTranspose, "TRANSPOSE", Tier::kGeneral},
    OpInfo{Op::kRequantize, "REQUANTIZE", Tier::kGeneral},
    OpInfo{Op::kRelayout, "RELAYOUT", Tier::kGeneral},
};

}  // namespace

std::span<const OpInfo> all_ops() { return kOps; }

std::optional<OpInfo> find_op(std::uint8_t number) {
  for (const OpInfo& info : kOps) {
    if (static_cast<std::uint8_t>(info.op) == number) return info;
  }
  return std::nullopt;
}

std::optional<OpInfo> find_op(std::string_view name) {
  for (const OpInfo& info : kOps) {
    if (info.name == name) return info;
  }
  return std::nullopt;
}

std::string_view op_name(Op op) {
  const auto info = find_op(static_cast<std::uint8_t>(op));
  return info ? info->name : "op";
}

}  // namespace grit::protocol
