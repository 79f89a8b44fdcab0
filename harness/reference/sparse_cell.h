// Sparsity cells: which positions of sp_m a cell's slots name (spec §11.6).
#ifndef GRIT_REFERENCE_SPARSE_CELL_H_
#define GRIT_REFERENCE_SPARSE_CELL_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/reference/descriptor.h"

namespace grit::reference {

// The positions below sp_m that cell `cell` names, as bits 0 … sp_m - 1. Repetitions and indices
// that name nothing leave no trace. Requires sp_m <= 32.
std::uint32_t named_positions(const Descriptor& descriptor, std::span<const std::byte> metadata,
                              std::uint64_t cell);

// Whether every cell names sp_n different positions below sp_m, with ASC_LSB in ascending order:
// what slice and transpose demand (spec §11.2.3).
bool cells_are_sound(const Descriptor& descriptor, std::span<const std::byte> metadata,
                     std::uint64_t cells);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_SPARSE_CELL_H_
