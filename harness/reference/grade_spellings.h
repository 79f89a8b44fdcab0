// The keys of a grade string and the spellings of their values (spec §3.1, §3.6), as tables.
#ifndef GRIT_REFERENCE_GRADE_SPELLINGS_H_
#define GRIT_REFERENCE_GRADE_SPELLINGS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harness/reference/format.h"
#include "harness/reference/grade.h"

namespace grit::reference::grade_spellings {

enum class Key : std::uint8_t {
  kE,
  kK0,
  kS0,
  kK1,
  kS1,
  kZp,
  kZpc,
  kZps,
  kSp,
  kCt,
  kPo,
  kEr,
  kEs,
  kEsr,
  kEsn,
  kDr,
  kDs,
  kDt,
  kAo,
  kAp,
  kAb,
  kAi,
  kAn,
};
inline constexpr std::size_t kKeyCount = 23;

struct KeyInfo {
  std::string_view name;
  std::string_view default_value;  // empty: written wherever the structure is there
  bool in_projection;
};

// In the order of enum Key, which is the canonical order.
inline constexpr std::array<KeyInfo, kKeyCount> kKeys{{
    {"e", "", true},
    {"k0", "", true},
    {"s0", "", true},
    {"k1", "", true},
    {"s1", "", true},
    {"zp", "", true},
    {"zpc", "asis", true},
    {"zps", "shared", true},
    {"sp", "", true},
    {"ct", "dense", true},
    {"po", "lsb", true},
    {"er", "rne", false},
    {"es", "satfinite", false},
    {"esr", "", false},
    {"esn", "preserve", false},
    {"dr", "rne", true},
    {"ds", "satfinite", true},
    {"dt", "binary32", true},
    {"ao", "unspec", false},
    {"ap", "binary32", false},
    {"ab", "binary32", false},
    {"ai", "binary32", false},
    {"an", "any", false},
}};

// Tokens of an enumeration: the first spelling of a value is the canonical one.
template <typename Value>
struct Spelling {
  std::string_view text;
  Value value;
};

inline constexpr Spelling<RoundingMode> kRoundings[] = {
    {"rne", RoundingMode::kRne},
    {"rn", RoundingMode::kRne},
    {"nearesttiestoeven", RoundingMode::kRne},
    {"nearest_even", RoundingMode::kRne},
    {"roundtiestoeven", RoundingMode::kRne},
    {"even", RoundingMode::kRne},
    {"rna", RoundingMode::kRna},
    {"nearesttiestoaway", RoundingMode::kRna},
    {"away", RoundingMode::kRna},
    {"rtz", RoundingMode::kRtz},
    {"towardzero", RoundingMode::kRtz},
    {"trunc", RoundingMode::kRtz},
    {"truncate", RoundingMode::kRtz},
    {"rtp", RoundingMode::kRtp},
    {"towardpositive", RoundingMode::kRtp},
    {"ceil", RoundingMode::kRtp},
    {"up", RoundingMode::kRtp},
    {"rtn", RoundingMode::kRtn},
    {"towardnegative", RoundingMode::kRtn},
    {"floor", RoundingMode::kRtn},
    {"down", RoundingMode::kRtn},
};

inline constexpr Spelling<Saturation> kSaturations[] = {
    {"satfinite", Saturation::kSatFinite},  {"sat_finite", Saturation::kSatFinite},
    {"satf", Saturation::kSatFinite},       {"finite", Saturation::kSatFinite},
    {"clamp", Saturation::kSatFinite},      {"satmax", Saturation::kSatMax},
    {"sat_max", Saturation::kSatMax},       {"ovfinf", Saturation::kOvfInf},
    {"ovf_inf", Saturation::kOvfInf},       {"inf", Saturation::kOvfInf},
    {"overflowtoinf", Saturation::kOvfInf},
};

inline constexpr Spelling<ScaleRule> kScaleRules[] = {
    {"exp2floormaxabs", ScaleRule::kExp2FloorMaxAbs},
    {"exp2floor", ScaleRule::kExp2FloorMaxAbs},
    {"floor", ScaleRule::kExp2FloorMaxAbs},
    {"rtz_shared_exp", ScaleRule::kExp2FloorMaxAbs},
    {"ocpmx", ScaleRule::kExp2FloorMaxAbs},
    {"exp2ceilmaxabs", ScaleRule::kExp2CeilMaxAbs},
    {"exp2ceil", ScaleRule::kExp2CeilMaxAbs},
    {"rceil", ScaleRule::kExp2CeilMaxAbs},
    {"exp2rnemaxabs", ScaleRule::kExp2RneMaxAbs},
    {"exp2rne", ScaleRule::kExp2RneMaxAbs},
    {"rne_shared_exp", ScaleRule::kExp2RneMaxAbs},
    {"ratiomaxabs", ScaleRule::kRatioMaxAbs},
    {"ratio", ScaleRule::kRatioMaxAbs},
    {"amax_over_emax", ScaleRule::kRatioMaxAbs},
    {"affineminmax", ScaleRule::kAffineMinMax},
    {"affine", ScaleRule::kAffineMinMax},
    {"minmax", ScaleRule::kAffineMinMax},
};

inline constexpr Spelling<Subnormals> kSubnormals[] = {
    {"preserve", Subnormals::kPreserve},
    {"preserved", Subnormals::kPreserve},
    {"subnormalpreserved", Subnormals::kPreserve},
    {"denorm", Subnormals::kPreserve},
    {"ftz", Subnormals::kFtz},
    {"flushtozero", Subnormals::kFtz},
    {"subnormalftz", Subnormals::kFtz},
    {"any", Subnormals::kAny},
    {"subnormalany", Subnormals::kAny},
};

inline constexpr Spelling<AccumulationOrder> kOrders[] = {
    {"seq", AccumulationOrder::kSeq},       {"sequential", AccumulationOrder::kSeq},
    {"inorder", AccumulationOrder::kSeq},   {"tree", AccumulationOrder::kTree},
    {"treeany", AccumulationOrder::kTree},  {"any_tree", AccumulationOrder::kTree},
    {"unspec", AccumulationOrder::kUnspec}, {"unspecified", AccumulationOrder::kUnspec},
    {"any", AccumulationOrder::kUnspec},
};

inline constexpr Spelling<ZeroPointCode> kZeroPointCodes[] = {
    {"asis", ZeroPointCode::kAsIs},
    {"asstored", ZeroPointCode::kAsIs},
    {"stored", ZeroPointCode::kAsIs},
    {"minus1", ZeroPointCode::kMinus1},
    {"storedminusone", ZeroPointCode::kMinus1},
    {"stored_minus_one", ZeroPointCode::kMinus1},
    {"gptq", ZeroPointCode::kMinus1},
};

inline constexpr Spelling<ZeroPointScale> kZeroPointScales[] = {
    {"shared", ZeroPointScale::kShared},    {"sharedscale", ZeroPointScale::kShared},
    {"symmetric", ZeroPointScale::kShared}, {"l1", ZeroPointScale::kL1},
    {"ownscale", ZeroPointScale::kL1},      {"level1", ZeroPointScale::kL1},
    {"l1scaled", ZeroPointScale::kL1},
};

inline constexpr Spelling<Container> kContainers[] = {
    {"dense", Container::kDense}, {"packed", Container::kDense}, {"pad8", Container::kPad8},
    {"padto8", Container::kPad8}, {"padded", Container::kPad8},
};

inline constexpr Spelling<BitOrder> kBitOrders[] = {
    {"lsb", BitOrder::kLsb}, {"lsbfirst", BitOrder::kLsb}, {"littlebit", BitOrder::kLsb},
    {"msb", BitOrder::kMsb}, {"msbfirst", BitOrder::kMsb},
};

inline constexpr Spelling<IndexOrder> kIndexOrders[] = {
    {"asclsb", IndexOrder::kAscLsb},   {"ascendinglsb", IndexOrder::kAscLsb},
    {"ordered", IndexOrder::kAscLsb},  {"sorted", IndexOrder::kAscLsb},
    {"unord", IndexOrder::kUnordered}, {"unordered", IndexOrder::kUnordered},
    {"none", IndexOrder::kUnordered},
};

// Besides the registered tokens themselves.
inline constexpr Spelling<FormatWord> kFormatAliases[] = {
    {"fp4", kE2m1},
    {"fp4e2m1", kE2m1},
    {"float4_e2m1", kE2m1},
    {"float4_e2m1fn", kE2m1},
    {"e2m1fn", kE2m1},
    {"mxfp4elem", kE2m1},
    {"fp8e4m3", kE4m3},
    {"e4m3fn", kE4m3},
    {"float8_e4m3fn", kE4m3},
    {"f8e4m3fn", kE4m3},
    {"ue8m0", kE8m0},
    {"e8m0fnu", kE8m0},
    {"float8_e8m0fnu", kE8m0},
    {"f16", kBinary16},
    {"fp16", kBinary16},
    {"half", kBinary16},
    {"float16", kBinary16},
    {"f32", kBinary32},
    {"fp32", kBinary32},
    {"float", kBinary32},
    {"float32", kBinary32},
    {"single", kBinary32},
    {"int4", kS4},
    {"sint4", kS4},
    {"i4", kS4},
    {"int8", kS8},
    {"sint8", kS8},
    {"i8", kS8},
    {"uint2", kU2},
    {"uint4", kU4},
    {"nibble", kU4},
    {"uint6", kU6},
    {"uint8", kU8},
    {"byte", kU8},
};

inline constexpr std::string_view kRefusedFormats[] = {"e4m3fnuz", "b16", "u4b"};

inline constexpr std::string_view kCustomPrefix = "custom:";
inline constexpr std::string_view kPairwisePrefix = "pairwise";

}  // namespace grit::reference::grade_spellings

#endif  // GRIT_REFERENCE_GRADE_SPELLINGS_H_
