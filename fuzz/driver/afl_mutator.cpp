#include "fuzz/driver/afl_mutator.h"

#include <algorithm>
#include <span>
#include <vector>

#include "fuzz/driver/target.h"
#include "fuzz/mutator/mutator.h"
#include "harness/vectors/random.h"

namespace {

// To this size a mutation may grow; afl-fuzz would allow a mebibyte, which is slow and says no
// more.
constexpr std::size_t kMostBytes = std::size_t{64} << 10;

struct State {
  grit::vectors::Random random;
  std::vector<std::byte> out;
};

}  // namespace

void* afl_custom_init(void*, unsigned seed) { return new State{grit::vectors::Random(seed), {}}; }

std::size_t afl_custom_fuzz(void* state, std::uint8_t* buf, std::size_t buf_size,
                            std::uint8_t** out, std::uint8_t* add_buf, std::size_t add_buf_size,
                            std::size_t max_size) {
  State& mine = *static_cast<State*>(state);
  const auto input = std::as_bytes(std::span(buf, buf_size));
  mine.out.resize(std::min(max_size, std::max(kMostBytes, buf_size)));
  const std::span<std::byte> buffer(mine.out);
  std::size_t size = std::min(input.size(), buffer.size());
  const std::uint64_t seed = mine.random.next();
  if (add_buf != nullptr && add_buf_size > 0 && mine.random.chance(1, 4)) {
    const auto other = std::as_bytes(std::span(add_buf, add_buf_size));
    size = grit::fuzz::cross_over(grit::fuzz::target(), input, other, buffer, seed);
  } else {
    std::copy_n(input.begin(), size, buffer.begin());
    size = grit::fuzz::mutate(grit::fuzz::target(), buffer, size, seed, nullptr);
  }
  *out = reinterpret_cast<std::uint8_t*>(mine.out.data());
  if (size == 0) mine.out[0] = std::byte{0};
  return std::max<std::size_t>(size, 1);
}

void afl_custom_deinit(void* state) { delete static_cast<State*>(state); }
