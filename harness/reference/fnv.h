// FNV-1a with 64 and 128 bits (spec §7): incremental, allocation-free, no __int128.
#ifndef GRIT_REFERENCE_FNV_H_
#define GRIT_REFERENCE_FNV_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/reference/uint128.h"

namespace grit::reference {

// 16 bytes, most significant first.
using Hash128 = std::array<std::byte, 16>;
Hash128 hash_bytes(Uint128 state);

class Fnv1a64 {
 public:
  void update(std::span<const std::byte> bytes);
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325;
};

class Fnv1a128 {
 public:
  void update(std::span<const std::byte> bytes);
  Hash128 value() const;

 private:
  Uint128 state_{0x6c62272e07bb0142, 0x62b821756295c58d};
};

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_FNV_H_
