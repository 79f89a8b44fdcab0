// decode of the registered grades, from any planes: refused, or the values that the general tier
// gives the same planes and that the clauses give worked out long-hand (spec §8, §11.3.8).
#include <array>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/request.h"
#include "fuzz/driver/target.h"
#include "harness/laws/decode_laws.h"
#include "harness/laws/digest_laws.h"
#include "harness/reference/decode.h"
#include "harness/reference/registry.h"

namespace grit::fuzz {
namespace {

using protocol::Op;

constexpr std::int64_t kMostElements = 1 << 16;

}  // namespace

const Target& target() {
  static constexpr std::array kOps = {Op::kDecode};
  static constexpr Target kTarget{"decode", Form::kRequest, kOps};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  const auto request = request_of<protocol::DecodeRequest>(input, Op::kDecode);
  if (!request) return false;
  const auto* entry = reference::find_by_name(request->grade);
  if (entry == nullptr) return false;
  const reference::Planes planes = reference::borrow(request->planes);
  const auto values = reference::decode(entry->grade, request->numel, planes);
  const auto valid = reference::validate_decode(entry->grade, request->numel, planes);
  demand(values.has_value() == valid.has_value(), "decode", "validate_decode says otherwise");
  if (!values) {
    demand(values.error() == valid.error(), "decode", "validate_decode gives another reason");
    demand_reason(describe(values.error()), "decode");
    return true;
  }
  if (request->numel == 0 || request->numel > kMostElements) return true;
  demand(values->size() == *valid, "decode", "another number of values than validate_decode says");

  const std::array<std::int64_t, 1> shape = {request->numel};
  const reference::View view{reference::canonical_descriptor(entry->grade), entry->canonical, shape,
                             planes};
  demand(laws::plane_order_values(view));
  demand(laws::values(view));
  if (request->numel <= 64) demand(laws::digest_sensitive(request->planes));
  return true;
}

}  // namespace grit::fuzz
