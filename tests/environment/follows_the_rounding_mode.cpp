// An adapter that is right in the ordinary floating-point environment and in no other: it computes
// the values of DECODE and DECODE_VIEW with the machine's own binary32, as the formulas of spec §8
// and §11.5 are written. What does not find this one does not test spec §11.8.8.
#include <bit>
#include <cstdint>

#include "adapters/faulty/elements.h"
#include "harness/reference/registry.h"

namespace {

using namespace grit;

float machine(std::uint32_t bits) { return std::bit_cast<float>(bits); }

std::uint32_t bits_of(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return reference::is_nan32(bits) ? reference::kNan32 : bits;
}

std::uint32_t computed(const faulty::Elements& view, const faulty::Element& element,
                       std::uint32_t right) {
  if (!element.is_stored) return right;
  const float s0 = machine(view.s0(element.group));
  const float s = view.d.n_levels == 1 ? s0 : machine(view.s1(element.group)) * s0;
  const float e = machine(view.e(element.stored));
  if (!view.has(reference::kFlagHasZp)) return bits_of(s * e);
  const float z = machine(view.zero_point(element.group));
  if (!view.has(reference::kFlagZpL1Scaled)) return bits_of(s * (e - z));
  const float product = s * e;
  const float offset = machine(view.z1(element.group)) * z;
  return bits_of(product - offset);
}

// The view that an answered request of DECODE is about.
protocol::ViewRequest view_of(const protocol::DecodeRequest& request) {
  const auto grade = reference::find_by_name(request.grade)->grade;
  return {.desc = reference::to_bytes(reference::canonical_descriptor(grade)),
          .canonical = {},
          .shape = {request.numel},
          .planes = request.planes};
}

}  // namespace

int main() {
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    if (reply.kind != protocol::ReplyKind::kAnswered) return;
    const bool decode = faulty::asks(request, protocol::Op::kDecode);
    if (!decode && !faulty::asks(request, protocol::Op::kDecodeView)) return;
    const auto view = decode ? view_of(*protocol::DecodeRequest::parse(request.payload))
                             : *protocol::ViewRequest::parse(request.payload);
    auto values = protocol::WordsReply::parse(reply.payload);
    faulty::spoil(view, computed, values->words);
    reply.payload = values->encode();
  });
}
