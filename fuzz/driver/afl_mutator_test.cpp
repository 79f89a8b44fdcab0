#include "fuzz/driver/afl_mutator.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace {

using State = std::unique_ptr<void, void (*)(void*)>;
using Input = std::vector<std::uint8_t>;

State state(unsigned seed) { return {afl_custom_init(nullptr, seed), afl_custom_deinit}; }

// Both inputs are copies of exactly their size, so that a sanitizer sees a step outside them.
Input mutation(const State& state, Input input, Input other, std::size_t most) {
  std::uint8_t* out = nullptr;
  const std::size_t size =
      afl_custom_fuzz(state.get(), input.data(), input.size(), &out,
                      other.empty() ? nullptr : other.data(), other.size(), most);
  EXPECT_LE(size, std::max<std::size_t>(most, 1));
  return {out, out + size};
}

TEST(AflMutator, GivesInputsOfEverySizeAndNeverAnEmptyOne) {
  const State mutator = state(1);
  for (const std::size_t most : {1u, 2u, 16u, 1u << 20}) {
    for (const std::size_t size : {0u, 1u, 2u, 16u, 70'000u}) {
      for (int i = 0; i < 50; ++i) {
        const Input result = mutation(mutator, Input(size, 7), Input(std::size_t(i % 3), 9), most);
        ASSERT_FALSE(result.empty());
      }
    }
  }
}

TEST(AflMutator, IsAFunctionOfItsSeed) {
  const State a = state(3);
  const State b = state(3);
  const State c = state(4);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const Input of_a = mutation(a, {1, 2, 3, 4}, {5, 6}, 64);
    EXPECT_EQ(of_a, mutation(b, {1, 2, 3, 4}, {5, 6}, 64));
    differs |= of_a != mutation(c, {1, 2, 3, 4}, {5, 6}, 64);
  }
  EXPECT_TRUE(differs);
}

TEST(AflMutator, MutatesAndCrossesOver) {
  const State mutator = state(5);
  std::set<Input> results;
  bool crossed = false;
  for (int i = 0; i < 200; ++i) {
    const Input result = mutation(mutator, {1, 1, 1, 1}, {2, 2, 2, 2}, 64);
    // No mutation of one byte makes this of the first input.
    crossed |= result == Input{1, 1, 2, 2};
    results.insert(result);
  }
  EXPECT_TRUE(crossed);
  EXPECT_GT(results.size(), 50u);
}

}  // namespace
