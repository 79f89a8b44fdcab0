// Fault: each cell of a sparse array has sp_n stored elements of its own: the cursor is set back at
// a cell instead of running on. Breaks spec §11.6.3, wherever a cell names fewer than sp_n
// positions.
#include <bit>

#include "adapters/faulty/elements.h"

int main() {
  using namespace grit;
  return faulty::serve_elements([](const faulty::Elements& view, const faulty::Element& element,
                                   std::uint32_t right) {
    if (!view.has(reference::kFlagSparse) || !element.is_stored) return right;
    const std::uint64_t cell = element.i / view.d.sp_m;
    const std::uint32_t below = (std::uint32_t{1} << element.i % view.d.sp_m) - 1;
    const auto before = static_cast<std::uint64_t>(std::popcount(view.named(cell) & below));
    return reference::multiply32(view.scale(element.group), view.e(cell * view.d.sp_n + before));
  });
}
