// check over a descriptor of any length, shape, plane lengths, planes and a digest (law L10), and
// sizes of any 64 bytes and any shape; and the kernels of check and digest.
#include <array>
#include <span>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/request.h"
#include "fuzz/driver/target.h"
#include "harness/laws/check_laws.h"
#include "harness/protocol/answer.h"
#include "harness/protocol/messages.h"
#include "harness/reference/kernels/check.h"
#include "harness/reference/kernels/digest.h"
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

void demand_kernels(const protocol::CheckRequest& request) {
  namespace kernels = reference::kernels;
  if (request.desc.size() == reference::kDescriptorBytes) {
    const auto expected = reference::check(
        {.descriptor = request.desc, .shape = request.shape, .level = 1, .grades = {}},
        request.plane_bytes);
    demand(kernels::check_status(std::span(request.desc).first<reference::kDescriptorBytes>(),
                                 request.shape, request.plane_bytes) == expected.status,
           "check kernel", "another status than the reference's");
  }
  if (!request.planes) return;
  const reference::Planes planes = reference::borrow(*request.planes);
  const reference::Digest expected = reference::digest(planes);
  for (const kernels::Isa isa : kernels::all_isas()) {
    if (!kernels::supported(isa)) continue;
    demand(kernels::digest(planes, isa) == expected, "digest kernel", kernels::isa_name(isa));
  }
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
    demand_kernels(*request);
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
