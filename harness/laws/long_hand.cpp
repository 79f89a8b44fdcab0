#include "harness/laws/long_hand.h"

#include <bit>
#include <cmath>
#include <limits>

#include "harness/reference/descriptor.h"
#include "harness/reference/placement.h"

namespace grit::laws {
namespace {

using reference::Descriptor;
using reference::FormatWord;
using reference::Plane;
using reference::Shape;
using reference::View;

constexpr std::uint32_t kNan = 0x7FC00000;
constexpr std::uint32_t kInfinity = 0x7F800000;
constexpr std::uint32_t kOne = 0x3F800000;
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 20;

bool is_nan(std::uint32_t bits) { return (bits & 0x7FFFFFFF) > kInfinity; }
bool is_plane_order_word(reference::Placement word) {
  return word == reference::kRowMajor || word == reference::kLinearMeta;
}
bool has_aux(const Descriptor& d) {
  return (d.flags & (reference::kFlagSparse | reference::kFlagHasZp)) != 0;
}

// What a view's planes hold, by the clauses of spec §11.3 and §11.4.
struct Layout {
  Descriptor d;
  std::uint64_t elements = 0;
  std::uint64_t extent = 0;  // of the group axis
  bool sparse = false;
  bool zero_points = false;
  bool l1_scaled = false;
  unsigned each = 1;  // codes of scale1 for a level-1 group
  std::array<std::uint64_t, reference::kPlaneCount> codes{};
  std::array<unsigned, reference::kPlaneCount> width{};
  std::array<unsigned, reference::kPlaneCount> stride{};
  bool msb = false;
};

unsigned padded(unsigned width) { return width < 8 ? 8 : width; }

std::optional<Layout> layout_of(const View& view) {
  Layout all;
  const Descriptor& d = all.d = view.descriptor;
  all.sparse = (d.flags & reference::kFlagSparse) != 0;
  all.zero_points = (d.flags & reference::kFlagHasZp) != 0;
  all.l1_scaled = (d.flags & reference::kFlagZpL1Scaled) != 0;
  all.msb = (d.flags & reference::kFlagMsbFirst) != 0;
  all.each = all.l1_scaled ? 2 : 1;
  if (d.group_axis < 0 || static_cast<std::size_t>(d.group_axis) >= view.shape.size()) return {};
  all.elements = 1;
  for (const std::int64_t extent : view.shape) {
    if (extent < 0) return {};
    if (extent == 0) all.elements = 0;
  }
  if (all.elements != 0) {
    for (const std::int64_t extent : view.shape) {
      if (static_cast<std::uint64_t>(extent) > kMostElements) return {};
      all.elements *= static_cast<std::uint64_t>(extent);
      if (all.elements > kMostElements) return {};
    }
  }
  all.extent = static_cast<std::uint64_t>(view.shape[static_cast<std::size_t>(d.group_axis)]);
  if (d.k0 == 0 || all.extent % d.k0 != 0) return {};
  if (all.sparse && (d.sp_m == 0 || d.sp_m > 32 || all.extent % d.sp_m != 0)) return {};
  if (!in_plane_order(d)) return {};
  const std::uint64_t groups = all.elements / d.k0;
  std::uint64_t groups1 = 0;
  if (d.n_levels == 2) {
    if (d.k1 != 0 && groups % d.k1 != 0) return {};
    groups1 = d.k1 == 0 ? 1 : groups / d.k1;
  }
  all.codes = {all.sparse ? all.elements / d.sp_m * d.sp_n : all.elements, groups,
               groups1 * all.each, 0};
  all.width = {d.elem.width(), d.scale0.width(), d.scale1.width(), d.zp_fmt.width()};
  all.stride = {d.container == 1 ? padded(all.width[0]) : all.width[0], padded(all.width[1]),
                all.width[2], padded(all.width[3])};
  if (all.sparse) {
    all.codes[3] = all.elements / d.sp_m * d.sp_n;
    all.width[3] = all.stride[3] = d.sp_meta_fmt == 1 ? 2 : 4;
  } else if (all.zero_points) {
    all.codes[3] = groups;
  }
  return all;
}

std::uint32_t code(const Layout& all, const View& view, std::size_t plane, std::uint64_t index) {
  const std::uint64_t first = index * all.stride[plane];
  // pad8: in the low bits of a byte of its own, whatever po says (spec §11.4.5).
  const bool own_byte = all.stride[plane] != all.width[plane];
  return bits_at(view.planes[plane], first, all.width[plane], plane == 0 && all.msb && !own_byte);
}

}  // namespace

std::uint32_t narrow(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint32_t>(bits >> 63) << 31;
  const auto field = static_cast<int>(bits >> 52 & 0x7FF);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  if (field == 0x7FF) return fraction != 0 ? kNan : sign | kInfinity;
  if (field == 0) return sign;  // 0, or far below half of the smallest subnormal
  const std::uint64_t significand = fraction | std::uint64_t{1} << 52;
  const int exponent = field - 1023;  // of the leading bit
  if (exponent > 127) return sign | kInfinity;
  // The result is a multiple of 2^quantum.
  const int quantum = exponent < -126 ? -149 : exponent - 23;
  const int dropped = quantum - (exponent - 52);
  if (dropped > 53) return sign;  // below half of the smallest subnormal
  std::uint64_t kept = significand >> dropped;
  const std::uint64_t rest = significand & ((std::uint64_t{1} << dropped) - 1);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  // A carry runs into the exponent, as it should.
  const std::uint64_t magnitude =
      exponent < -126 ? kept : (static_cast<std::uint64_t>(exponent + 126) << 23) + kept;
  return sign | static_cast<std::uint32_t>(magnitude);
}

double widen(std::uint32_t binary32) { return value_of_code(reference::kBinary32, binary32); }

std::uint32_t times(std::uint32_t a, std::uint32_t b) { return narrow(widen(a) * widen(b)); }
std::uint32_t minus(std::uint32_t a, std::uint32_t b) { return narrow(widen(a) - widen(b)); }
std::uint32_t plus(std::uint32_t a, std::uint32_t b) { return narrow(widen(a) + widen(b)); }

double value_of_code(FormatWord word, std::uint32_t code) {
  const unsigned width = word.width();
  const std::uint64_t all = width == 32 ? 0xFFFFFFFFu : (std::uint64_t{1} << width) - 1;
  const std::uint64_t bits = code & all;
  constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
  if (word.is_integer()) {
    auto value = static_cast<double>(bits);
    if (!word.is_unsigned() && (bits >> (width - 1)) != 0) {
      value -= std::ldexp(1.0, static_cast<int>(width));
    }
    return value;
  }
  if (word.is_exponent_only()) {
    if (word.nan_encoding() != 0 && bits == all) return kNotANumber;
    const std::int64_t bias = (std::int64_t{1} << (width - 1)) - 1;
    const std::int64_t exponent = static_cast<std::int64_t>(bits) - bias;
    if (exponent > 1000) return std::numeric_limits<double>::infinity();
    return exponent < -1000 ? 0.0 : std::ldexp(1.0, static_cast<int>(exponent));
  }
  const unsigned mantissa_bits = word.precision() - 1;
  const unsigned sign_bits = word.is_unsigned() ? 0 : 1;
  const unsigned exponent_bits = width - sign_bits - mantissa_bits;
  const std::uint64_t mantissa = bits & ((std::uint64_t{1} << mantissa_bits) - 1);
  const std::uint64_t top = (std::uint64_t{1} << exponent_bits) - 1;
  const std::uint64_t field = bits >> mantissa_bits & top;
  const double sign = sign_bits == 1 && (bits >> (width - 1)) != 0 ? -1.0 : 1.0;
  const auto bias = static_cast<int>((std::int64_t{1} << (exponent_bits - 1)) - 1);
  if (field == top) {
    if (word.has_infinity()) {
      return mantissa != 0 ? kNotANumber : sign * std::numeric_limits<double>::infinity();
    }
    const std::uint64_t ones = (std::uint64_t{1} << mantissa_bits) - 1;
    if (word.nan_encoding() == 1 && mantissa == ones) return kNotANumber;
    if (word.nan_encoding() == 2 && mantissa != 0) return kNotANumber;
  }
  const auto m = static_cast<int>(mantissa_bits);
  if (field == 0) return sign * std::ldexp(static_cast<double>(mantissa), 1 - bias - m);
  const double significand = static_cast<double>(mantissa | std::uint64_t{1} << mantissa_bits);
  return sign * std::ldexp(significand, static_cast<int>(field) - bias - m);
}

std::uint32_t bits_at(std::span<const std::byte> bytes, std::uint64_t first, unsigned width,
                      bool most_significant_first) {
  std::uint32_t code = 0;
  for (unsigned i = 0; i < width; ++i) {
    const std::uint64_t b = first + i;
    const std::uint64_t at = b / 8;
    const auto in_byte = static_cast<unsigned>(b % 8);
    const unsigned shift = most_significant_first ? 7 - in_byte : in_byte;
    const std::uint32_t bit =
        at < bytes.size()
            ? std::to_integer<unsigned>(bytes[static_cast<std::size_t>(at)]) >> shift & 1u
            : 0;
    code |= bit << (most_significant_first ? width - 1 - i : i);
  }
  return code;
}

bool in_plane_order(const Descriptor& d) {
  return is_plane_order_word(d.placement_data) && is_plane_order_word(d.placement_scale) &&
         (!has_aux(d) || is_plane_order_word(d.placement_meta));
}

std::uint64_t product(Shape shape) {
  std::uint64_t all = 1;
  for (const std::int64_t extent : shape) {
    if (extent == 0) return 0;
  }
  for (const std::int64_t extent : shape) all *= static_cast<std::uint64_t>(extent);
  return all;
}

std::vector<std::uint64_t> coordinates(std::uint64_t index, Shape shape) {
  std::vector<std::uint64_t> all(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(shape[axis]);
    all[axis] = index % extent;
    index /= extent;
  }
  return all;
}

std::uint64_t row_major(std::span<const std::uint64_t> coordinates, Shape shape) {
  std::uint64_t index = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    index = index * static_cast<std::uint64_t>(shape[axis]) + coordinates[axis];
  }
  return index;
}

