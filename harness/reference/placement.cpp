#include "harness/reference/placement.h"

#include <array>
#include <string_view>

#include "harness/reference/bytes.h"

namespace grit::reference {
namespace {

struct WellKnown {
  Placement word;
  std::string_view name;
};

constexpr std::array<WellKnown, 8> kWellKnown{{
    {kRowMajor, "ROW_MAJOR"},
    {kColMajor, "COL_MAJOR"},
    {kSwizzle128x4B, "SWIZZLE_128x4B"},
    {kTile16x16, "TILE_16x16"},
    {kBlockAos, "BLOCK_AOS"},
    {kLinearMeta, "LINEAR_META"},
    {kMetaM16N8K32, "META_M16N8K32"},
    {kPackK4_12B, "PACK_K4_12B"},
}};

std::string_view well_known_name(Placement placement) {
  for (const WellKnown& entry : kWellKnown) {
    if (entry.word == placement) return entry.name;
  }
  return {};
}

constexpr std::uint64_t kLocalHashClass = 0x8;
constexpr std::uint64_t kOpaqueClass = 0xF;

}  // namespace

bool known(Placement placement) {
  const std::uint64_t placement_class = placement >> 60;
  return placement == kUnspecified || placement_class == kLocalHashClass ||
         placement_class == kOpaqueClass || !well_known_name(placement).empty();
}

std::string placement_name(Placement placement) {
  if (placement == kUnspecified) return "UNSPECIFIED";
  const std::string_view name = well_known_name(placement);
  if (!name.empty()) return std::string(name);
  std::string text = "UNKNOWN";
  if (placement >> 60 == kLocalHashClass) text = "LOCAL_HASH";
  if (placement >> 60 == kOpaqueClass) text = "OPAQUE";
  return text.append("(").append(hex(placement, 16)).append(")");
}

}  // namespace grit::reference
