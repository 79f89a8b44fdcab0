// encode of the registered grades, of any values, and its way back (spec §9); and its kernels.
#include <array>
#include <string>

#include "fuzz/driver/finding.h"
#include "fuzz/driver/request.h"
#include "fuzz/driver/target.h"
#include "harness/laws/encode_laws.h"
#include "harness/laws/environment_laws.h"
#include "harness/reference/encode.h"
#include "harness/reference/kernels/encode.h"
#include "harness/reference/registry.h"

namespace grit::fuzz {
namespace {

using protocol::Op;

constexpr std::size_t kMostValues = 2048;

// The kernels of every instruction set that this machine has give the reference's planes.
void demand_kernels(reference::GradeName grade, std::span<const std::uint32_t> values,
                    const reference::PlaneBuffers& expected) {
  reference::PlaneBuffers buffers;
  reference::MutablePlanes planes;
  for (const reference::kernels::Isa isa : reference::kernels::all_isas()) {
    if (!reference::kernels::supported(isa)) continue;
    for (std::size_t i = 0; i < reference::kPlaneCount; ++i) {
      buffers[i].assign(expected[i].size(), std::byte{0xA5});
      planes[i] = buffers[i];
    }
    const bool done =
        reference::kernels::encode_into(grade, values, planes, {.isa = isa}).has_value();
    demand(done && buffers == expected, "encode kernels",
           std::string(reference::kernels::isa_name(isa)) + " gives other planes");
  }
}

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
  } else {
    demand_kernels(entry->grade, request->words, *planes);
  }
  demand(laws::encoded_sizes(entry->grade, request->words));
  demand(laws::encode_nearest(entry->grade, request->words));
  demand(laws::encode_repeats(entry->grade, request->words));
  demand(laws::encode_independence(entry->grade, request->words));
  return true;
}

}  // namespace grit::fuzz