std::uint64_t line_of(std::span<const std::uint64_t> coordinates, Shape shape,
                      std::size_t group_axis) {
  std::uint64_t line = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis == group_axis) continue;
    line = line * static_cast<std::uint64_t>(shape[axis]) + coordinates[axis];
  }
  return line;
}

std::vector<std::uint32_t> cut(std::span<const std::uint32_t> values, Shape shape, std::size_t axis,
                               std::int64_t begin, std::int64_t end) {
  std::vector<std::uint32_t> kept;
  for (std::uint64_t i = 0; i < values.size(); ++i) {
    const auto at = static_cast<std::int64_t>(coordinates(i, shape)[axis]);
    if (begin <= at && at < end) kept.push_back(values[static_cast<std::size_t>(i)]);
  }
  return kept;
}

std::vector<std::int64_t> permuted_shape(Shape shape, std::span<const std::size_t> perm) {
  std::vector<std::int64_t> result;
  for (const std::size_t axis : perm) result.push_back(shape[axis]);
  return result;
}

std::vector<std::uint32_t> permuted(std::span<const std::uint32_t> values, Shape shape,
                                    std::span<const std::size_t> perm) {
  const std::vector<std::int64_t> turned = permuted_shape(shape, perm);
  std::vector<std::uint32_t> result(values.size());
  std::vector<std::uint64_t> there(shape.size());
  for (std::uint64_t i = 0; i < values.size(); ++i) {
    const auto here = coordinates(i, shape);
    for (std::size_t j = 0; j < perm.size(); ++j) there[j] = here[perm[j]];
    result[static_cast<std::size_t>(row_major(there, turned))] =
        values[static_cast<std::size_t>(i)];
  }
  return result;
}

