#include "harness/vectors/format_clauses.h"

#include "harness/vectors/binary32_draws.h"

namespace grit::vectors {
namespace {

using reference::FormatWord;

// Binary32 patterns of magnitudes, which compare like the magnitudes.
struct Limits {
  std::uint32_t least_beyond = 0;   // the smallest magnitude that is clamped
  std::uint32_t half_smallest = 0;  // half the smallest magnitude that is not zero
};

// None: binary32 has every value.
constexpr Limits kNoLimits = {kInfinity, 0};

Limits limits_of(FormatWord word) {
  // 6 and 448 are codes themselves, 65520 would round beyond 65504 (spec §1.2, §1.4.6).
  if (word == reference::kE2m1) return {0x40C00001, 0x3E800000};      // 1/4
  if (word == reference::kE4m3) return {0x43E00001, 0x3A800000};      // 2^-10
  if (word == reference::kBinary16) return {0x477FF000, 0x33000000};  // 2^-25
  return kNoLimits;
}

bool is_power_of_e8m0(std::uint32_t magnitude) {
  constexpr std::uint32_t kSmallest = 0x00400000;  // 2^-127, spec §1.2.3
  return magnitude == kSmallest || (magnitude > kSmallest && (magnitude & 0x7FFFFF) == 0);
}

}  // namespace

std::string_view decode_clause(FormatWord word, std::uint32_t code) {
  if (word.is_integer()) return "§1.1.3";
  if (word == reference::kE2m1) return "§1.2.2";
  if (word == reference::kE8m0) return "§1.2.3";
  if (word == reference::kE4m3) return "§1.2.4";
  const std::uint32_t infinity = word == reference::kBinary16 ? 0x7C00 : kInfinity;
  const std::uint32_t sign = word == reference::kBinary16 ? 0x8000 : kSign;
  return (code & ~sign) > infinity ? "§1.3.5" : "§1.2.5";
}

std::string_view encode_clause(FormatWord word, std::uint32_t value) {
  const std::uint32_t magnitude = value & ~kSign;
  if (word.is_integer()) return magnitude == kInfinity ? "§1.4.7" : "§1.4.5";
  if (magnitude > kInfinity) return "§1.4.4";
  if (word == reference::kE8m0) {
    const bool drops_sign = (value & kSign) != 0 && is_power_of_e8m0(magnitude);
    return magnitude == 0 || magnitude == kInfinity || drops_sign ? "§1.4.8" : "§1.4.2";
  }
  if (magnitude == kInfinity) return "§1.4.7";
  const Limits limits = limits_of(word);
  if (magnitude >= limits.least_beyond) return word == reference::kBinary16 ? "§1.4.6" : "§1.4.3";
  return magnitude == 0 || magnitude < limits.half_smallest ? "§1.4.3" : "§1.4.2";
}

}  // namespace grit::vectors
