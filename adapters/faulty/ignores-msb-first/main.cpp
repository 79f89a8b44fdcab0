// Fault: decode_view reads every string of elements LSB first, whatever po says. Breaks spec
// §11.4.3. The reference's decode_view is compiled over this function.
#include "adapters/faulty/faulty.h"
#include "harness/reference/bit_string.h"

namespace grit::reference {

CodeLayout faulty_code_layout(const Descriptor& descriptor, Plane plane) {
  CodeLayout layout = code_layout(descriptor, plane);
  layout.order = BitOrder::kLsb;
  return layout;
}

}  // namespace grit::reference

int main() {
  return grit::faulty::serve([](const grit::protocol::FrameView&, grit::protocol::Reply&) {});
}
