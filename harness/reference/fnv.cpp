#include "harness/reference/fnv.h"

#include "harness/reference/bytes.h"

namespace grit::reference {

void Fnv1a64::update(std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) {
    state_ ^= std::to_integer<std::uint64_t>(byte);
    state_ *= 0x100000001b3;
  }
}

void Fnv1a128::update(std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) {
    state_.low ^= std::to_integer<std::uint64_t>(byte);
    // The prime is 2^88 + 0x13b; the first term reaches only the high half.
    const Uint128 shifted{state_.low << 24, 0};
    state_ = add(multiply(state_, 0x13b), shifted);
  }
}

Hash128 Fnv1a128::value() const { return hash_bytes(state_); }

Hash128 hash_bytes(Uint128 state) {
  Hash128 bytes;
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<std::byte>(state.high >> (56 - 8 * i) & 0xFF);
    bytes[8 + i] = static_cast<std::byte>(state.low >> (56 - 8 * i) & 0xFF);
  }
  return bytes;
}

}  // namespace grit::reference
