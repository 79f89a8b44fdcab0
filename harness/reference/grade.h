// A grade: the numeric contract of an array, read from any accepted spelling and written in exactly
// one canonical form (spec §3).
#ifndef GRIT_REFERENCE_GRADE_H_
#define GRIT_REFERENCE_GRADE_H_

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "harness/reference/format.h"

namespace grit::reference {

enum class RoundingMode : std::uint8_t { kRne, kRna, kRtz, kRtp, kRtn };  // er, dr
enum class Saturation : std::uint8_t { kSatFinite, kSatMax, kOvfInf };    // es, ds
enum class Subnormals : std::uint8_t { kPreserve, kFtz, kAny };           // esn, an
enum class ZeroPointCode : std::uint8_t { kAsIs, kMinus1 };               // zpc
enum class ZeroPointScale : std::uint8_t { kShared, kL1 };                // zps
enum class Container : std::uint8_t { kDense = 0, kPad8 = 1 };            // ct; descriptor codes
enum class BitOrder : std::uint8_t { kLsb, kMsb };                        // po
enum class IndexOrder : std::uint8_t { kUnordered = 0, kAscLsb = 1 };     // descriptor codes
enum class ScaleRule : std::uint8_t {                                     // esr
  kExp2FloorMaxAbs,
  kExp2CeilMaxAbs,
  kExp2RneMaxAbs,
  kRatioMaxAbs,
  kAffineMinMax,
  kCustom,
};
enum class AccumulationOrder : std::uint8_t { kSeq, kTree, kUnspec, kPairwise };  // ao

// k1 and s1: the second level of scales.
struct Level1 {
  std::uint64_t k1 = 0;
  FormatWord s1{};
  friend bool operator==(const Level1&, const Level1&) = default;
};

// zp, zpc and zps.
struct ZeroPoint {
  FormatWord zp{};
  ZeroPointCode zpc = ZeroPointCode::kAsIs;
  ZeroPointScale zps = ZeroPointScale::kShared;
  friend bool operator==(const ZeroPoint&, const ZeroPoint&) = default;
};

// sp=N:M:format:order.
struct Sparsity {
  std::uint8_t n = 0;  // survivors of every m, 1 <= n < m <= 32
  std::uint8_t m = 0;
  FormatWord meta{};  // any registered format; only u2 and u4 have a descriptor
  IndexOrder order = IndexOrder::kUnordered;
  friend bool operator==(const Sparsity&, const Sparsity&) = default;
};

// One parsed grade. Members follow the key order of spec §3; a missing optional is a missing
// structure, never a default.
struct Grade {
  FormatWord e;
  std::uint64_t k0 = 0;
  FormatWord s0;
  std::optional<Level1> level1;         // k1, s1
  std::optional<ZeroPoint> zero_point;  // zp, zpc, zps
  std::optional<Sparsity> sparsity;     // sp
  Container ct = Container::kDense;
  BitOrder po = BitOrder::kLsb;
  RoundingMode er = RoundingMode::kRne;
  Saturation es = Saturation::kSatFinite;
  ScaleRule esr = ScaleRule::kExp2FloorMaxAbs;
  std::string custom_rule;  // the NAME of esr=custom:NAME, possibly empty; empty for other rules
  Subnormals esn = Subnormals::kPreserve;
  RoundingMode dr = RoundingMode::kRne;
  Saturation ds = Saturation::kSatFinite;
  FormatWord dt = kBinary32;
  AccumulationOrder ao = AccumulationOrder::kUnspec;
  std::uint64_t pairwise = 0;  // the N of ao=pairwiseN, at least 1; 0 for other orders
  FormatWord ap = kBinary32;
  FormatWord ab = kBinary32;
  FormatWord ai = kBinary32;
  Subnormals an = Subnormals::kAny;

  friend bool operator==(const Grade&, const Grade&) = default;
};

// Why a text is no grade. The names are diagnostics; spec §3 demands only that it is refused.
enum class GradeErrorKind : std::uint8_t {
  kBadByte,       // outside the alphabet
  kBadPrefix,     // does not begin with grit1(
  kBadSuffix,     // does not end with )
  kEmptyItem,     // nothing between two commas
  kNoEqualsSign,  // an item without =
  kUnknownKey,
  kDuplicateKey,
  kMissingKey,        // e, k0, s0 or esr is not given
  kUnknownFormat,     // not a format token or alias
  kRefusedFormat,     // e4m3fnuz, b16 or u4b, which look like aliases and are not
  kBadNumber,         // not digits, or above 2^64 - 1
  kUnknownValue,      // not in the domain of the key
  kBadSparsity,       // sp is not N:M:format:order with 1 <= N < M <= 32
  kHalfLevel1,        // k1 without s1 or the reverse
  kZeroPointMissing,  // zpc or zps without zp
  kLevel1Missing,     // zps=l1 without a level-1 scale
};

struct GradeError {
  GradeErrorKind kind;
  std::size_t offset;  // in the text as given, in bytes: where the item stands
  std::string item;    // the offending item, key or byte in normal spelling

  friend bool operator==(const GradeError&, const GradeError&) = default;
};

// Reads any accepted spelling. Spec §3.
std::expected<Grade, GradeError> parse_grade(std::string_view text);

// `kind` in words, then the item and where it stands; one line without a full stop.
std::string describe(const GradeError& error);

// The canonical string, `grit1(...)`. parse_grade(canonical(g)) == g. Spec §3.
std::string canonical(const Grade& grade);

// The decode projection, `gritdec1(...)`: two grades are decode-equivalent exactly when these are
// equal. Spec §3.
std::string projection(const Grade& grade);

// FNV-1a-64 of the canonical string. Spec §3.
std::uint64_t grade_id(const Grade& grade);
std::uint64_t grade_id_of_text(std::string_view canonical_text);  // hashes the text as given

// The canonical string of any spelling. Spec §3.
std::expected<std::string, GradeError> canonicalize(std::string_view text);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_GRADE_H_
