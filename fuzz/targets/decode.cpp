// decode of the registered grades, from any planes: refused, or the values that the general tier
// gives the same planes and that the clauses give worked out long-hand (spec §8, §11.3.8); and its
// kernels.
#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/request.h"
#include "fuzz/driver/target.h"
#include "harness/laws/decode_laws.h"
#include "harness/laws/digest_laws.h"
#include "harness/reference/decode.h"
#include "harness/reference/kernels/decode.h"
#include "harness/reference/registry.h"

namespace grit::fuzz {
namespace {

using protocol::Op;

constexpr std::int64_t kMostElements = 1 << 16;

// The kernels of every instruction set that this machine has give the reference's values or its
// reason, cached and streamed.
void demand_kernels(
    const protocol::DecodeRequest& request, reference::GradeName grade,
    const std::expected<std::vector<std::uint32_t>, reference::DecodeError>& answer) {
  constexpr std::uint32_t kUnwritten = 0xDEADBEEF;
  const reference::Planes planes = reference::borrow(request.planes);
  for (const reference::kernels::Isa isa : reference::kernels::all_isas()) {
    if (!reference::kernels::supported(isa)) continue;
    const std::string name(reference::kernels::isa_name(isa));
    for (const std::size_t stream_above : {std::size_t{0}, SIZE_MAX}) {
      std::vector<std::uint32_t> values(answer ? answer->size() : 1, kUnwritten);
      const auto done = reference::kernels::decode_into(
          grade, request.numel, planes, values, {.isa = isa, .stream_above_bytes = stream_above});
      demand(done.has_value() == answer.has_value(), "decode kernels", name + " judges otherwise");
      if (done) {
        demand(values == *answer, "decode kernels", name + " gives other values");
      } else {
        demand(done.error() == answer.error() && values.front() == kUnwritten, "decode kernels",
               name + " gives another reason, or values with it");
      }
    }
  }
}

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
  demand_kernels(*request, entry->grade, values);
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
