#include "harness/reference/kernels/decode_view.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <span>

#include "harness/reference/admit.h"
#include "harness/reference/binary32.h"
#include "harness/reference/bit_string.h"
#include "harness/reference/format.h"
#include "harness/reference/kernels/kernel_float_environment.h"

namespace grit::reference::kernels {
namespace {

constexpr std::size_t kChunk =
    1024;  // codes unpacked at a time; of each width a whole number of bytes

// The values of all codes of a format of at most 8 bits.
using ValueTable = std::array<std::uint32_t, 256>;
ValueTable values_of(FormatWord word) {
  ValueTable table;
  for (std::uint32_t code = 0; code < table.size(); ++code)
    table[code] = *decode_format(word, code);
  return table;
}

// Codes of kWidth bits, one after another in bytes; the last may be cut off.
template <unsigned kWidth, BitOrder kOrder>
void unpack(std::span<const std::byte> from, std::span<std::uint8_t> codes) {
  constexpr unsigned kPerByte = 8 / kWidth;
  constexpr unsigned kMask = (1U << kWidth) - 1;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto place = static_cast<unsigned>(i % kPerByte);
    const unsigned shift = kWidth * (kOrder == BitOrder::kLsb ? place : kPerByte - 1 - place);
    codes[i] =
        static_cast<std::uint8_t>(std::to_integer<unsigned>(from[i / kPerByte]) >> shift & kMask);
  }
}

// Four codes of six bits in three bytes.
template <BitOrder kOrder>
void unpack6(std::span<const std::byte> from, std::span<std::uint8_t> codes) {
  for (std::size_t i = 0; i < codes.size(); i += 4) {
    unsigned bits = 0;
    for (std::size_t byte = 0; byte < 3; ++byte) {
      // Bytes that the last codes do not reach into need not be there.
      const std::size_t at = i / 4 * 3 + byte;
      const unsigned value = at < from.size() ? std::to_integer<unsigned>(from[at]) : 0;
      bits |= value << 8 * (kOrder == BitOrder::kLsb ? byte : 2 - byte);
    }
    for (std::size_t j = 0; j < 4 && i + j < codes.size(); ++j) {
      const std::size_t shift = 6 * (kOrder == BitOrder::kLsb ? j : 3 - j);
      codes[i + j] = static_cast<std::uint8_t>(bits >> shift & 63);
    }
  }
}

void unpack_padded(std::span<const std::byte> from, unsigned width, std::span<std::uint8_t> codes) {
  const unsigned mask = (1U << width) - 1;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = static_cast<std::uint8_t>(std::to_integer<unsigned>(from[i]) & mask);
  }
}

using Unpack = void (*)(std::span<const std::byte> from, std::span<std::uint8_t> codes);
Unpack unpack_of(const CodeLayout& layout) {
  const bool lsb = layout.order == BitOrder::kLsb;
  switch (layout.width) {
    case 2:
      return lsb ? unpack<2, BitOrder::kLsb> : unpack<2, BitOrder::kMsb>;
    case 4:
      return lsb ? unpack<4, BitOrder::kLsb> : unpack<4, BitOrder::kMsb>;
    case 6:
      return lsb ? unpack6<BitOrder::kLsb> : unpack6<BitOrder::kMsb>;
    default:
      return unpack<8, BitOrder::kLsb>;
  }
}

// What a group's elements are computed with: x = S e, S (e - z) or S e - Z (spec §11.5).
enum class Formula : std::uint8_t { kScaled, kShared, kOwnScale };
struct Group {
  std::uint32_t scale = 0;
  std::uint32_t zero = 0;  // z or Z
};

float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t canonical(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return is_nan32(bits) ? kNan32 : bits;
}

template <Formula kFormula>
std::uint32_t element(float scale, float zero, float value) {
  if constexpr (kFormula == Formula::kScaled) return canonical(scale * value);
  if constexpr (kFormula == Formula::kShared) return canonical(scale * (value - zero));
  return canonical(scale * value - zero);
}

// The elements of a part of one group. With the machine's arithmetic: the caller has seen to the
// environment, and this is not to be inlined into what sets it.
template <Formula kFormula>
[[gnu::noinline]] void compute(const Group& group, const ValueTable& values,
                               std::span<const std::uint8_t> codes, std::uint32_t* out) {
  const float scale = as_float(group.scale);
  const float zero = as_float(group.zero);
  if (codes.size() >= 32) {
    // With few codes the products are fewer than the elements.
    const std::uint8_t most = *std::ranges::max_element(codes);
    if (most < 16) {
      std::array<std::uint32_t, 16> products;
      for (std::size_t code = 0; code < products.size(); ++code) {
        products[code] = element<kFormula>(scale, zero, as_float(values[code]));
      }
      for (std::size_t i = 0; i < codes.size(); ++i) out[i] = products[codes[i]];
      return;
    }
  }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    out[i] = element<kFormula>(scale, zero, as_float(values[codes[i]]));
  }
}

// Scales and zero points by level-0 group.
class Groups {
 public:
  Groups(const Descriptor& descriptor, const Planes& planes)
      : d_(descriptor),
        planes_(planes),
        scale0_(layout_values(Plane::kScale0, descriptor.scale0)),
        zero_(has_zero() ? layout_values(Plane::kAux, descriptor.zp_fmt) : CodeValues{}) {}

