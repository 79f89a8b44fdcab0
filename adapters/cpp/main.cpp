// The adapter over the C++ reference.
#include <unistd.h>

#include "harness/protocol/answer.h"
#include "harness/protocol/serve.h"

int main() {
  return grit::protocol::serve(STDIN_FILENO, STDOUT_FILENO,
                               [](const grit::protocol::FrameView& request) {
                                 return grit::protocol::answer(request.header.op, request.payload);
                               });
}
