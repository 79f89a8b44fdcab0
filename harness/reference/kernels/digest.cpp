#include "harness/reference/kernels/digest.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/reference/bytes.h"
#include "harness/reference/fnv.h"
#include "harness/reference/kernels/fnv1a128_parallel.hpp"

namespace grit::reference::kernels {
namespace {

// What the header asks of a machine is less than isa.h's sets promise.
fnv1a128::Form form_of(Isa isa) {
  switch (isa) {
    case Isa::kScalar:
    case Isa::kNeon:
    case Isa::kSse4:
      return fnv1a128::Form::kScalar;
    case Isa::kAvx2:
    case Isa::kAvx512:
      return fnv1a128::Form::kAvx2;
    case Isa::kAvx512Dl:
      return fnv1a128::Form::kAvx512;
  }
  return fnv1a128::Form::kScalar;
}

}  // namespace

Digest digest(const Planes& planes, Isa isa) {
  const fnv1a128::Form form = form_of(isa);
  fnv1a128::State state;
  for (const std::span<const std::byte> plane : planes) {
    std::array<std::byte, 8> length;
    store_le(plane.size(), length);
    state = fnv1a128::update_scalar(state, length);
    state = fnv1a128::update(state, plane, form);
  }
  return hash_bytes({state.high, state.low});
}

}  // namespace grit::reference::kernels