std::vector<std::uint32_t> in_plane_order(std::span<const std::uint32_t> values, Shape shape,
                                          std::size_t group_axis) {
  std::vector<std::uint32_t> result(values.size());
  for (std::uint64_t i = 0; i < values.size(); ++i) {
    const auto at = coordinates(i, shape);
    const std::uint64_t place =
        line_of(at, shape, group_axis) * static_cast<std::uint64_t>(shape[group_axis]) +
        at[group_axis];
    result[static_cast<std::size_t>(place)] = values[static_cast<std::size_t>(i)];
  }
  return result;
}

std::uint64_t plane_index(std::span<const std::uint64_t> coordinates, Shape shape,
                          std::size_t group_axis) {
  return line_of(coordinates, shape, group_axis) * static_cast<std::uint64_t>(shape[group_axis]) +
         coordinates[group_axis];
}

std::vector<std::uint64_t> at_plane_index(std::uint64_t index, Shape shape,
                                          std::size_t group_axis) {
  const auto extent = static_cast<std::uint64_t>(shape[group_axis]);
  std::uint64_t line = index / extent;
  std::vector<std::uint64_t> at(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (axis == group_axis) continue;
    at[axis] = line % static_cast<std::uint64_t>(shape[axis]);
    line /= static_cast<std::uint64_t>(shape[axis]);
  }
  at[group_axis] = index % extent;
  return at;
}

