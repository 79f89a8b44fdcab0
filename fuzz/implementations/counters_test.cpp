// Coverage feedback of our Rust: the engine sees only what writes into its counters, and a library
// that was built without them looks like one that is never entered.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/rust/grit_rust.h"
#include "harness/vectors/generate.h"

// The counters of the whole program, as the linker puts them together.
extern "C" {
extern std::uint8_t __start___sancov_cntrs[];  // NOLINT
extern std::uint8_t __stop___sancov_cntrs[];   // NOLINT
}

namespace grit::fuzz {
namespace {

void ignore(void*, const std::uint8_t*, std::size_t) noexcept {}

// Counters that a call of the library moves; it is called from here, so that none but `ignore` is
// anybody else's.
std::ptrdiff_t moved(std::uint8_t op, std::span<const std::byte> request) {
  const std::span counters(__start___sancov_cntrs, __stop___sancov_cntrs);
  const std::vector<std::uint8_t> before(counters.begin(), counters.end());
  grit_rust_answer(op, reinterpret_cast<const std::uint8_t*>(request.data()), request.size(),
                   ignore, nullptr);
  std::ptrdiff_t count = 0;
  for (std::size_t i = 0; i < before.size(); ++i) count += before[i] != counters[i] ? 1 : 0;
  return count;
}

TEST(Counters, OurRustMovesThemInEveryOperation) {
  for (const vectors::Case& item : vectors::generate({.seed = 6, .cases = 480})) {
    EXPECT_GT(moved(static_cast<std::uint8_t>(item.op), item.request), 10) << item.id;
  }
}

}  // namespace
}  // namespace grit::fuzz
