// The operations of the adapter protocol (PROTOCOL.md, "Operations"): their numbers, names, and the
// tier that needs them. One table; everything that lists operations reads it.
#ifndef GRIT_PROTOCOL_OP_H_
#define GRIT_PROTOCOL_OP_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace grit::protocol {

enum class Op : std::uint8_t {
  kHello = 0,
  kCheck = 1,
  kGrade = 2,
  kDescriptor = 3,
  kSizes = 4,
  kGid = 5,
  kGidParse = 6,
  kDigest = 7,
  kFormatDecode = 8,
  kFormatEncode = 9,
  kExponent = 10,
  kDecode = 11,
  kEncode = 12,
  kEquivalent = 13,
  kExplain = 14,
  kCheckGrade = 20,
  kDecodeView = 21,
  kSlice = 22,
  kTranspose = 23,
  kRequantize = 24,
  kRelayout = 25,
};

// CHECK and CHECK_GRADE: their replies are one kind, compared by the status.
constexpr bool is_check(Op op) { return op == Op::kCheck || op == Op::kCheckGrade; }

// The operations on views, 21 to 25: a refusal of theirs carries the reason's name.
constexpr bool refuses_by_name(Op op) { return op >= Op::kDecodeView && op <= Op::kRelayout; }

enum class Tier : std::uint8_t {
  kProtocol,  // HELLO: every adapter answers it, no tier counts it
  kCore,
  kGeneral,
};

struct OpInfo {
  Op op;
  std::string_view name;  // upper case, as reports and HELLO diagnostics print it
  Tier tier;
};

// All operations in ascending order of their numbers.
std::span<const OpInfo> all_ops();

// The operation with this number or name (exact, upper case), or nullopt.
std::optional<OpInfo> find_op(std::uint8_t number);
std::optional<OpInfo> find_op(std::string_view name);

// The name of an operation of the table; "op" for a value outside it.
std::string_view op_name(Op op);

}  // namespace grit::protocol

#endif  // GRIT_PROTOCOL_OP_H_
