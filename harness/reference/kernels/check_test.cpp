#include "harness/reference/kernels/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <vector>

#include "harness/reference/registry.h"
#include "harness/reference/sizes.h"

namespace grit::reference::kernels {
namespace {

using Bytes = std::array<std::byte, kDescriptorBytes>;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

Status reference_status(const Bytes& descriptor, Shape shape, const PlaneLengths& lengths) {
  return check({.descriptor = descriptor, .shape = shape, .grades = {}}, lengths).status;
}

// The lengths that the descriptor implies, as far as they are lengths; zeros where there are none.
PlaneLengths implied(const Bytes& descriptor, Shape shape) {
  PlaneLengths lengths{};
  if (const auto sized = sizes(parse_descriptor(descriptor), shape)) {
    if (const auto narrow = to_i64(*sized)) {
      for (std::size_t i = 0; i < kPlaneCount; ++i) lengths[i] = (*narrow)[4 + i];
    }
  }
  return lengths;
}

testing::AssertionResult agree(const Bytes& descriptor, Shape shape, const PlaneLengths& lengths) {
  const Status expected = reference_status(descriptor, shape, lengths);
  const auto wrong = std::ranges::find_if(all_isas(), [&](Isa isa) {
    return supported(isa) && check_status(descriptor, shape, lengths, isa) != expected;
  });
  if (wrong == all_isas().end()) return testing::AssertionSuccess();
  auto failure = testing::AssertionFailure()
                 << isa_name(*wrong) << ": "
                 << status_name(check_status(descriptor, shape, lengths, *wrong)) << " instead of "
                 << status_name(expected) << "; bytes";
  for (const std::byte byte : descriptor) failure << ' ' << std::to_integer<int>(byte);
  failure << "; shape";
  for (const std::int64_t extent : shape) failure << ' ' << extent;
  failure << "; lengths";
  for (const std::int64_t length : lengths) failure << ' ' << length;
  return failure;
}

const std::vector<std::vector<std::int64_t>> kShapes = {
    {},
    {0},
    {16},
    {32},
    {256},
    {256, 3},
    {512, 0, 7},
    {512, kMost, 7, 0},
    {1, 1, 256, 1},
    {4096, 4096},
    {-256},
    {256, -1},
    {kMost},
    {kMost - 255},               // a multiple of 256
    {std::int64_t{1} << 62},     // a product of 2^62 alone,
    {std::int64_t{1} << 62, 2},  // of 2^63,
    {std::int64_t{1} << 62, 4},  // of 2^64, which wraps to 0,
    {std::int64_t{1} << 32, std::int64_t{1} << 32, 256},
    {std::int64_t{1} << 62, 4, 0},
    {256, 1, 1, 1, 1, 1, 1, 3},
    {std::numeric_limits<std::int64_t>::min()},
};

TEST(CheckKernel, EveryValueOfEveryByteOfEveryGrade) {
  for (const RegistryEntry& entry : registry()) {
    const Bytes canonical = to_bytes(canonical_descriptor(entry.grade));
    for (const auto& shape : kShapes) {
      const PlaneLengths lengths = implied(canonical, shape);
      for (std::size_t at = 0; at < kDescriptorBytes; ++at) {
        Bytes changed = canonical;
        for (int value = 0; value < 256; ++value) {
          changed[at] = static_cast<std::byte>(value);
          ASSERT_TRUE(agree(changed, shape, lengths)) << entry.name << ", byte " << at;
        }
      }
    }
  }
}

TEST(CheckKernel, LengthsAroundTheRightOnes) {
  std::size_t ok = 0;
  for (const RegistryEntry& entry : registry()) {
    const Bytes canonical = to_bytes(canonical_descriptor(entry.grade));
    for (const auto& shape : kShapes) {
      const PlaneLengths right = implied(canonical, shape);
      ASSERT_TRUE(agree(canonical, shape, right)) << entry.name;
      ok += check_status(canonical, shape, right) == Status::kOk;
      for (std::size_t plane = 0; plane < kPlaneCount; ++plane) {
        for (const std::int64_t change :
             {std::int64_t{-1}, std::int64_t{1}, std::int64_t{4}, std::int64_t{1} << 60,
              std::numeric_limits<std::int64_t>::min()}) {
          PlaneLengths wrong = right;
          wrong[plane] = static_cast<std::int64_t>(static_cast<std::uint64_t>(wrong[plane]) +
                                                   static_cast<std::uint64_t>(change));
          ASSERT_TRUE(agree(canonical, shape, wrong)) << entry.name << ", plane " << plane;
        }
      }
    }
  }
  EXPECT_GE(ok, registry().size() * 8);  // and so not only refusals have been compared
}

// Placement words of every class, fields of other grades, axes: several changes at a time.
TEST(CheckKernel, RandomChanges) {
  std::mt19937_64 random(1);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  std::array<std::size_t, 5> seen{};
  constexpr std::array<Placement, 12> kWords = {
      kUnspecified, kRowMajor,          kColMajor,          kSwizzle128x4B,
      kTile16x16,   kBlockAos,          kLinearMeta,        kMetaM16N8K32,
      kPackK4_12B,  0x8000000000000123, 0xF000000000000000, 0x1000000000000006};
  for (int round = 0; round < 600'000; ++round) {
    const RegistryEntry& entry = registry()[below(registry().size())];
    const RegistryEntry& other = registry()[below(registry().size())];
    Bytes bytes = to_bytes(canonical_descriptor(entry.grade));
    const Bytes others = to_bytes(canonical_descriptor(other.grade));
    std::vector<std::int64_t> shape(below(5));
    for (std::int64_t& extent : shape) {
      constexpr std::array<std::int64_t, 8> kExtents = {1,   16, 32,  64,
                                                        256, 0,  -32, std::int64_t{1} << 40};
      extent = kExtents[below(below(4) == 0 ? 8 : 5)];
    }
    const auto axis = static_cast<std::byte>(random() % 4);
    bytes[16] = axis;
    const PlaneLengths lengths = implied(bytes, shape);
    for (std::uint64_t changes = random() % 4; changes > 0; --changes) {
      switch (random() % 4) {
        case 0:
          bytes[below(kDescriptorBytes)] = static_cast<std::byte>(random() & 0xFF);
          break;
        case 1: {
          const std::size_t at = 32 + 8 * below(3);
          Placement word = kWords[below(kWords.size())];
          if (random() % 8 == 0) word ^= std::uint64_t{1} << random() % 64;
          for (std::size_t i = 0; i < 8; ++i) {
            bytes[at + i] = static_cast<std::byte>(word >> (8 * i) & 0xFF);
          }
          break;
        }
        case 2: {
          const std::size_t at = 8 * below(8);
          std::copy_n(others.begin() + static_cast<std::ptrdiff_t>(at), 8,
                      bytes.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        }
        default:
          bytes[17] =
              static_cast<std::byte>(random() % 2 * 0xFF);  // axes from 2^15 up are negative
      }
    }
    ASSERT_TRUE(agree(bytes, shape, lengths)) << entry.name;
    ++seen[static_cast<std::size_t>(check_status(bytes, shape, lengths))];
  }
  for (const Status status :
       {Status::kOk, Status::kSizeMismatch, Status::kGradeUnknown, Status::kPlacementUnknown}) {
    EXPECT_GT(seen[static_cast<std::size_t>(status)], 10'000u) << status_name(status);
  }
}

// Lengths that would fit if the equations were worked out carelessly. By hand: Q4KS has a half byte
// an element, a byte a group of 32 for scale0 and aux, and 4 bytes for 256 elements.
TEST(CheckKernel, LengthsThatOnlyCarelessSizesFit) {
  Bytes q4ks = to_bytes(canonical_descriptor(GradeName::kQ4ks));
  const auto mismatch = [&](Shape shape, const PlaneLengths& lengths) {
    EXPECT_EQ(check_status(q4ks, shape, lengths), Status::kSizeMismatch);
    EXPECT_TRUE(agree(q4ks, shape, lengths));
  };
  constexpr std::int64_t k1 = 1;
  // 2^63 elements, one more than there may be.
  mismatch(std::array{k1 << 62, 2 * k1}, {k1 << 62, k1 << 58, k1 << 57, k1 << 58});
  // 2^64, which wraps to none at all.
  mismatch(std::array{k1 << 62, 4 * k1}, {0, 0, 0, 0});
  // A group, but no eight of them.
  mismatch(std::array{32 * k1}, {16, 1, 0, 1});
  // Axis -2^15, which is 2^15 without its sign, and an axis of this shape.
  std::vector<std::int64_t> deep((std::size_t{1} << 15) + 1, 1);
  deep.back() = 256;
  q4ks[16] = std::byte{0x00};
  q4ks[17] = std::byte{0x80};
  mismatch(deep, {128, 8, 4, 8});
}

TEST(CheckKernel, ManyAreEachAsOne) {
  std::vector<Bytes> descriptors;
  std::vector<Shape> shapes;
  std::vector<PlaneLengths> lengths;
  std::vector<Status> expected;
  for (const RegistryEntry& entry : registry()) {
    for (const auto& shape : kShapes) {
      for (const std::size_t at : {std::size_t{0}, std::size_t{40}, std::size_t{28}}) {
        Bytes bytes = to_bytes(canonical_descriptor(entry.grade));
        bytes[at] ^= std::byte{0x40};
        descriptors.push_back(bytes);
        shapes.emplace_back(shape);
        lengths.push_back(implied(bytes, shape));
        expected.push_back(reference_status(bytes, shape, lengths.back()));
      }
    }
  }
  for (const Isa isa : all_isas()) {
    if (!supported(isa)) continue;
    std::vector<Status> statuses(descriptors.size(), Status::kDigestMismatch);
    check_many({descriptors, shapes, lengths}, statuses, isa);
    EXPECT_EQ(statuses, expected) << isa_name(isa);
  }
}

}  // namespace
}  // namespace grit::reference::kernels
