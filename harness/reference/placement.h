// Placement words: how a plane lies in memory, as 64 bits (spec §4).
#ifndef GRIT_REFERENCE_PLACEMENT_H_
#define GRIT_REFERENCE_PLACEMENT_H_

#include <cstdint>
#include <string>

namespace grit::reference {

using Placement = std::uint64_t;

inline constexpr Placement kUnspecified = 0;
inline constexpr Placement kRowMajor = 0x1000000000000001;
inline constexpr Placement kColMajor = 0x1000000000000002;
inline constexpr Placement kSwizzle128x4B = 0x1000000000000003;
inline constexpr Placement kTile16x16 = 0x1000000000000004;
inline constexpr Placement kBlockAos = 0x1000000000000005;
inline constexpr Placement kLinearMeta = 0x1000000000000011;
inline constexpr Placement kMetaM16N8K32 = 0x1000000000000012;
inline constexpr Placement kPackK4_12B = 0x1000000000000020;

// Whether check accepts the word: 0, a well-known one, a local hash or an opaque one. Spec §4.
bool known(Placement placement);

// For people: the well-known name, UNSPECIFIED, LOCAL_HASH(0x…), OPAQUE(0x…) or UNKNOWN(0x…).
std::string placement_name(Placement placement);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_PLACEMENT_H_
