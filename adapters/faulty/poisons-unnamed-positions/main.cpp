// Fault: decode_view asks whether the scale is NaN before it asks whether the position is named.
// Breaks spec §11.6.2, which is law L2 (§11.8.2).
#include "adapters/faulty/elements.h"

int main() {
  using namespace grit;
  return faulty::serve_elements(
      [](const faulty::Elements& view, const faulty::Element& element, std::uint32_t right) {
        return reference::is_nan32(view.scale(element.group)) ? reference::kNan32 : right;
      });
}
