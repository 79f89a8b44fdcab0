// Fault: check looks at the sizes between frame and grade: step 4 runs before steps 2 and 3. Breaks
// spec §5.0.4, wherever an array that fails step 2 or 3 also fails step 4.
#include <optional>
#include <span>

#include "adapters/faulty/faulty.h"
#include "harness/reference/check.h"
#include "harness/reference/sizes.h"

namespace {

using namespace grit;

protocol::CheckReply size_mismatch(std::uint8_t plane) {
  return {static_cast<std::uint8_t>(reference::Status::kSizeMismatch), plane};
}

// Step 4 of check alone; nothing where it holds. Requires a descriptor of 64 bytes.
std::optional<protocol::CheckReply> step_4(const protocol::CheckRequest& check) {
  const auto descriptor =
      reference::parse_descriptor(std::span(check.desc).first<reference::kDescriptorBytes>());
  const auto sizes = reference::sizes(descriptor, check.shape);
  if (!sizes) return size_mismatch(protocol::kNoPlane);
  for (std::uint8_t plane = 0; plane < reference::kPlaneCount; ++plane) {
    const std::int64_t given = check.plane_bytes[plane];
    if (given < 0 ||
        reference::Uint128{static_cast<std::uint64_t>(given)} != sizes->plane_bytes[plane]) {
      return size_mismatch(plane);
    }
  }
  return std::nullopt;
}

}  // namespace

int main() {
  return faulty::serve([](const protocol::FrameView& request, protocol::Reply& reply) {
    if (!faulty::asks(request, protocol::Op::kCheck)) return;
    const auto check = protocol::CheckRequest::parse(request.payload);
    if (!check || reply.kind != protocol::ReplyKind::kAnswered) return;
    const reference::Rule decided =
        reference::check(
            {.descriptor = check->desc, .shape = check->shape, .level = check->level, .grades = {}},
            check->plane_bytes)
            .rule;
    const bool by_step_2_or_3 =
        decided >= reference::Rule::kGradeId && decided <= reference::Rule::kPlacementWithoutAux;
    if (!by_step_2_or_3) return;
    if (const auto wrong = step_4(*check)) reply.payload = wrong->encode();
  });
}
