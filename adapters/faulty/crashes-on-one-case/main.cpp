// Fault: one request kills the process. Outcome: crash.
#include <cstdlib>

#include "adapters/faulty/faulty.h"

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply&) {
    if (faulty::is_the_case(request)) std::abort();
  });
}
