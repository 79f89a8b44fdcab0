// Fault: an answer depends on the age of the process. Until a table is warm, after the first 64
// requests, FORMAT_DECODE leaves the last value of a reply at 0. Outcome: nondeterministic.
#include "adapters/faulty/faulty.h"

int main() {
  using namespace grit;
  return faulty::serve(
      [requests = 0](const protocol::FrameView& request, protocol::Reply& reply) mutable {
        constexpr int kWarm = 64;
        if (requests < kWarm) ++requests;
        if (requests == kWarm || !faulty::asks(request, protocol::Op::kFormatDecode)) return;
        auto values = protocol::WordsReply::parse(reply.payload);
        if (reply.kind != protocol::ReplyKind::kAnswered || values->words.empty()) return;
        values->words.back() = 0;
        reply.payload = values->encode();
      });
}
