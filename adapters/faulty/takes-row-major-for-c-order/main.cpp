// Fault: decode_view takes ROW_MAJOR data for the C order of the shape, whatever the group axis is.
// Breaks spec §11.3.3 and §11.3.4, wherever the group axis is not the last one.
#include "adapters/faulty/elements.h"

int main() {
  using namespace grit;
  return faulty::serve_elements(
      [](const faulty::Elements& view, const faulty::Element& element, std::uint32_t right) {
        // The survivors of a sparse array are no array of the shape.
        if (view.has(reference::kFlagSparse) || view.d.placement_data != reference::kRowMajor) {
          return right;
        }
        const std::uint64_t group = element.group;
        const bool has_zp = view.has(reference::kFlagHasZp);
        return view.x(group, view.e(element.logical), has_zp ? view.zero_point(group) : 0);
      });
}
