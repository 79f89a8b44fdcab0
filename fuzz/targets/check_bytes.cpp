// check over any 64 bytes: exactly one status of the closed set, the same twice (spec §5.0), and
// the same from its kernel; and the gid's kernel over the same bytes.
#include <algorithm>
#include <array>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/target.h"
#include "harness/laws/check_laws.h"
#include "harness/reference/kernels/check.h"
#include "harness/reference/kernels/gid.h"
#include "harness/reference/registry.h"
#include "harness/reference/sizes.h"

namespace grit::fuzz {

const Target& target() {
  static constexpr Target kTarget{"check_bytes", Form::kDescriptor, {}};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  if (input.size() < reference::kDescriptorBytes) return false;
  const auto bytes = input.first<reference::kDescriptorBytes>();
  static constexpr std::array<std::int64_t, 1> kShape = {256};
  const reference::CheckRequest request{
      .descriptor = bytes, .shape = kShape, .level = 1, .grades = {}};
  // With the lengths that the descriptor's own fields imply, so that step 4 does not end at the
  // first of them; wrong lengths are check_request's subject.
  std::array<std::int64_t, 4> lengths{};
  const auto sizes = reference::sizes(reference::parse_descriptor(bytes), kShape);
  if (const auto values = sizes ? reference::to_i64(*sizes) : std::nullopt) {
    std::copy(values->begin() + 4, values->end(), lengths.begin());
  }
  demand(laws::check_closed(request, lengths));
  demand(reference::kernels::check_status(bytes, kShape, lengths) ==
             reference::check(request, lengths).status,
         "check kernel", "another status than the reference's");
  const auto grade =
      static_cast<std::size_t>(std::to_integer<unsigned>(bytes[56]) % reference::kRegistry.size());
  const std::string_view text = reference::kRegistry[grade].canonical;
  demand(reference::kernels::gid(bytes, text, kShape) == reference::gid(bytes, text, kShape),
         "gid kernel", "another gid than the reference's");
  return true;
}

}  // namespace grit::fuzz
