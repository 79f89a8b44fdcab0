#include "harness/vectors/arrays.h"

#include <optional>
#include <utility>

namespace grit::vectors {
namespace {

constexpr std::array<std::string_view, 6> kShortNames = {"mxfp4", "q4ks",      "nvf4",
                                                         "i8s24", "mxfp4_rne", "nvf4_rtz"};

// The six ways to choose two of four positions, as a nibble of metadata with ascending indices
// (spec §8.5.1).
constexpr std::array<unsigned, 6> kAscendingCells = {0x4, 0x8, 0xC, 0x9, 0xD, 0xE};

}  // namespace

Layout layout(GradeName grade) {
  switch (grade) {
    case GradeName::kMxfp4:
    case GradeName::kMxfp4Rne:
      return Layout::kMxfp4;
    case GradeName::kQ4ks:
      return Layout::kQ4ks;
    case GradeName::kNvf4:
    case GradeName::kNvf4Rtz:
      return Layout::kNvf4;
    case GradeName::kI8s24:
      return Layout::kI8s24;
  }
  return Layout::kMxfp4;
}

std::string_view short_name(GradeName grade) {
  return kShortNames[static_cast<std::size_t>(grade)];
}

std::string_view registry_name(GradeName grade) { return reference::registry_entry(grade).name; }

std::int64_t block(GradeName grade) {
  switch (layout(grade)) {
    case Layout::kMxfp4:
      return 32;
    case Layout::kQ4ks:
      return 256;
    case Layout::kNvf4:
      return 16;
    case Layout::kI8s24:
      return 32;
  }
  return 0;
}

std::int64_t axis_unit(GradeName grade) { return layout(grade) == Layout::kNvf4 ? 16 : 32; }

std::array<std::uint64_t, 4> plane_lengths(GradeName grade, std::uint64_t numel) {
  switch (layout(grade)) {
    case Layout::kMxfp4:
      return {numel / 2, numel / 32, 0, 0};
    case Layout::kQ4ks:
      return {numel / 2, numel / 32, numel / 256 * 4, numel / 32};
    case Layout::kNvf4:
      return {numel / 2, numel / 16, 4, 0};
    case Layout::kI8s24:
      return {numel / 2, numel / 32 * 2, 0, numel / 8};
  }
  return {};
}

Array make_array(GradeName grade, protocol::Shape shape, std::size_t axis) {
  Array array{grade, reference::canonical_descriptor(grade), std::move(shape), {}};
  array.descriptor.group_axis = static_cast<std::int16_t>(axis);
  const auto lengths = plane_lengths(grade, element_count(array.shape));
  for (std::size_t plane = 0; plane < lengths.size(); ++plane) {
    array.plane_bytes[plane] = static_cast<std::int64_t>(lengths[plane]);
  }
  return array;
}

Array random_array(Random& random, GradeName grade) {
  protocol::Shape shape(static_cast<std::size_t>(random.between(1, 4)));
  for (std::int64_t& extent : shape) extent = random.between(1, 3);
  const auto axis = static_cast<std::size_t>(random.below(shape.size()));
  shape[axis] *= axis_unit(grade);
  // Level-1 groups of Q4KS take eight groups, along the axis or from line to line.
  if (layout(grade) == Layout::kQ4ks) {
    shape[static_cast<std::size_t>(random.below(shape.size()))] *= 8;
  }
  Array array = make_array(grade, std::move(shape), axis);
  if (random.chance(1, 2)) array.descriptor.note = static_cast<std::uint32_t>(random.next());
  return array;
}

protocol::Planes random_planes(Random& random, GradeName grade, std::uint64_t numel) {
  const auto lengths = plane_lengths(grade, numel);
  protocol::Planes planes;
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    planes[plane].resize(static_cast<std::size_t>(lengths[plane]));
    random.fill(planes[plane]);
  }
  if (layout(grade) == Layout::kI8s24) {
    for (std::byte& byte : planes[3]) {
      const unsigned low = random.pick(kAscendingCells);
      const unsigned high = random.pick(kAscendingCells);
      byte = static_cast<std::byte>(low | high << 4);
    }
  }
  return planes;
}

protocol::CheckRequest check_request(const Array& array) {
  const protocol::DescriptorBytes bytes = reference::to_bytes(array.descriptor);
  return {.level = 1,
          .desc = {bytes.begin(), bytes.end()},
          .shape = array.shape,
          .plane_bytes = array.plane_bytes,
          .planes = std::nullopt,
          .digest = std::nullopt};
}

std::uint64_t element_count(std::span<const std::int64_t> shape) {
  std::uint64_t product = 1;
  for (const std::int64_t extent : shape) {
    if (extent == 0) return 0;
    product *= static_cast<std::uint64_t>(extent);
  }
  return product;
}

}  // namespace grit::vectors
