#include "harness/reference/exponent.h"

#include <bit>

#include "harness/reference/binary32.h"

namespace grit::reference {

std::optional<ExponentRule> exponent_rule_from_code(std::uint8_t code) {
  if (code > static_cast<std::uint8_t>(ExponentRule::kRne)) return std::nullopt;
  return static_cast<ExponentRule>(code);
}

std::optional<std::int32_t> shared_exponent(ExponentRule rule, std::uint32_t amax) {
  if (is_negative32(amax) || is_zero32(amax) || !is_finite32(amax)) return std::nullopt;
  const Unpacked32 parts = unpack32(amax);
  const auto bits = static_cast<int>(std::bit_width(parts.significand));
  const std::int32_t floor = parts.exponent + bits - 1;
  // f = significand * 2^(1-bits), in [1, 2): f > 1 and f*f > 2 are questions about integers.
  const std::uint64_t one = std::uint64_t{1} << (bits - 1);
  const std::uint64_t f = parts.significand;
  switch (rule) {
    case ExponentRule::kFloor:
      return floor;
    case ExponentRule::kCeil:
      return floor + (f > one ? 1 : 0);
    case ExponentRule::kRne:
      return floor + (f * f > 2 * one * one ? 1 : 0);
  }
  return std::nullopt;
}

}  // namespace grit::reference
