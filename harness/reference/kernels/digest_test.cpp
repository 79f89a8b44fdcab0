#include "harness/reference/kernels/digest.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace grit::reference::kernels {
namespace {

TEST(DigestKernels, TheReferencesDigestOnEveryInstructionSet) {
  std::mt19937_64 random(7);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  std::vector<std::byte> bytes(20000);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 0xFF);
  for (int round = 0; round < 200; ++round) {
    Planes planes;
    for (auto& plane : planes) {
      const std::size_t length = below(4) == 0 ? 0 : below(5000);
      plane = std::span(bytes).subspan(below(15000), length);
    }
    const Digest expected = reference::digest(planes);
    for (const Isa isa : all_isas()) {
      if (!supported(isa)) continue;
      EXPECT_EQ(digest(planes, isa), expected) << isa_name(isa);
    }
  }
}

}  // namespace
}  // namespace grit::reference::kernels
