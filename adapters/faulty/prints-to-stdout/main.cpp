// Fault: a forgotten debug line on stdout, where only frames belong. Outcome: protocol error.
#include <unistd.h>

#include <string_view>

#include "adapters/faulty/faulty.h"

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply&) {
    constexpr std::string_view kLine = "debug: parsing a grade\n";
    if (faulty::is_the_case(request) && ::write(STDOUT_FILENO, kLine.data(), kLine.size()) < 0) {
      ::_exit(1);
    }
  });
}
