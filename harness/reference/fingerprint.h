// Fingerprints: the gid of a contract, the digest of its bytes, and the printed form (spec §7).
//
// They guard against drift and mislabelling, not against an adversary.
#ifndef GRIT_REFERENCE_FINGERPRINT_H_
#define GRIT_REFERENCE_FINGERPRINT_H_

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "harness/reference/descriptor.h"
#include "harness/reference/fnv.h"
#include "harness/reference/view.h"

namespace grit::reference {

using Gid = Hash128;
using Digest = Hash128;

// The gid of frame, grade and shape. `canonical_grade` is hashed as given; note is left out of the
// frame, so it is blind to it. Spec §7.
Gid gid(std::span<const std::byte, kDescriptorBytes> descriptor, std::string_view canonical_grade,
        Shape shape);

// The digest of four planes as they lie. Spec §7.
Digest digest(const Planes& planes);

// 26 Crockford base32 symbols, upper case. Spec §7.
std::string format_gid(const Gid& gid);

enum class GidParseError : std::uint8_t {
  kBadSymbol,    // U, a byte outside the alphabet, or not ASCII
  kWrongLength,  // not 26 symbols, hyphens not counted
  kTooLarge,     // the first symbol is above 7
};
std::string_view describe(GidParseError error);

// Reads the printed form: any case, I and L as 1, O as 0, hyphens skipped. Spec §7.
std::expected<Gid, GidParseError> parse_gid(std::string_view text);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_FINGERPRINT_H_
