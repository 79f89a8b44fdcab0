#include "harness/reference/kernels/decode.h"

#include <algorithm>
#include <array>
#include <exception>
#include <thread>
#include <vector>

#include "harness/reference/bytes.h"
#include "harness/reference/format.h"
#include "harness/reference/kernels/decode_kernels.h"
#include "harness/reference/kernels/decode_tables.h"
#include "harness/reference/kernels/kernel_float_environment.h"
#include "harness/reference/registry.h"

namespace grit::reference::kernels {
namespace {

// Work is cut at multiples of this, which is a multiple of every block: so every part of a result
// has the alignment of the whole.
constexpr std::size_t kGrain = 256;
// Elements that are worth a thread.
constexpr std::size_t kLeastShare = 16 * kGrain;

const std::uint8_t* start_of(const Planes& planes, Plane plane) {
  return reinterpret_cast<const std::uint8_t*>(planes[static_cast<std::size_t>(plane)].data());
}

// A place in an array whose planes have been found right: what has been decoded up to there.
class Position {
 public:
  Position(GradeName grade, const Planes& planes, const DecodeKernels& kernels)
      : grade_(grade),
        kernels_(&kernels),
        data_(start_of(planes, Plane::kData)),
        scale0_(start_of(planes, Plane::kScale0)),
        scale1_(start_of(planes, Plane::kScale1)),
        aux_(start_of(planes, Plane::kAux)) {}

  // Decodes the next elements, whole blocks.
  void decode(std::size_t elements, std::uint32_t* out, Stores stores) const {
    switch (grade_) {
      case GradeName::kMxfp4:
      case GradeName::kMxfp4Rne:
        return kernels_->mxfp4({data_, scale0_, elements / 32}, out, stores);
      case GradeName::kQ4ks:
        return kernels_->q4ks({data_, scale0_, scale1_, aux_, elements / 256}, out, stores);
      case GradeName::kNvf4:
      case GradeName::kNvf4Rtz:
        return kernels_->nvf4({data_, scale0_, tensor_scale(), elements / 16}, out, stores);
      case GradeName::kI8s24:
        return kernels_->i8s24({data_, scale0_, aux_, elements / 32}, out, stores);
    }
  }

  // Goes on behind the next elements, whole blocks.
  void skip(std::size_t elements) {
    switch (grade_) {
      case GradeName::kMxfp4:
      case GradeName::kMxfp4Rne:
        data_ += elements / 2;
        scale0_ += elements / 32;
        break;
      case GradeName::kQ4ks:
        data_ += elements / 2;
        scale0_ += elements / 32;
        scale1_ += elements / 256 * 4;
        aux_ += elements / 32;
        break;
      case GradeName::kNvf4:
      case GradeName::kNvf4Rtz:
        data_ += elements / 2;
        scale0_ += elements / 16;
        break;
      case GradeName::kI8s24:
        // The one cursor of spec §8.5.4.
        data_ += stored_of_blocks(aux_, elements / 32);
        scale0_ += elements / 32 * 2;
        aux_ += elements / 32 * 4;
        break;
    }
  }

 private:
  std::uint32_t tensor_scale() const {
    const auto bytes = std::as_bytes(std::span<const std::uint8_t, 4>(scale1_, 4));
    return *decode_format(kBinary32, static_cast<std::uint32_t>(load_le(bytes)));
  }

  GradeName grade_;
  const DecodeKernels* kernels_;
  const std::uint8_t* data_;
  const std::uint8_t* scale0_;
  const std::uint8_t* scale1_;
  const std::uint8_t* aux_;
};

// Past the caches, to an address that vectors are not stored to past them: by way of a buffer.
void decode_by_buffer(Position position, std::span<std::uint32_t> out) {
  alignas(kStreamAlignment) std::array<std::uint32_t, 4 * kGrain> buffer;
  while (!out.empty()) {
    const std::size_t elements = std::min(out.size(), buffer.size());
    position.decode(elements, buffer.data(), Stores::kCached);
    stream_copy({buffer.data(), elements}, out.data());
    position.skip(elements);
    out = out.subspan(elements);
  }
}

void decode_share(const Position& position, std::span<std::uint32_t> out, bool streamed) {
  const KernelFloatEnvironment environment(Subnormals::kNeeded);
  if (!streamed) return position.decode(out.size(), out.data(), Stores::kCached);
  if (reinterpret_cast<std::uintptr_t>(out.data()) % kStreamAlignment == 0) {
    position.decode(out.size(), out.data(), Stores::kStreamed);
  } else {
    decode_by_buffer(position, out);
  }
  streaming_fence();
}

// Whether the planes are as long as spec §6 makes them for so many elements, without the
// reference's way there, which a small array would notice. What does not fit, the reference
// explains.
bool fits(GradeName grade, std::int64_t numel, const Planes& planes) {
  const RegistryEntry& entry = kRegistry[static_cast<std::size_t>(grade)];
  if (numel < 0 || numel % entry.block != 0) return false;
  const auto elements = static_cast<std::uint64_t>(numel);
  const auto are = [&](std::uint64_t data, std::uint64_t scale0, std::uint64_t scale1,
                       std::uint64_t aux) {
    return planes[0].size() == data && planes[1].size() == scale0 && planes[2].size() == scale1 &&
           planes[3].size() == aux;
  };
  switch (grade) {
    case GradeName::kMxfp4:
    case GradeName::kMxfp4Rne:
      return are(elements / 2, elements / 32, 0, 0);
    case GradeName::kNvf4:
    case GradeName::kNvf4Rtz:
      return are(elements / 2, elements / 16, 4, 0);
    case GradeName::kQ4ks:
      return are(elements / 2, elements / 32, elements / 64, elements / 32);
    case GradeName::kI8s24:
      return are(elements / 2, elements / 16, 0, elements / 8);
  }
  return false;
}

}  // namespace

std::expected<void, DecodeError> decode_into(GradeName grade, std::int64_t numel,
                                             const Planes& planes, std::span<std::uint32_t> out,
                                             const DecodeOptions& options) {
  const DecodeKernels* kernels = decode_kernels(options.isa);
  if (kernels == nullptr) return reference::decode_into(grade, numel, planes, out);
  if (!fits(grade, numel, planes)) {
    const std::expected<std::size_t, DecodeError> count = validate_decode(grade, numel, planes);
    if (!count) return std::unexpected(count.error());
  }
  if (out.size() != static_cast<std::uint64_t>(numel)) {
    return std::unexpected(DecodeError::kOutputLength);
  }

  const bool streamed = out.size_bytes() > options.stream_above_bytes;
  const std::size_t most = std::max<std::size_t>(options.threads, 1);
  const std::size_t shares = std::clamp<std::size_t>(out.size() / kLeastShare, 1, most);
  const std::size_t share =
      shares == 1 ? out.size() : (out.size() / shares + kGrain - 1) / kGrain * kGrain;
  Position position(grade, planes, *kernels);
  std::vector<std::jthread> threads;
  while (out.size() > share) {
    const Position start = position;
    const std::span<std::uint32_t> part = out.first(share);
    try {
      threads.emplace_back([=] { decode_share(start, part, streamed); });
    } catch (const std::exception&) {  // no thread to be had, or no memory for one
      decode_share(start, part, streamed);
    }
    position.skip(share);
    out = out.subspan(share);
  }
  decode_share(position, out, streamed);
  return {};
}

}  // namespace grit::reference::kernels
