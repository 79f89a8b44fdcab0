// Fault: encoding rounds ties away from zero instead of to the even code. Breaks spec §1.4.2 and
// §1.4.5. The reference's encode is compiled over this function too, so that elements and scales of
// every grade are rounded like this.
#include <optional>

#include "adapters/faulty/faulty.h"
#include "harness/reference/binary32.h"
#include "harness/reference/format.h"

namespace grit::reference {

std::optional<std::uint32_t> faulty_encode_format(FormatWord word, std::uint32_t value,
                                                  Projection projection) {
  constexpr std::uint32_t kHalf = 0x3F000000;
  const auto even = encode_format(word, value, projection);
  if (!even || !is_finite32(value) || projection == Projection::kTowardZero) return even;
  if (word.is_exponent_only()) value = magnitude32(value);
  const std::uint32_t low = *decode_format(word, *even);
  if (magnitude32(low) >= magnitude32(value)) return even;
  // Rounded toward zero: by a tie, where the value lies amid this code and the next one. Two's
  // complement codes of negative values go down.
  const bool down = word.is_integer() && !word.is_unsigned() && is_negative32(value);
  const std::uint32_t high = *decode_format(word, down ? *even - 1 : *even + 1);
  if (multiply32(kHalf, add32(low, high)) != value) return even;
  return encode_format(word, high);  // clamped
}

}  // namespace grit::reference

int main() {
  using namespace grit;
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    if (!faulty::asks(request, protocol::Op::kFormatEncode)) return;
    if (reply.kind != protocol::ReplyKind::kAnswered) return;
    const auto format = protocol::FormatRequest::parse(request.payload);
    protocol::WordsReply codes;
    for (const std::uint32_t value : format->words) {
      codes.words.push_back(reference::faulty_encode_format({format->format}, value,
                                                            reference::Projection::kNearestEven)
                                .value_or(protocol::kRefusedCode));
    }
    reply.payload = codes.encode();
  });
}
