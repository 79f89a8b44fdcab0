#include "harness/reference/kernels/streaming.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace grit::reference::kernels {
namespace {

TEST(Streaming, StartsAboveHalfOfTheLastCache) {
  EXPECT_EQ(streaming_threshold(std::size_t{32} << 20), std::size_t{16} << 20);
  EXPECT_EQ(streaming_threshold(3), 1u);
}

TEST(Streaming, TheLastCacheHasABelievableSize) {
  EXPECT_GE(last_level_cache_bytes(), std::size_t{256} << 10);
  EXPECT_LE(last_level_cache_bytes(), std::size_t{1} << 30);
}

TEST(Streaming, CopiesToAnyAddressAndNowhereElse) {
  constexpr std::uint32_t kMark = 0xDEADBEEF;
  for (std::size_t length = 0; length <= 70; ++length) {
    std::vector<std::uint32_t> from(length);
    for (std::size_t i = 0; i < length; ++i) from[i] = static_cast<std::uint32_t>(1000 + i);
    for (std::size_t offset = 0; offset < 16; ++offset) {
      std::vector<std::uint32_t> expected(length + 32, kMark);
      std::ranges::copy(from, expected.begin() + static_cast<std::ptrdiff_t>(offset));
      std::vector<std::uint32_t> to(length + 32, kMark);
      stream_copy(from, to.data() + offset);
      streaming_fence();
      EXPECT_EQ(to, expected) << length << " words to +" << offset;
    }
  }
}

}  // namespace
}  // namespace grit::reference::kernels
