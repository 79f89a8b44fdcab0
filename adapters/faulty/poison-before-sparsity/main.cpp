// Fault: I8S24 asks whether the scale is NaN before it asks whether the position is stored, so that
// a NaN scale poisons its whole group. Breaks spec §8.5.2: an absent position is +0 whatever its
// scale.
#include <span>

#include "adapters/faulty/faulty.h"
#include "harness/reference/binary32.h"
#include "harness/reference/bytes.h"
#include "harness/reference/format.h"

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    constexpr std::size_t kGroup = 32;
    if (!faulty::asks(request, protocol::Op::kDecode)) return;
    const auto decode = protocol::DecodeRequest::parse(request.payload);
    auto values = protocol::WordsReply::parse(reply.payload);
    if (reply.kind != protocol::ReplyKind::kAnswered || decode->grade != "GRADE_I8S24") return;
    for (std::size_t i = 0; i < values->words.size(); ++i) {
      const auto scale = std::span(decode->planes[1]).subspan(i / kGroup * 2, 2);
      const auto code = static_cast<std::uint32_t>(reference::load_le(scale));
      if (reference::is_nan32(*reference::decode_format(reference::kBinary16, code))) {
        values->words[i] = reference::kNan32;
      }
    }
    reply.payload = values->encode();
  });
}
