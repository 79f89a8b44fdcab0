#include "harness/vectors/descriptor_bytes.h"

#include <utility>

namespace grit::vectors {
namespace {

std::uint64_t field(const protocol::DescriptorBytes& descriptor, std::size_t offset,
                    std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) {
    value = value << 8 | std::to_integer<std::uint64_t>(descriptor[offset + i]);
  }
  return value;
}

}  // namespace

void set_field(protocol::DescriptorBytes& descriptor, std::size_t offset, std::size_t size,
               std::uint64_t value) {
  for (std::size_t i = 0; i < size; ++i) {
    descriptor[offset + i] = static_cast<std::byte>(value >> 8 * i & 0xFF);
  }
}

protocol::DescriptorRequest descriptor_request(const protocol::DescriptorBytes& descriptor,
                                               std::string grade) {
  return {std::move(grade),
          static_cast<std::int16_t>(field(descriptor, 16, 2)),
          static_cast<std::uint32_t>(field(descriptor, 28, 4)),
          {field(descriptor, 32, 8), field(descriptor, 40, 8), field(descriptor, 48, 8)}};
}

}  // namespace grit::vectors
