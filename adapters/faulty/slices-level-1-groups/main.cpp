// Fault: slice cuts through level-1 groups and gives each group of the result the scale over its
// first element. Breaks spec §12.6.4: SliceSplitsGroup. The reference's slice is compiled over this
// function.
#include "adapters/faulty/faulty.h"
#include "harness/reference/line_selection.h"

namespace grit::reference {

bool faulty_keeps_level1_groups(const Descriptor& /*descriptor*/, const PlaneOrder& /*source*/,
                                const PlaneOrder& /*result*/, const LineSelection& /*selection*/) {
  return true;
}

}  // namespace grit::reference

int main() {
  return grit::faulty::serve([](const grit::protocol::FrameView&, grit::protocol::Reply&) {});
}
