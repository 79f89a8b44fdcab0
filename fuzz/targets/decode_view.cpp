// decode_view of any grade: refused by name, or the values of the laws of spec §11.8 and of the
// kernel.
#include <array>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/request.h"
#include "fuzz/driver/target.h"
#include "fuzz/driver/view_input.h"
#include "harness/laws/decode_laws.h"
#include "harness/laws/environment_laws.h"
#include "harness/laws/note_laws.h"
#include "harness/reference/decode_view.h"
#include "harness/reference/kernels/decode_view.h"

namespace grit::fuzz {

using protocol::Op;

const Target& target() {
  static constexpr std::array kOps = {Op::kDecodeView};
  static constexpr Target kTarget{"decode_view", Form::kRequest, kOps};
  return kTarget;
}

bool run(std::span<const std::byte> input) {
  const auto request = request_of<protocol::ViewRequest>(input, Op::kDecodeView);
  if (!request || !is_small(request->shape)) return false;
  const reference::View view = view_of(*request);
  const auto values = reference::decode_view(view);
  if (!values) demand_reason(refusal_name(values.error()), "decode_view");
  demand(reference::kernels::decode_view(view) == values, "decode_view kernel",
         "another answer than the reference's");
  demand(laws::values(view));
  demand(laws::nan_poison(view));
  demand(laws::sparse_wins(view));
  demand(laws::outermost_first(view));
  demand(laws::no_fused_multiply_add(view));
  demand(laws::plane_order_values(view));
  demand(laws::independence(view));
  demand(laws::note_blindness(view, view.descriptor.note ^ 1u));
  return true;
}

}  // namespace grit::fuzz
