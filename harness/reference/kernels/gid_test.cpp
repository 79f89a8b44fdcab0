#include "harness/reference/kernels/gid.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "harness/reference/allocation_counter.h"
#include "harness/reference/registry.h"

namespace grit::reference::kernels {
namespace {

using Bytes = std::array<std::byte, kDescriptorBytes>;

testing::AssertionResult agree(const Bytes& descriptor, std::string_view text, Shape shape) {
  if (gid(descriptor, text, shape) == reference::gid(descriptor, text, shape)) {
    return testing::AssertionSuccess();
  }
  auto failure = testing::AssertionFailure() << "another gid under " << text << "; bytes";
  for (const std::byte byte : descriptor) failure << ' ' << std::to_integer<int>(byte);
  failure << "; shape";
  for (const std::int64_t extent : shape) failure << ' ' << extent;
  return failure;
}

const std::vector<std::vector<std::int64_t>> kShapes = {
    {},
    {0},
    {32},
    {4096, 4096},
    {1, 256, 3},
    {-1},
    {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()},
    std::vector<std::int64_t>(255, 7),
    std::vector<std::int64_t>(256, 0)};

// The published gids of the six grades for a shape, as spec §7 prints them, are in
// fingerprint_test.cpp; here the reference, which those hold, is the oracle.
TEST(GidKernel, EveryValueOfEveryByteOfEveryRegisteredFrame) {
  for (const RegistryEntry& entry : registry()) {
    const Bytes canonical = to_bytes(canonical_descriptor(entry.grade));
    for (std::size_t at = 0; at < kDescriptorBytes; ++at) {
      Bytes changed = canonical;
      for (int value = 0; value < 256; ++value) {
        changed[at] = static_cast<std::byte>(value);
        ASSERT_TRUE(agree(changed, entry.canonical, kShapes[3])) << entry.name << ", byte " << at;
      }
    }
  }
}

TEST(GidKernel, EveryShapeAndAxis) {
  for (const RegistryEntry& entry : registry()) {
    for (int axis = -2; axis < 12; ++axis) {
      Descriptor descriptor = canonical_descriptor(entry.grade);
      descriptor.group_axis = static_cast<std::int16_t>(axis);
      for (const auto& shape : kShapes) {
        ASSERT_TRUE(agree(to_bytes(descriptor), entry.canonical, shape)) << entry.name;
      }
    }
  }
}

TEST(GidKernel, ExtentsOfEveryPatternOfZeroBytes) {
  const Bytes descriptor = to_bytes(canonical_descriptor(GradeName::kMxfp4));
  for (unsigned pattern = 0; pattern < 256; ++pattern) {
    std::uint64_t value = 0;
    for (unsigned byte = 0; byte < 8; ++byte) {
      if ((pattern >> byte & 1) != 0) value |= std::uint64_t{0x80 + byte} << 8 * byte;
    }
    const std::array shape{static_cast<std::int64_t>(value), std::int64_t{0},
                           static_cast<std::int64_t>(value)};
    ASSERT_TRUE(agree(descriptor, kRegistry[0].canonical, shape));
  }
}

// A grade_id of one grade under the text of another, and texts of nobody.
TEST(GidKernel, AnyTextUnderAnyFrame) {
  std::vector<std::string> texts = {"", "grit1()", std::string(1000, 'x'), std::string("a\0b", 3)};
  for (const RegistryEntry& entry : registry()) {
    texts.emplace_back(entry.canonical);
    texts.emplace_back(entry.canonical.substr(1));
  }
  for (const RegistryEntry& entry : registry()) {
    for (const std::string& text : texts) {
      ASSERT_TRUE(agree(to_bytes(canonical_descriptor(entry.grade)), text, kShapes[3]));
    }
  }
  ASSERT_TRUE(agree(Bytes{}, "", {}));
}

TEST(GidKernel, RandomFramesWithRunsOfZeros) {
  std::mt19937_64 random(1);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  for (int round = 0; round < 100'000; ++round) {
    const RegistryEntry& entry = registry()[below(registry().size())];
    Bytes bytes = to_bytes(canonical_descriptor(entry.grade));
    for (std::size_t changes = below(5); changes > 0; --changes) {
      const std::size_t begin = below(kDescriptorBytes);
      const std::size_t end = begin + 1 + below(kDescriptorBytes - begin);
      const auto value = static_cast<std::byte>(below(3) == 0 ? random() & 0xFF : 0);
      for (std::size_t i = begin; i < end; ++i) bytes[i] = value;
    }
    ASSERT_TRUE(agree(bytes, entry.canonical, kShapes[below(7)]));
  }
}

TEST(GidKernel, NothingIsAllocated) {
  const Bytes descriptor = to_bytes(canonical_descriptor(GradeName::kQ4ks));
  const std::uint64_t before = allocation_count();
  const Gid made = gid(descriptor, kRegistry[1].canonical, kShapes[3]);
  EXPECT_EQ(allocation_count(), before);
  EXPECT_EQ(made, reference::gid(descriptor, kRegistry[1].canonical, kShapes[3]));
}

}  // namespace
}  // namespace grit::reference::kernels
