// Runs one form of FNV-1a-128 over so many bytes, for callgrind to count: `fnv-loops FORM BYTES`.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "harness/reference/kernels/fnv1a128_parallel.hpp"

namespace {

// The step with its constant in sight.
fnv1a128::State told_the_constant(fnv1a128::State state, std::span<const std::byte> bytes) {
  __extension__ using Wide = unsigned __int128;
  for (const std::byte byte : bytes) {
    const std::uint64_t x = state.low ^ std::to_integer<std::uint64_t>(byte);
    const Wide product = static_cast<Wide>(x) * 0x13b;
    state.high = state.high * 0x13b + static_cast<std::uint64_t>(product >> 64) + (x << 24);
    state.low = static_cast<std::uint64_t>(product);
  }
  return state;
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
