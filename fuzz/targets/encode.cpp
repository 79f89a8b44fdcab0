// encode of the registered grades, of any values, and its way back (spec §9).
#include <array>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/request.h"
#include "fuzz/driver/target.h"
#include "harness/laws/encode_laws.h"
#include "harness/laws/environment_laws.h"
#include "harness/reference/encode.h"
#include "harness/reference/registry.h"

namespace grit::fuzz {
namespace {

using protocol::Op;

constexpr std::size_t kMostValues = 2048;

}  // namespace

const Target& target() {
  static constexpr std::array kOps = {Op::kEncode};
  static constexpr Target kTarget{"encode", Form::kRequest, kOps};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  const auto request = request_of<protocol::EncodeRequest>(input, Op::kEncode);
  if (!request || request->words.size() > kMostValues) return false;
  const auto* entry = reference::find_by_name(request->grade);
  if (entry == nullptr) return false;
  if (const auto planes = reference::encode(entry->grade, request->words); !planes) {
    demand_reason(describe(planes.error()), "encode");
  }
  demand(laws::encoded_sizes(entry->grade, request->words));
  demand(laws::encode_nearest(entry->grade, request->words));
  demand(laws::encode_repeats(entry->grade, request->words));
  demand(laws::encode_independence(entry->grade, request->words));
  return true;
}

}  // namespace grit::fuzz
