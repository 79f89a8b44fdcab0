// slice, transpose, requantize and relayout of any view (spec §12.6 to §12.9).
#include <array>
#include <vector>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/request.h"
#include "fuzz/driver/target.h"
#include "fuzz/driver/view_input.h"
#include "harness/laws/placement_laws.h"
#include "harness/laws/requantize_laws.h"
#include "harness/laws/slice_laws.h"
#include "harness/laws/transpose_laws.h"

namespace grit::fuzz {
namespace {

using protocol::Op;

void slice(const protocol::SliceRequest& request) {
  const reference::View view = view_of(request.view);
  const laws::Range range{request.axis, request.begin, request.end};
  demand(laws::slice_honesty(view, range));
  demand(laws::slice_refusals(view, range));
  // A second slice, of the first half of the first one along the outermost axis.
  const laws::Range second{0, 0, view.shape.empty() ? 0 : view.shape[0] / 2};
  demand(laws::slice_composition(view, range, second));
  demand(laws::slice_commutes(view, {reference::Role::kData, reference::kColMajor}, range));
}

laws::Turn turn_of(const protocol::TransposeRequest& request) {
  return {std::vector<std::size_t>(request.perm.begin(), request.perm.end()), request.group_axis};
}

void transpose(const protocol::TransposeRequest& request) {
  const reference::View view = view_of(request.view);
  const laws::Turn turn = turn_of(request);
  demand(laws::transpose_lines(view, turn));
  demand(laws::transpose_refusals(view, turn));
  demand(laws::transpose_composition(view, turn));
  demand(laws::transpose_slice(view, turn, {0, 0, 1}));
  demand(laws::transpose_commutes(view, {reference::Role::kData, reference::kColMajor}, turn));
}

void requantize(const protocol::TransposeRequest& request) {
  demand(laws::requantize_values(view_of(request.view), turn_of(request)));
}

bool relayout(const protocol::RelayoutRequest& request) {
  const auto role = reference::role_from_code(request.role);
  if (!role) return false;
  const reference::View view = view_of(request.view);
  demand(laws::placement_invariance(view, {*role, request.placement}));
  demand(laws::relayout_round_trip(view, {*role, request.placement}));
  return true;
}

}  // namespace

const Target& target() {
  static constexpr std::array kOps = {Op::kSlice, Op::kTranspose, Op::kRequantize, Op::kRelayout};
  static constexpr Target kTarget{"view_change", Form::kRequest, kOps};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  if (const auto request = request_of<protocol::SliceRequest>(input, Op::kSlice)) {
    if (is_small(request->view.shape)) slice(*request);
    return is_small(request->view.shape);
  }
  for (const Op op : {Op::kTranspose, Op::kRequantize}) {
    const auto request = request_of<protocol::TransposeRequest>(input, op);
    if (!request) continue;
    if (!is_small(request->view.shape)) return false;
    op == Op::kTranspose ? transpose(*request) : requantize(*request);
    return true;
  }
  if (const auto request = request_of<protocol::RelayoutRequest>(input, Op::kRelayout)) {
    return is_small(request->view.shape) && relayout(*request);
  }
  return false;
}

}  // namespace grit::fuzz
