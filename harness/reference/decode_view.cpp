#include "harness/reference/decode_view.h"

#include "harness/reference/admit.h"
#include "harness/reference/binary32.h"
#include "harness/reference/bit_string.h"
#include "harness/reference/format.h"
#include "harness/reference/sparse_cell.h"

namespace grit::reference {
namespace {

// Reads values out of planes in plane order.
class Values {
 public:
  Values(const Descriptor& descriptor, const Planes& planes) : d_(descriptor), planes_(planes) {}

  // Requires every word in use to be registered, hence decodable: a grade's words are.
  std::uint32_t value(Plane plane, FormatWord word, std::uint64_t index) const {
    const auto& bytes = planes_[static_cast<std::size_t>(plane)];
    return *decode_format(word, code_at(bytes, code_layout(d_, plane), index));
  }

  // S: outermost scale first. Spec §11.5.2.
  std::uint32_t scale(std::uint64_t group) const {
    const std::uint32_t inner = value(Plane::kScale0, d_.scale0, group);
    if (d_.n_levels == 1) return inner;
    return multiply32(level1_value(group, 0), inner);
  }

  // x of the element whose code is stored number `stored`. Spec §11.5.
  std::uint32_t element(std::uint64_t group, std::uint64_t stored) const {
    const std::uint32_t s = scale(group);
    const std::uint32_t e = value(Plane::kData, d_.elem, stored);
    if (!flag(kFlagHasZp)) return multiply32(s, e);
    std::uint32_t z = value(Plane::kAux, d_.zp_fmt, group);
    if (flag(kFlagZpMinus1)) z = add32(z, kOne32);
    if (!flag(kFlagZpL1Scaled)) return multiply32(s, subtract32(e, z));
    return subtract32(multiply32(s, e), multiply32(level1_value(group, 1), z));
  }

 private:
  bool flag(std::uint8_t bit) const { return (d_.flags & bit) != 0; }

  // s1 (which = 0) or z1 (which = 1) over a level-0 group.
  std::uint32_t level1_value(std::uint64_t group, unsigned which) const {
    const unsigned each = flag(kFlagZpL1Scaled) ? 2 : 1;
    return value(Plane::kScale1, d_.scale1, level1_group(d_, group) * each + which);
  }

  const Descriptor& d_;
  const Planes& planes_;
};

}  // namespace

std::vector<std::uint32_t> plane_order_values(const Descriptor& descriptor, const PlaneOrder& order,
                                              const Planes& planes) {
  const Values values(descriptor, planes);
  const bool sparse = (descriptor.flags & kFlagSparse) != 0;
  const auto& metadata = planes[static_cast<std::size_t>(Plane::kAux)];
  std::vector<std::uint32_t> out(static_cast<std::size_t>(order.elements));  // +0
  std::uint64_t stored = 0;  // one cursor for the whole array, never set back
  std::uint32_t named = 0;
  for (std::uint64_t i = 0; i < order.elements; ++i) {
    if (sparse) {
      const std::uint64_t position = i % descriptor.sp_m;
      if (position == 0) named = named_positions(descriptor, metadata, i / descriptor.sp_m);
      if ((named >> position & 1u) == 0) continue;  // +0 even under a NaN scale
    }
    out[static_cast<std::size_t>(i)] = values.element(i / descriptor.k0, stored++);
  }
  return out;
}

std::vector<std::uint32_t> in_logical_order(std::vector<std::uint32_t> values,
                                            const Descriptor& descriptor, Shape shape,
                                            const PlaneOrder& order) {
  const auto axis = static_cast<std::size_t>(descriptor.group_axis);
  // Along the last axis both orders are one.
  if (values.empty() || axis + 1 == shape.size()) return values;
  std::vector<std::uint32_t> logical(values.size());
  const std::vector<std::uint64_t> strides = row_major_strides(shape);
  StridedBox line_start;
  for (std::size_t other = 0; other < shape.size(); ++other) {
    if (other == axis) continue;
    line_start.add_axis(static_cast<std::uint64_t>(shape[other]), strides[other]);
  }
  auto value = values.begin();
  for (std::uint64_t line = 0; line < order.lines; ++line) {
    std::uint64_t place = line_start.offset(line);
    for (std::uint64_t at = 0; at < order.line_elements; ++at, place += strides[axis]) {
      logical[static_cast<std::size_t>(place)] = *value++;
    }
  }
  return logical;
}

std::expected<std::vector<std::uint32_t>, Refusal> decode_view(const View& view) {
  const auto admitted = admit(view, {.decodable = true});
  if (!admitted) return std::unexpected(admitted.error());
  const PlaneOrder& order = admitted->order;
  PlaneBuffers storage;
  const Planes planes =
      to_plane_order(admitted->form, view.descriptor, order, view.planes, storage);
  return in_logical_order(plane_order_values(view.descriptor, order, planes), view.descriptor,
                          view.shape, order);
}

}  // namespace grit::reference
