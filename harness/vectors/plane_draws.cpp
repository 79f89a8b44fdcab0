#include "harness/vectors/plane_draws.h"

#include "harness/vectors/binary32_draws.h"

namespace grit::vectors {

void put16(protocol::Bytes& bytes, std::size_t index, std::uint16_t value) {
  bytes[2 * index] = static_cast<std::byte>(value & 0xFF);
  bytes[2 * index + 1] = static_cast<std::byte>(value >> 8);
}

void put32(protocol::Bytes& bytes, std::size_t index, std::uint32_t value) {
  put16(bytes, 2 * index, static_cast<std::uint16_t>(value & 0xFFFF));
  put16(bytes, 2 * index + 1, static_cast<std::uint16_t>(value >> 16));
}

std::uint16_t finite_half(Random& random, unsigned high) {
  const auto exponent = static_cast<unsigned>(random.between(1, high));
  const auto fraction = static_cast<unsigned>(random.below(1024));
  const unsigned sign = random.chance(1, 2) ? 0x8000u : 0u;
  return static_cast<std::uint16_t>(sign | exponent << 10 | fraction);
}

std::uint16_t nan_half(Random& random) {
  const auto payload = static_cast<unsigned>(1 + random.below(1023));
  return static_cast<std::uint16_t>(0x7C00u | payload | (random.chance(1, 2) ? 0x8000u : 0u));
}

std::uint16_t infinite_half(Random& random) { return random.chance(1, 2) ? 0xFC00 : 0x7C00; }

std::byte plain_e4m3(Random& random) {
  for (;;) {
    const auto code = static_cast<unsigned>(random.below(256));
    if ((code & 0x7F) != 0x7F && (code & 0x7F) != 0) return static_cast<std::byte>(code);
  }
}

protocol::Planes plain_planes(Random& random, GradeName grade, std::int64_t numel) {
  protocol::Planes planes = random_planes(random, grade, static_cast<std::uint64_t>(numel));
  switch (layout(grade)) {
    case Layout::kMxfp4:
      for (std::byte& scale : planes[kScale0Plane]) {
        scale = static_cast<std::byte>(random.between(8, 248));
      }
      break;
    case Layout::kNvf4:
      for (std::byte& scale : planes[kScale0Plane]) scale = plain_e4m3(random);
      put32(planes[kScale1Plane], 0, random_binary32(random, -40, 40));
      break;
    case Layout::kQ4ks:
      for (std::byte& code : planes[kScale0Plane]) code &= std::byte{0x3F};
      for (std::byte& code : planes[kAuxPlane]) code &= std::byte{0x3F};
      for (std::size_t i = 0; i < planes[kScale1Plane].size() / 2; ++i) {
        put16(planes[kScale1Plane], i, finite_half(random, 30));
      }
      break;
    case Layout::kI8s24:
      for (std::size_t i = 0; i < planes[kScale0Plane].size() / 2; ++i) {
        put16(planes[kScale0Plane], i, finite_half(random, 30));
      }
      break;
  }
  return planes;
}

}  // namespace grit::vectors
