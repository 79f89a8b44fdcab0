// Fault: decode_view computes (S × e) − Z as one fused multiply-add, which rounds once. Breaks spec
// §11.5.1 and §11.5.6; it is what law L6 (§11.8.6) forbids.
#include <bit>
#include <cmath>

#include "adapters/faulty/elements.h"

namespace {

using namespace grit;

// (a × b) − c, rounded once.
std::uint32_t fused(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const auto value = std::bit_cast<std::uint32_t>(
      std::fma(std::bit_cast<float>(a), std::bit_cast<float>(b), -std::bit_cast<float>(c)));
  return reference::is_nan32(value) ? reference::kNan32 : value;
}

}  // namespace

int main() {
  return faulty::serve_elements(
      [](const faulty::Elements& view, const faulty::Element& element, std::uint32_t right) {
        if (!view.has(reference::kFlagZpL1Scaled)) return right;
        const std::uint64_t group = element.group;
        return fused(view.scale(group), view.e(element.stored),
                     reference::multiply32(view.z1(group), view.zero_point(group)));
      });
}
