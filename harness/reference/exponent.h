// The shared-exponent rules of the exp2 scale derivations: floor, ceil and rne of log2(amax), exact
// for every positive finite binary32 including subnormals (spec §9).
#ifndef GRIT_REFERENCE_EXPONENT_H_
#define GRIT_REFERENCE_EXPONENT_H_

#include <cstdint>
#include <optional>

namespace grit::reference {

// Codes as in protocol op 10.
enum class ExponentRule : std::uint8_t { kFloor = 0, kCeil = 1, kRne = 2 };

// The rule of a protocol code; nothing above 2.
std::optional<ExponentRule> exponent_rule_from_code(std::uint8_t code);

// The rounded log2 of the binary32 bit pattern `amax`, in -149..128. Nothing where amax is not
// finite and positive. Spec §9.
std::optional<std::int32_t> shared_exponent(ExponentRule rule, std::uint32_t amax);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_EXPONENT_H_
