#include "harness/reference/bit_string.h"

#include <algorithm>

namespace grit::reference {
namespace {

constexpr unsigned kPaddedBits = 8;

CodeLayout padded(FormatWord word) {
  return {word.width(), std::max(word.width(), kPaddedBits), BitOrder::kLsb};
}

CodeLayout element_layout(const Descriptor& descriptor) {
  const FormatWord word = descriptor.elem;
  const bool pad8 = descriptor.container == static_cast<std::uint8_t>(Container::kPad8);
  if (pad8 && word.width() <= kPaddedBits) return padded(word);  // whatever po says
  const bool msb = (descriptor.flags & kFlagMsbFirst) != 0;
  return {word.width(), word.width(), msb ? BitOrder::kMsb : BitOrder::kLsb};
}

// Where bit `bit` of a string stands in its byte.
unsigned shift_of(std::uint64_t bit, BitOrder order) {
  const auto within = static_cast<unsigned>(bit % 8);
  return order == BitOrder::kMsb ? 7 - within : within;
}

// The worth, as a power of two, of the k-th bit of a code.
unsigned significance(unsigned k, const CodeLayout& layout) {
  return layout.order == BitOrder::kMsb ? layout.width - 1 - k : k;
}

}  // namespace

CodeLayout code_layout(const Descriptor& descriptor, Plane plane) {
  switch (plane) {
    case Plane::kData:
      break;
    case Plane::kScale0:
      return padded(descriptor.scale0);
    case Plane::kScale1:
      return {descriptor.scale1.width(), descriptor.scale1.width(), BitOrder::kLsb};
    case Plane::kAux:
      if ((descriptor.flags & kFlagSparse) == 0) return padded(descriptor.zp_fmt);
      const unsigned index_bits = 2u * descriptor.sp_meta_fmt;
      return {index_bits, index_bits, BitOrder::kLsb};
  }
  return element_layout(descriptor);
}

std::uint32_t code_at(std::span<const std::byte> bytes, const CodeLayout& layout,
                      std::uint64_t index) {
  const std::uint64_t first = index * layout.stride;
  std::uint32_t code = 0;
  for (unsigned k = 0; k < layout.width; ++k) {
    const std::uint64_t bit = first + k;
    const auto byte = std::to_integer<std::uint32_t>(bytes[static_cast<std::size_t>(bit / 8)]);
    code |= (byte >> shift_of(bit, layout.order) & 1u) << significance(k, layout);
  }
  return code;
}

void put_code(std::span<std::byte> bytes, const CodeLayout& layout, std::uint64_t index,
              std::uint32_t code) {
  const std::uint64_t first = index * layout.stride;
  for (unsigned k = 0; k < layout.width; ++k) {
    const std::uint64_t bit = first + k;
    const std::uint32_t value = code >> significance(k, layout) & 1u;
    bytes[static_cast<std::size_t>(bit / 8)] |=
        static_cast<std::byte>(value << shift_of(bit, layout.order));
  }
}

std::size_t code_bytes(const CodeLayout& layout, std::uint64_t codes) {
  return static_cast<std::size_t>((codes * layout.stride + 7) / 8);
}

}  // namespace grit::reference