bool keeps_level1_groups(const Descriptor& d, std::span<const std::uint64_t> source_groups) {
  if (d.n_levels != 2 || d.k1 == 0) return true;
  if (source_groups.size() % d.k1 != 0) return false;
  for (std::size_t first = 0; first < source_groups.size(); first += d.k1) {
    // k1 different groups of one level-1 group are all of it.
    for (std::size_t i = 0; i < d.k1; ++i) {
      if (source_groups[first + i] / d.k1 != source_groups[first] / d.k1) return false;
    }
  }
  return true;
}

bool cells_are_sound(const Descriptor& d, std::span<const std::uint32_t> metadata) {
  if ((d.flags & reference::kFlagSparse) == 0 || d.sp_n == 0) return true;
  for (std::size_t first = 0; first < metadata.size(); first += d.sp_n) {
    std::uint32_t named = 0;
    for (std::size_t slot = 0; slot < d.sp_n; ++slot) {
      const std::uint32_t index = metadata[first + slot];
      if (index >= d.sp_m || (named >> index & 1u) != 0) return false;
      if (d.sp_order == 1 && slot > 0 && metadata[first + slot - 1] >= index) return false;
      named |= 1u << index;
    }
  }
  return true;
}

bool is_permutation(std::span<const std::size_t> perm, std::size_t rank) {
  if (perm.size() != rank) return false;
  std::vector<bool> seen(rank);
  for (const std::size_t axis : perm) {
    if (axis >= rank || seen[axis]) return false;
    seen[axis] = true;
  }
  return true;
}

std::optional<PlaneCodes> codes_of(const View& view) {
  const auto all = layout_of(view);
  if (!all) return std::nullopt;
  PlaneCodes codes;
  for (std::size_t plane = 0; plane < reference::kPlaneCount; ++plane) {
    codes[plane].reserve(static_cast<std::size_t>(all->codes[plane]));
    for (std::uint64_t i = 0; i < all->codes[plane]; ++i) {
      codes[plane].push_back(code(*all, view, plane, i));
    }
  }
  return codes;
}

LineCodes line_codes(const View& view) {
  const auto all = layout_of(view);
  if (!all) return {};
  const std::uint64_t groups = all->extent / all->d.k0;
  if (!all->sparse) return {all->extent, groups, all->zero_points ? groups : 0};
  const std::uint64_t slots = all->extent / all->d.sp_m * all->d.sp_n;
  return {slots, groups, slots};
}

