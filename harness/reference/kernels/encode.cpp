#include "harness/reference/kernels/encode.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "harness/reference/binary32.h"
#include "harness/reference/bytes.h"
#include "harness/reference/kernels/encode_kernels.h"
#include "harness/reference/kernels/kernel_float_environment.h"

namespace grit::reference::kernels {
namespace {

constexpr std::uint32_t k6 = 0x40C00000;    // 6
constexpr std::uint32_t k448 = 0x43E00000;  // 448
constexpr std::uint32_t kBinary32Smallest = 1;

// Spec §9.3.1, of the largest finite magnitude.
std::uint32_t tensor_scale(std::uint32_t largest) {
  if (largest == 0) return kOne32;
  return std::max(divide32(divide32(largest, k6), k448), kBinary32Smallest);
}

std::uint8_t* bytes_at(std::span<std::byte> plane, std::size_t offset) {
  return reinterpret_cast<std::uint8_t*>(plane.data()) + offset;
}

// What a chunk of `grade` has in a plane; exact because chunks are whole blocks.
std::array<std::size_t, kPlaneCount> chunk_bytes(GradeName grade) {
  switch (grade) {
    case GradeName::kMxfp4:
    case GradeName::kMxfp4Rne:
      return {64, 4, 0, 0};
    case GradeName::kNvf4:
    case GradeName::kNvf4Rtz:
      return {32, 4, 0, 0};
    case GradeName::kQ4ks:
      return {128, 8, 4, 8};
    case GradeName::kI8s24:
      return {64, 8, 0, 16};
  }
  return {};
}
constexpr std::size_t kMostChunkBytes = 128;

// What the kernel of `grade` needs of subnormal numbers for the reference's bytes.
Subnormals needed_subnormals(GradeName grade, std::uint32_t tensor_scale) {
  switch (grade) {
    case GradeName::kMxfp4:
    case GradeName::kMxfp4Rne:
      // A scale can be as small as a subnormal value; a quotient that is subnormal has the code 0.
      return Subnormals::kAsOperands;
    case GradeName::kNvf4:
    case GradeName::kNvf4Rtz: {
      // Against such a tensor scale, a block whose (bamax / 6) is subnormal has the scale 0; and
      // all other scales are at least 2^-109, so that a subnormal value has the code 0.
      constexpr std::uint32_t kLarge = 0x0D800000;  // 2^-100
      return tensor_scale >= kLarge ? Subnormals::kNotNeeded : Subnormals::kNeeded;
    }
    case GradeName::kQ4ks:
    case GradeName::kI8s24:
      // Scales are binary16, so 0 or at least 2^-24: beside them, a subnormal number is as good as
      // a zero, except that an amax which is one is not 0; that is asked of its bits.
      return Subnormals::kNotNeeded;
  }
  return Subnormals::kNeeded;
}

void encode_chunks(const EncodeKernels& kernels, GradeName grade,
                   std::span<const std::uint32_t> values, const MutablePlanes& planes) {
  const EncodeKernels::Kernel kernel = kernels.kernel(grade);
  const std::size_t chunk = encode_chunk_values(grade);
  const std::array<std::size_t, kPlaneCount> bytes = chunk_bytes(grade);
  const std::size_t whole = values.size() / chunk;

  EncodeChunks job{.values = values.data(),
                   .chunks = whole,
                   .data = bytes_at(planes[0], 0),
                   .scale0 = bytes_at(planes[1], 0),
                   .scale1 = bytes_at(planes[2], 0),
                   .aux = bytes_at(planes[3], 0)};
  if (grade == GradeName::kNvf4 || grade == GradeName::kNvf4Rtz) {
    job.tensor_scale = tensor_scale(kernels.largest_finite(values));
    store_le(job.tensor_scale, planes[2]);
  }
  const KernelFloatEnvironment environment(needed_subnormals(grade, job.tensor_scale));
  if (whole != 0) kernel(job);

  // Blocks that fill no chunk, with zeros behind them.
  const std::span<const std::uint32_t> rest = values.subspan(whole * chunk);
  if (rest.empty()) return;
  std::array<std::uint32_t, kMostChunkValues> padded{};
  std::array<std::array<std::byte, kMostChunkBytes>, kPlaneCount> encoded;
  std::ranges::copy(rest, padded.begin());
  kernel({.values = padded.data(),
          .chunks = 1,
          .tensor_scale = job.tensor_scale,
          .data = bytes_at(encoded[0], 0),
          .scale0 = bytes_at(encoded[1], 0),
          .scale1 = bytes_at(encoded[2], 0),
          .aux = bytes_at(encoded[3], 0)});
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (bytes[i] == 0) continue;
    const std::span<std::byte> left = planes[i].subspan(whole * bytes[i]);
    std::ranges::copy_n(encoded[i].begin(), static_cast<std::ptrdiff_t>(left.size()), left.begin());
  }
}

}  // namespace

std::expected<void, EncodeError> encode_into(GradeName grade, std::span<const std::uint32_t> values,
                                             const MutablePlanes& planes,
                                             const EncodeOptions& options) {
  const EncodeKernels* kernels = encode_kernels(options.isa);
  if (kernels == nullptr) return reference::encode_into(grade, values, planes);
  const auto lengths = encoded_lengths(grade, values.size());
  if (!lengths) return std::unexpected(lengths.error());
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (planes[i].size() != (*lengths)[i]) return std::unexpected(EncodeError::kPlaneBytes);
  }
  encode_chunks(*kernels, grade, values, planes);
  return {};
}

}  // namespace grit::reference::kernels
