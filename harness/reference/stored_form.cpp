#include "harness/reference/stored_form.h"

#include <span>
#include <utility>
#include <vector>

#include "harness/reference/bit_string.h"
#include "harness/reference/check.h"
#include "harness/reference/registry.h"
#include "harness/reference/swizzle.h"

namespace grit::reference {
namespace {

constexpr std::size_t kData = static_cast<std::size_t>(Plane::kData);
constexpr std::size_t kScale0 = static_cast<std::size_t>(Plane::kScale0);

// What grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs) demands: ggml's Q8_0. Spec §12.1.2.
constexpr GradeFrame kQ8_0Frame{.grade_id = 0,  // not compared
                                .n_levels = 1,
                                .flags = 0,
                                .elem = kS8,
                                .scale0 = kBinary16,
                                .scale1 = kAbsent,
                                .zp_fmt = kAbsent,
                                .k0 = 32,
                                .k1 = 0,
                                .sp_n = 0,
                                .sp_m = 0,
                                .sp_meta_fmt = 0,
                                .sp_order = 0,
                                .container = 0};

bool has_frame(const Descriptor& descriptor, const GradeFrame& frame) {
  return broken_grade_rule(descriptor, frame) == Rule::kNone;
}

std::optional<BlockKind> block_kind(const Descriptor& descriptor) {
  if (descriptor.placement_data == kPackK4_12B) {
    if (has_frame(descriptor, registry_entry(GradeName::kQ4ks).frame)) return BlockKind::kQ4_K;
  } else if (descriptor.placement_data == kBlockAos) {
    if (has_frame(descriptor, registry_entry(GradeName::kMxfp4).frame)) return BlockKind::kMxfp4;
    if (has_frame(descriptor, kQ8_0Frame)) return BlockKind::kQ8_0;
  }
  return std::nullopt;
}

// The transpose of a matrix of codes that lies row by row.
std::vector<std::byte> transposed(std::span<const std::byte> codes, const CodeLayout& layout,
                                  std::uint64_t rows, std::uint64_t columns) {
  std::vector<std::byte> result(code_bytes(layout, rows * columns));
  for (std::uint64_t row = 0; row < rows; ++row) {
    for (std::uint64_t column = 0; column < columns; ++column) {
      put_code(result, layout, column * rows + row, code_at(codes, layout, row * columns + column));
    }
  }
  return result;
}

// The codes of a plane without the bits around them.
std::vector<std::byte> codes_alone(std::span<const std::byte> plane, const CodeLayout& layout,
                                   std::uint64_t count) {
  std::vector<std::byte> result(code_bytes(layout, count));
  for (std::uint64_t i = 0; i < count; ++i) put_code(result, layout, i, code_at(plane, layout, i));
  return result;
}

}  // namespace

bool means_plane_order(Placement placement) {
  return placement == kRowMajor || placement == kLinearMeta;
}

std::optional<StoredForm> stored_form(const Descriptor& descriptor, std::size_t rank) {
  const bool has_aux = (descriptor.flags & (kFlagSparse | kFlagHasZp)) != 0;
  if (has_aux && !means_plane_order(descriptor.placement_meta)) return std::nullopt;

  StoredForm form;
  form.swizzled = descriptor.placement_scale == kSwizzle128x4B;
  if (form.swizzled) {
    if (descriptor.scale0.width() > 8) return std::nullopt;
  } else if (!means_plane_order(descriptor.placement_scale)) {
    return std::nullopt;
  }

  form.column_major = descriptor.placement_data == kColMajor;
  if (form.column_major) {
    if (rank != 2) return std::nullopt;
  } else if (!means_plane_order(descriptor.placement_data)) {
    form.blocks = block_kind(descriptor);
    if (!form.blocks || form.swizzled) return std::nullopt;
  }
  return form;
}

std::array<Uint128, kPlaneCount> stored_bytes(const StoredForm& form, const Sizes& sizes,
                                              const PlaneOrder& order) {
  if (form.blocks) {
    const Uint128 blocks{order.elements / block_elements(*form.blocks)};
    return {multiply(blocks, static_cast<std::uint32_t>(block_bytes(*form.blocks))), Uint128{},
            Uint128{}, Uint128{}};
  }
  std::array<Uint128, kPlaneCount> bytes = sizes.plane_bytes;
  if (form.swizzled) bytes[kScale0] = swizzled_bytes(order.lines, order.line_groups);
  return bytes;
}

Planes to_plane_order(const StoredForm& form, const Descriptor& descriptor, const PlaneOrder& order,
                      const Planes& stored, PlaneBuffers& storage) {
  if (form.blocks) {
    storage = unpack_blocks(*form.blocks, stored[kData], order.elements);
    return borrow(storage);
  }
  Planes planes = stored;
  if (form.column_major) {
    storage[kData] = transposed(stored[kData], code_layout(descriptor, Plane::kData),
                                order.line_codes, order.lines);
    planes[kData] = storage[kData];
  }
  if (form.swizzled) {
    storage[kScale0] = codes_alone(unswizzle(stored[kScale0], order.lines, order.line_groups),
                                   code_layout(descriptor, Plane::kScale0), order.groups());
    planes[kScale0] = storage[kScale0];
  }
  return planes;
}

PlaneBuffers to_stored_form(const StoredForm& form, const Descriptor& descriptor,
                            const PlaneOrder& order, PlaneBuffers plane_order) {
  if (form.blocks) {
    return {pack_blocks(*form.blocks, borrow(plane_order), order.elements), {}, {}, {}};
  }
  PlaneBuffers planes = std::move(plane_order);
  if (form.column_major) {
    planes[kData] = transposed(planes[kData], code_layout(descriptor, Plane::kData), order.lines,
                               order.line_codes);
  }
  if (form.swizzled) {
    planes[kScale0] = swizzle(
        codes_alone(planes[kScale0], code_layout(descriptor, Plane::kScale0), order.groups()),
        order.lines, order.line_groups);
  }
  return planes;
}

}  // namespace grit::reference