  Formula formula() const {
    if (!has_zero()) return Formula::kScaled;
    return own_scale() ? Formula::kOwnScale : Formula::kShared;
  }

  Group operator()(std::uint64_t index) {
    Group group{.scale = value(scale0_, Plane::kScale0, d_.scale0, index), .zero = 0};
    if (d_.n_levels == 2) {
      enter_level1(level1_group(d_, index));
      group.scale = multiply32(level1_scale_, group.scale);
    }
    if (has_zero()) {
      group.zero = value(zero_, Plane::kAux, d_.zp_fmt, index);
      if ((d_.flags & kFlagZpMinus1) != 0) group.zero = add32(group.zero, kOne32);
      if (own_scale()) group.zero = multiply32(level1_minimum_, group.zero);
    }
    return group;
  }

 private:
  struct CodeValues {
    CodeLayout layout;
    std::optional<ValueTable> table;  // of formats of at most 8 bits
  };

  bool has_zero() const { return (d_.flags & kFlagHasZp) != 0; }
  bool own_scale() const { return (d_.flags & kFlagZpL1Scaled) != 0; }

  CodeValues layout_values(Plane plane, FormatWord word) const {
    CodeValues values{.layout = code_layout(d_, plane), .table = {}};
    if (word.width() <= 8) values.table = values_of(word);
    return values;
  }

  std::uint32_t value(const CodeValues& values, Plane plane, FormatWord word,
                      std::uint64_t index) const {
    const auto& bytes = planes_[static_cast<std::size_t>(plane)];
    const std::uint32_t code = code_at(bytes, values.layout, index);
    return values.table ? (*values.table)[code] : *decode_format(word, code);
  }

  void enter_level1(std::uint64_t index) {
    if (level1_ == index) return;
    level1_ = index;
    const CodeValues plain{.layout = code_layout(d_, Plane::kScale1), .table = {}};
    const std::uint64_t each = own_scale() ? 2 : 1;
    level1_scale_ = value(plain, Plane::kScale1, d_.scale1, each * index);
    if (own_scale()) level1_minimum_ = value(plain, Plane::kScale1, d_.scale1, each * index + 1);
  }

  const Descriptor& d_;
  const Planes& planes_;
  CodeValues scale0_;
  CodeValues zero_;
  std::optional<std::uint64_t> level1_;
  std::uint32_t level1_scale_ = 0;
  std::uint32_t level1_minimum_ = 0;
};

void compute(Formula formula, const Group& group, const ValueTable& values,
             std::span<const std::uint8_t> codes, std::uint32_t* out) {
  switch (formula) {
    case Formula::kScaled:
      return compute<Formula::kScaled>(group, values, codes, out);
    case Formula::kShared:
      return compute<Formula::kShared>(group, values, codes, out);
    case Formula::kOwnScale:
      return compute<Formula::kOwnScale>(group, values, codes, out);
  }
}

constexpr bool machine_has_kernels() {
#if defined(__x86_64__) || defined(__aarch64__)
  return true;
#else
  return false;  // binary32 of the machine may be wider than it says
#endif
}

bool covered(const Descriptor& descriptor) {
  const unsigned width = descriptor.elem.width();
  return machine_has_kernels() && (descriptor.flags & kFlagSparse) == 0 && width <= 8 &&
         width % 2 == 0;
}

std::vector<std::uint32_t> dense_values(const Descriptor& descriptor, const PlaneOrder& order,
                                        const Planes& planes) {
  std::vector<std::uint32_t> out(static_cast<std::size_t>(order.elements));
  if (out.empty()) return out;
  const auto& data = planes[static_cast<std::size_t>(Plane::kData)];
  const CodeLayout layout = code_layout(descriptor, Plane::kData);
  const ValueTable values = values_of(descriptor.elem);
  Groups groups(descriptor, planes);
  const Formula formula = groups.formula();
  std::array<std::uint8_t, kChunk> room;
  Group group;
  std::size_t left_of_group = 0;
  std::uint64_t next_group = 0;
  const KernelFloatEnvironment environment(Subnormals::kNeeded);
  for (std::size_t begin = 0; begin < out.size(); begin += kChunk) {
    const std::span<std::uint8_t> codes =
        std::span(room).first(std::min(kChunk, out.size() - begin));
    const auto bytes = data.subspan(begin * layout.stride / 8);
    if (layout.stride == layout.width) {
      unpack_of(layout)(bytes, codes);
    } else {
      unpack_padded(bytes, layout.width, codes);
    }
    for (std::size_t at = 0; at < codes.size();) {
      if (left_of_group == 0) {
        group = groups(next_group++);
        left_of_group = descriptor.k0;
      }
      const std::size_t count = std::min(left_of_group, codes.size() - at);
      compute(formula, group, values, codes.subspan(at, count), out.data() + begin + at);
      at += count;
      left_of_group -= count;
    }
  }
  return out;
}

}  // namespace

std::expected<std::vector<std::uint32_t>, Refusal> decode_view(const View& view) {
  if (!covered(view.descriptor)) return reference::decode_view(view);
  const auto admitted = admit(view, {.decodable = true});
  if (!admitted) return std::unexpected(admitted.error());
  PlaneBuffers storage;
  const Planes planes =
      to_plane_order(admitted->form, view.descriptor, admitted->order, view.planes, storage);
  return in_logical_order(dense_values(view.descriptor, admitted->order, planes), view.descriptor,
                          view.shape, admitted->order);
}

}  // namespace grit::reference::kernels
