#include "harness/reference/sparse_cell.h"

#include "harness/reference/bit_string.h"
#include "harness/reference/grade.h"

namespace grit::reference {

std::uint32_t named_positions(const Descriptor& descriptor, std::span<const std::byte> metadata,
                              std::uint64_t cell) {
  const CodeLayout layout = code_layout(descriptor, Plane::kAux);
  std::uint32_t named = 0;
  for (unsigned slot = 0; slot < descriptor.sp_n; ++slot) {
    const std::uint32_t index = code_at(metadata, layout, cell * descriptor.sp_n + slot);
    if (index < descriptor.sp_m) named |= std::uint32_t{1} << index;
  }
  return named;
}

bool cells_are_sound(const Descriptor& descriptor, std::span<const std::byte> metadata,
                     std::uint64_t cells) {
  const CodeLayout layout = code_layout(descriptor, Plane::kAux);
  const bool ascending = descriptor.sp_order == static_cast<std::uint8_t>(IndexOrder::kAscLsb);
  std::uint64_t position = 0;
  for (std::uint64_t cell = 0; cell < cells; ++cell) {
    std::uint32_t named = 0;
    for (unsigned slot = 0; slot < descriptor.sp_n; ++slot, ++position) {
      const std::uint32_t index = code_at(metadata, layout, position);
      if (index >= descriptor.sp_m) return false;
      const std::uint32_t bit = std::uint32_t{1} << index;
      if ((named & bit) != 0 || (ascending && named > bit)) return false;
      named |= bit;
    }
  }
  return true;
}

}  // namespace grit::reference
