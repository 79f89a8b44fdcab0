// Fault: the zero point of ZP_MINUS1 is the value of the code that follows, within the width of its
// format: code 15 of a u4 gives 0. Breaks spec §11.5.4.
#include "adapters/faulty/elements.h"

int main() {
  using namespace grit;
  return faulty::serve_elements(
      [](const faulty::Elements& view, const faulty::Element& element, std::uint32_t right) {
        const reference::FormatWord word = view.d.zp_fmt;
        if (!view.has(reference::kFlagZpMinus1) || !word.is_integer()) return right;
        const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << word.width()) - 1);
        const std::uint32_t next = view.code(faulty::Plane::kAux, element.group) + 1;
        return view.x(element.group, view.e(element.stored),
                      *reference::decode_format(word, next & mask));
      });
}
