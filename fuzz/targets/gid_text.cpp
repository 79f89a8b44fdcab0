// Printed gids, any bytes: refused with a reason, or printed and read again as themselves (spec
// §7.3).
#include "fuzz/driver/finding.h"
#include "fuzz/driver/target.h"
#include "harness/laws/gid_laws.h"
#include "harness/protocol/payload.h"
#include "harness/reference/fingerprint.h"

namespace grit::fuzz {

const Target& target() {
  static constexpr Target kTarget{"gid_text", Form::kGidText, {}};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  const auto gid = reference::parse_gid(protocol::as_text(input));
  if (!gid) {
    demand_reason(describe(gid.error()), "gid");
    return true;
  }
  demand(laws::printed_gid(*gid));
  return true;
}

}  // namespace grit::fuzz
