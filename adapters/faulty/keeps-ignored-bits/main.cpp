// Fault: where a code has a byte of its own, what is rebuilt takes the byte over whole, the bits
// above the code included. Breaks spec §11.4.10 in relayout, slice and transpose. What lays out and
// what gathers in the reference is compiled over this function.
#include "adapters/faulty/faulty.h"
#include "harness/reference/bit_string.h"

namespace grit::reference {

CodeLayout faulty_code_layout(const Descriptor& descriptor, Plane plane) {
  CodeLayout layout = code_layout(descriptor, plane);
  layout.width = layout.stride;
  return layout;
}

}  // namespace grit::reference

int main() {
  return grit::faulty::serve([](const grit::protocol::FrameView&, grit::protocol::Reply&) {});
}
