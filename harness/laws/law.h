// What a law is: one function over plain values that says whether it holds of them, and where not.
//
// A law that has nothing to say about an input answers kVacuous, so that a test can count how often
// it was really applied. Unit tests, property tests and fuzz targets call the same functions.
#ifndef GRIT_LAWS_LAW_H_
#define GRIT_LAWS_LAW_H_

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace grit::laws {

// L1 to L10 are the laws of spec §11.8; the others follow from the clauses that the table names.
enum class Law : std::uint8_t {
  kNanPoison,
  kSparseWins,
  kSliceHonesty,
  kTransposeLines,
  kOutermostFirst,
  kNoFusedMultiplyAdd,
  kPlacementInvariance,
  kIndependence,
  kNoteBlindness,
  kCheckTotality,
  kValues,
  kPlaneOrder,
  kSliceRefusals,
  kSliceComposition,
  kTransposeRefusals,
  kTransposeComposition,
  kTransposeSlice,
  kRelayoutRoundTrip,
  kRequantize,
  kCanonicalIdempotent,
  kSpellingBlind,
  kParseFormat,
  kProjection,
  kEncodedSizes,
  kEncodeNearest,
  kEncodeRepeats,
  kGidSensitive,
  kPrintedGid,
  kDigestSensitive,
  kAssume,
  kVerify,
};

// One row of the table of laws, which documents and tests list.
struct LawInfo {
  Law law;
  std::string_view id;        // "L1" … "L10", else the name: what pinned vectors cite
  std::string_view name;      // a few words with hyphens
  std::string_view clause;    // of docs/SPEC.md
  std::string_view sentence;  // what it demands
  std::string_view function;  // in harness/laws; several with a blank between them
};

// In the order of Law.
std::span<const LawInfo> all_laws();
const LawInfo& info(Law law);

// An element that is not what it must be, binary32 bit patterns.
struct Lane {
  std::uint64_t index = 0;
  std::uint32_t found = 0;
  std::uint32_t expected = 0;

  friend bool operator==(const Lane&, const Lane&) = default;
};

struct Broken {
  Law law;
  std::string where;         // which part of the law, and where in the input
  std::optional<Lane> lane;  // where values differ

  friend bool operator==(const Broken&, const Broken&) = default;
};

// One line: the law, its clause, where, and both bit patterns.
std::string describe(const Broken& broken);

enum class Application : std::uint8_t {
  kApplied,  // the law said something about this input, and it holds
  kVacuous,  // it has nothing to say about it
};

using LawResult = std::expected<Application, Broken>;

inline LawResult holds() { return Application::kApplied; }
inline LawResult vacuous() { return Application::kVacuous; }
inline LawResult broken(Law law, std::string where, std::optional<Lane> lane = std::nullopt) {
  return std::unexpected(Broken{law, std::move(where), lane});
}

// Whether it was applied and holds: what a unit test demands.
inline bool applied(const LawResult& result) { return result && *result == Application::kApplied; }

// Holds where two lists are equal; else broken in the first lane that differs, or in their lengths.
LawResult same_values(Law law, std::string_view what, std::span<const std::uint32_t> found,
                      std::span<const std::uint32_t> expected);

}  // namespace grit::laws

#endif  // GRIT_LAWS_LAW_H_
