// Runs one form of FNV-1a-128 over so many bytes, for callgrind to count: `fnv-loops FORM BYTES`.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "harness/reference/kernels/fnv1a128_parallel.hpp"

namespace {

// The step with its constant in sight, the carry from limbs of 32 bits: its products become shifts
// and sums.
fnv1a128::State told_the_constant(fnv1a128::State state, std::span<const std::byte> bytes) {
  std::uint64_t high = state.high;
  std::uint64_t low = state.low;
  for (const std::byte byte : bytes) {
    const std::uint64_t x = low ^ std::to_integer<std::uint64_t>(byte);
    const std::uint64_t carried = ((x >> 32) * 0x13b + ((x & 0xFFFFFFFF) * 0x13b >> 32)) >> 32;
    low = x * 0x13b;
    high = high * 0x13b + carried + (x << 24);
  }
  return {high, low};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string_view form = argv[1];
  const std::vector<std::byte> bytes(std::strtoul(argv[2], nullptr, 10), std::byte{0x5A});
  fnv1a128::State state;
  if (form == "product") {
    state = fnv1a128::update_scalar(state, bytes);
  } else if (form == "control") {
    state = told_the_constant(state, bytes);
  } else {
    return 2;
  }
  std::printf("%016llx%016llx\n", static_cast<unsigned long long>(state.high),
              static_cast<unsigned long long>(state.low));
  return 0;
}
