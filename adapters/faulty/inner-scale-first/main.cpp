// Fault: decode_view multiplies the element by the inner scale first, s1 × (s0 × e). Breaks spec
// §11.5.3, which is law L5 (§11.8.5).
#include "adapters/faulty/elements.h"

int main() {
  using namespace grit;
  using reference::multiply32, reference::subtract32;
  return faulty::serve_elements(
      [](const faulty::Elements& view, const faulty::Element& element, std::uint32_t right) {
        if (!element.is_stored || view.d.n_levels == 1) return right;
        const std::uint64_t group = element.group;
        const auto scaled = [&](std::uint32_t e) {
          return multiply32(view.s1(group), multiply32(view.s0(group), e));
        };
        const std::uint32_t e = view.e(element.stored);
        if (!view.has(reference::kFlagHasZp)) return scaled(e);
        const std::uint32_t z = view.zero_point(group);
        if (!view.has(reference::kFlagZpL1Scaled)) return scaled(subtract32(e, z));
        return subtract32(scaled(e), multiply32(view.z1(group), z));
      });
}
