// Fault: e8m0 has no NaN. Code 0xFF is 2^128 like any other power of two, and a product is rounded
// to binary32 once, as with a binary64 intermediate. Breaks spec §1.2.3, and with it §8.1.5.
#include "adapters/faulty/faulty.h"
#include "harness/reference/binary32.h"
#include "harness/reference/format.h"

namespace {

using namespace grit;

constexpr std::uint32_t kTwoTo127 = 0x7F000000;
constexpr std::uint32_t kTwo = 0x40000000;

// 2^128 times a value: exact, or beyond the range.
std::uint32_t times_two_to_128(std::uint32_t value) {
  return reference::multiply32(reference::multiply32(kTwoTo127, value), kTwo);
}

void spoil_format(const protocol::FormatRequest& request, protocol::Words& values) {
  if (request.format != reference::kE8m0.bits) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if ((request.words[i] & 0xFF) == 0xFF) values[i] = times_two_to_128(reference::kOne32);
  }
}

void spoil_decode(const protocol::DecodeRequest& request, protocol::Words& values) {
  if (request.grade != "GRADE_MXFP4" && request.grade != "GRADE_MXFP4_RNE") return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (request.planes[1][i / 32] != std::byte{0xFF}) continue;
    const auto codes = std::to_integer<std::uint32_t>(request.planes[0][i / 2]);
    values[i] = times_two_to_128(*reference::decode_format(reference::kE2m1, codes >> i % 2 * 4));
  }
}

}  // namespace

int main() {
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    const bool is_format = faulty::asks(request, protocol::Op::kFormatDecode);
    if (!is_format && !faulty::asks(request, protocol::Op::kDecode)) return;
    if (reply.kind != protocol::ReplyKind::kAnswered) return;
    auto values = protocol::WordsReply::parse(reply.payload);
    if (is_format) {
      spoil_format(*protocol::FormatRequest::parse(request.payload), values->words);
    } else {
      spoil_decode(*protocol::DecodeRequest::parse(request.payload), values->words);
    }
    reply.payload = values->encode();
  });
}
