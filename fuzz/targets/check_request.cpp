// check over a descriptor of any length, shape, plane lengths, planes and a digest (law L10), and
// sizes of any 64 bytes and any shape.
#include <array>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/request.h"
#include "fuzz/driver/target.h"
#include "harness/laws/check_laws.h"
#include "harness/protocol/answer.h"
#include "harness/protocol/messages.h"
#include "harness/reference/sizes.h"

namespace grit::fuzz {
namespace {

using protocol::Op;

laws::CheckInput input_of(protocol::CheckRequest request) {
  return {.descriptor = std::move(request.desc),
          .shape = std::move(request.shape),
          .level = request.level,
          .plane_bytes = request.plane_bytes,
          .planes = std::move(request.planes),
          .digest = request.digest,
          .grades = {}};
}

}  // namespace

const Target& target() {
  static constexpr std::array kOps = {Op::kCheck, Op::kCheckGrade, Op::kSizes};
  static constexpr Target kTarget{"check_request", Form::kRequest, kOps};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  if (auto request = request_of<protocol::CheckRequest>(input, Op::kCheck)) {
    const auto result = protocol::check(*request);
    if (result && result->rule != reference::Rule::kNone) {
      demand_reason(rule_name(result->rule), "check");
    }
    demand(laws::check_totality(input_of(std::move(*request))));
    return true;
  }
  if (auto request = request_of<protocol::CheckGradeRequest>(input, Op::kCheckGrade)) {
    laws::CheckInput checked = input_of(std::move(request->check));
    checked.grades.push_back(std::move(request->grade));
    demand(laws::check_totality(checked));
    return true;
  }
  if (const auto request = request_of<protocol::SizesRequest>(input, Op::kSizes)) {
    const auto sizes = reference::sizes(reference::parse_descriptor(request->desc), request->shape);
    if (!sizes) demand_reason(describe(sizes.error()), "sizes");
    return true;
  }
  return false;
}

}  // namespace grit::fuzz
