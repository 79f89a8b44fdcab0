// Fault: one request is never answered. Outcome: timeout.
#include <unistd.h>

#include "adapters/faulty/faulty.h"

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply&) {
    while (faulty::is_the_case(request)) ::pause();
  });
}