std::optional<std::vector<Element>> evaluate(const View& view) {
  const auto all = layout_of(view);
  if (!all) return std::nullopt;
  const Descriptor& d = all->d;
  const auto decodable = [](FormatWord word) { return reference::decodable(word); };
  if (!decodable(d.elem) || !decodable(d.scale0)) return std::nullopt;
  if (d.n_levels == 2 && !decodable(d.scale1)) return std::nullopt;
  if (all->zero_points && !decodable(d.zp_fmt)) return std::nullopt;

  const auto value = [&](Plane plane, FormatWord word, std::uint64_t index) {
    return narrow(value_of_code(word, code(*all, view, static_cast<std::size_t>(plane), index)));
  };
  // Row-major number of the element with this number in plane order.
  const auto axis = static_cast<std::size_t>(d.group_axis);
  std::vector<std::uint64_t> logical(static_cast<std::size_t>(all->elements));
  for (std::uint64_t i = 0; i < all->elements; ++i) {
    const auto at = coordinates(i, view.shape);
    const std::uint64_t place = line_of(at, view.shape, axis) * all->extent + at[axis];
    logical[static_cast<std::size_t>(place)] = i;
  }

  std::vector<Element> elements(static_cast<std::size_t>(all->elements));
  std::uint64_t cursor = 0;  // the next stored element, spec §11.6.3
  for (std::uint64_t i = 0; i < all->elements; ++i) {
    Element& x = elements[static_cast<std::size_t>(i)];
    x.plane_index = i;
    x.logical_index = logical[static_cast<std::size_t>(i)];
    const std::uint64_t group = i / d.k0;
    const std::uint32_t s0 = value(Plane::kScale0, d.scale0, group);
    std::uint32_t s1 = kOne;
    std::uint32_t z1 = kOne;
    if (d.n_levels == 2) {
      const std::uint64_t super = d.k1 == 0 ? 0 : group / d.k1;
      s1 = value(Plane::kScale1, d.scale1, super * all->each);
      if (all->l1_scaled) z1 = value(Plane::kScale1, d.scale1, super * all->each + 1);
    }
    const std::uint32_t s = d.n_levels == 2 ? times(s1, s0) : s0;
    x.nan_scale = is_nan(s);
    if (all->sparse) {
      const std::uint64_t cell = i / d.sp_m;
      x.named = false;
      for (unsigned slot = 0; slot < d.sp_n; ++slot) {
        const std::uint32_t index =
            code(*all, view, static_cast<std::size_t>(Plane::kAux), cell * d.sp_n + slot);
        if (index == i % d.sp_m) x.named = true;
      }
      if (!x.named) continue;  // +0
    }
    const std::uint32_t e = value(Plane::kData, d.elem, cursor++);
    const auto scaled = [&](std::uint32_t inner) {  // innermost scale first
      return d.n_levels == 2 ? times(s1, times(s0, inner)) : times(s0, inner);
    };
    if (!all->zero_points) {
      x.value = x.fused = times(s, e);
      x.innermost_first = scaled(e);
      continue;
    }
    std::uint32_t z = value(Plane::kAux, d.zp_fmt, group);
    if ((d.flags & reference::kFlagZpMinus1) != 0) z = plus(z, kOne);
    x.nan_offset = is_nan(z);
    if (!all->l1_scaled) {
      x.value = x.fused = times(s, minus(e, z));
      x.innermost_first = scaled(minus(e, z));
      continue;
    }
    const std::uint32_t offset = times(z1, z);
    x.nan_offset = x.nan_offset || is_nan(offset);
    x.value = minus(times(s, e), offset);
    x.innermost_first = minus(scaled(e), offset);
    const float fused =
        std::fma(std::bit_cast<float>(s), std::bit_cast<float>(e), -std::bit_cast<float>(offset));
    x.fused = std::isnan(fused) ? kNan : std::bit_cast<std::uint32_t>(fused);
  }
  return elements;
}

}  // namespace grit::laws
