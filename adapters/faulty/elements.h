// What the faults in values share: decode_view's answer, spoilt element by element.
#ifndef GRIT_FAULTY_ELEMENTS_H_
#define GRIT_FAULTY_ELEMENTS_H_

#include <cstdint>
#include <functional>
#include <span>

#include "adapters/faulty/faulty.h"
#include "harness/reference/binary32.h"
#include "harness/reference/bit_string.h"
#include "harness/reference/format.h"
#include "harness/reference/plane_order.h"
#include "harness/reference/sparse_cell.h"
#include "harness/reference/stored_form.h"

namespace grit::faulty {

using reference::Plane;

// The codes and values of a view that decode_view answers. Borrows the request.
class Elements {
 public:
  explicit Elements(const protocol::ViewRequest& request)
      : d(reference::parse_descriptor(request.desc)),
        order(reference::plane_order(d, request.shape)),
        planes_(reference::to_plane_order(*reference::stored_form(d, request.shape.size()), d,
                                          order, reference::borrow(request.planes), storage_)) {}
  Elements(const Elements&) = delete;  // planes_ may point into storage_
  Elements& operator=(const Elements&) = delete;

  bool has(std::uint8_t flag) const { return (d.flags & flag) != 0; }
  std::uint32_t code(Plane plane, std::uint64_t index) const {
    return reference::code_at(bytes(plane), reference::code_layout(d, plane), index);
  }
  std::uint32_t e(std::uint64_t stored) const { return value(d.elem, Plane::kData, stored); }
  std::uint32_t s0(std::uint64_t group) const { return value(d.scale0, Plane::kScale0, group); }
  std::uint32_t s1(std::uint64_t group) const { return level1(group, 0); }
  std::uint32_t z1(std::uint64_t group) const { return level1(group, 1); }
  // S and z of spec §11.5.2 and §11.5.4.
  std::uint32_t scale(std::uint64_t group) const {
    return d.n_levels == 1 ? s0(group) : reference::multiply32(s1(group), s0(group));
  }
  std::uint32_t zero_point(std::uint64_t group) const {
    const std::uint32_t z = value(d.zp_fmt, Plane::kAux, group);
    return has(reference::kFlagZpMinus1) ? reference::add32(z, reference::kOne32) : z;
  }
  // x of spec §11.5 with another e or z.
  std::uint32_t x(std::uint64_t group, std::uint32_t e, std::uint32_t z) const {
    using reference::multiply32, reference::subtract32;
    const std::uint32_t s = scale(group);
    if (!has(reference::kFlagHasZp)) return multiply32(s, e);
    if (!has(reference::kFlagZpL1Scaled)) return multiply32(s, subtract32(e, z));
    return subtract32(multiply32(s, e), multiply32(z1(group), z));
  }
  // The positions that a sparse view names in a cell, as bits.
  std::uint32_t named(std::uint64_t cell) const {
    return reference::named_positions(d, bytes(Plane::kAux), cell);
  }

 private:
  std::span<const std::byte> bytes(Plane plane) const {
    return planes_[static_cast<std::size_t>(plane)];
  }
  std::uint32_t value(reference::FormatWord word, Plane plane, std::uint64_t index) const {
    return *reference::decode_format(word, code(plane, index));
  }
  std::uint32_t level1(std::uint64_t group, unsigned which) const {
    const unsigned each = has(reference::kFlagZpL1Scaled) ? 2 : 1;
    return value(d.scale1, Plane::kScale1, reference::level1_group(d, group) * each + which);
  }

 public:
  const reference::Descriptor d;
  const reference::PlaneOrder order;

 private:
  reference::PlaneBuffers storage_;
  reference::Planes planes_;
};

// An element: its number in plane order and in row-major order of the shape, its level-0 group, the
// stored element that is its own, and whether it has one: with SPARSE, whether it is named.
struct Element {
  std::uint64_t i;
  std::uint64_t logical;
  std::uint64_t group;
  std::uint64_t stored;
  bool is_stored;
};

// The wrong value of an element; `right` is the right one.
using ElementFault =
    std::function<std::uint32_t(const Elements& view, const Element& element, std::uint32_t right)>;

// Calls for the elements in plane order. Requires the values that decode_view answers with.
inline void spoil(const protocol::ViewRequest& request, const ElementFault& fault,
                  protocol::Words& values) {
  if (values.empty()) return;
  const Elements view(request);
  const auto axis = static_cast<std::size_t>(view.d.group_axis);
  const auto strides = reference::row_major_strides(request.shape);
  reference::StridedBox lines;
  for (std::size_t other = 0; other < strides.size(); ++other) {
    if (other == axis) continue;
    lines.add_axis(static_cast<std::uint64_t>(request.shape[other]), strides[other]);
  }
  const bool sparse = view.has(reference::kFlagSparse);
  std::uint64_t stored = 0;
  for (std::uint64_t i = 0; i < view.order.elements; ++i) {
    const std::uint64_t logical =
        lines.offset(i / view.order.line_elements) + i % view.order.line_elements * strides[axis];
    const bool is_stored = !sparse || (view.named(i / view.d.sp_m) >> i % view.d.sp_m & 1u) != 0;
    std::uint32_t& value = values[static_cast<std::size_t>(logical)];
    value = fault(view, {i, logical, i / view.d.k0, stored, is_stored}, value);
    if (is_stored) ++stored;
  }
}

// Serves the reference with the fault in the values of DECODE_VIEW, and nowhere else.
inline int serve_elements(const ElementFault& fault) {
  return serve([&](const protocol::FrameView& request, protocol::Reply& reply) {
    if (!asks(request, protocol::Op::kDecodeView)) return;
    if (reply.kind != protocol::ReplyKind::kAnswered) return;
    auto values = protocol::WordsReply::parse(reply.payload);
    spoil(*protocol::ViewRequest::parse(request.payload), fault, values->words);
    reply.payload = values->encode();
  });
}

}  // namespace grit::faulty

#endif  // GRIT_FAULTY_ELEMENTS_H_
