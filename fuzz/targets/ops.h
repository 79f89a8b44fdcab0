// The operations that targets about all of them take: every one but HELLO.
#ifndef GRIT_FUZZ_TARGETS_OPS_H_
#define GRIT_FUZZ_TARGETS_OPS_H_

#include <array>

#include "harness/protocol/op.h"

namespace grit::fuzz {

inline constexpr std::array kCoreOps = {
    protocol::Op::kCheck,      protocol::Op::kGrade,        protocol::Op::kDescriptor,
    protocol::Op::kSizes,      protocol::Op::kGid,          protocol::Op::kGidParse,
    protocol::Op::kDigest,     protocol::Op::kFormatDecode, protocol::Op::kFormatEncode,
    protocol::Op::kExponent,   protocol::Op::kDecode,       protocol::Op::kEncode,
    protocol::Op::kEquivalent, protocol::Op::kExplain,
};

// CHECK twice and more often: it has more rules than all others together.
inline constexpr std::array kAllOps = {
    protocol::Op::kCheck,        protocol::Op::kCheck,        protocol::Op::kCheck,
    protocol::Op::kGrade,        protocol::Op::kDescriptor,   protocol::Op::kSizes,
    protocol::Op::kGid,          protocol::Op::kGidParse,     protocol::Op::kDigest,
    protocol::Op::kFormatDecode, protocol::Op::kFormatEncode, protocol::Op::kExponent,
    protocol::Op::kDecode,       protocol::Op::kEncode,       protocol::Op::kEquivalent,
    protocol::Op::kExplain,      protocol::Op::kCheckGrade,   protocol::Op::kDecodeView,
    protocol::Op::kSlice,        protocol::Op::kTranspose,    protocol::Op::kRequantize,
    protocol::Op::kRelayout,
};

}  // namespace grit::fuzz

#endif  // GRIT_FUZZ_TARGETS_OPS_H_
