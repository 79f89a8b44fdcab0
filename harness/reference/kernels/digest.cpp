#include "harness/reference/kernels/digest.h"

#include <array>
#include <cstddef>
#include <cstdint>

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

std::array<std::byte, 8> little_endian(std::uint64_t number) {
  std::array<std::byte, 8> bytes;
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(number & 0xFF);
    number >>= 8;
  }
  return bytes;
}

}  // namespace

Digest digest(const Planes& planes, Isa isa) {
  const fnv1a128::Form form = form_of(isa);
  fnv1a128::State state;
  for (const std::span<const std::byte> plane : planes) {
    state = fnv1a128::update_scalar(state, little_endian(plane.size()));
    state = fnv1a128::update(state, plane, form);
  }
  Digest result;
  for (std::size_t i = 0; i < 8; ++i) {
    result[i] = static_cast<std::byte>(state.high >> (56 - 8 * i) & 0xFF);
    result[8 + i] = static_cast<std::byte>(state.low >> (56 - 8 * i) & 0xFF);
  }
  return result;
}

}  // namespace grit::reference::kernels
