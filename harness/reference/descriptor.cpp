#include "harness/reference/descriptor.h"

#include <limits>

#include "harness/reference/bytes.h"

namespace grit::reference {
namespace {

constexpr std::array<Field, 23> kFields{{
    {"magic", 0, 4, FieldKind::kHex, "GRT1"},
    {"hdr_bytes", 4, 1, FieldKind::kNumber, "length of the descriptor, 64"},
    {"version", 5, 1, FieldKind::kNumber, "version, 1"},
    {"n_levels", 6, 1, FieldKind::kNumber, "levels of scales, 1 or 2"},
    {"flags", 7, 1, FieldKind::kFlags, "zero point, sparsity and bit order"},
    {"elem", 8, 2, FieldKind::kFormat, "format of the elements"},
    {"scale0", 10, 2, FieldKind::kFormat, "format of the level-0 scales"},
    {"scale1", 12, 2, FieldKind::kFormat, "format of the level-1 scales"},
    {"zp_fmt", 14, 2, FieldKind::kFormat, "format of the zero points"},
    {"group_axis", 16, 2, FieldKind::kSigned, "axis along which groups run"},
    {"k0", 18, 2, FieldKind::kNumber, "elements in a level-0 group"},
    {"k1", 20, 2, FieldKind::kNumber, "level-0 groups in a level-1 group; 0 with two levels: all"},
    {"sp_n", 22, 1, FieldKind::kNumber, "survivors of every sp_m"},
    {"sp_m", 23, 1, FieldKind::kNumber, "elements in a sparse cell"},
    {"sp_meta_fmt", 24, 1, FieldKind::kMetaFormat, "format of the survivor indices"},
    {"sp_order", 25, 1, FieldKind::kIndexOrder, "order of the survivor indices"},
    {"container", 26, 1, FieldKind::kContainer, "how sub-byte elements are stored"},
    {"frame_rsvd", 27, 1, FieldKind::kNumber, "reserved, 0"},
    {"note", 28, 4, FieldKind::kNote, "provenance; in no fingerprint"},
    {"placement_data", 32, 8, FieldKind::kPlacement, "where the elements lie"},
    {"placement_scale", 40, 8, FieldKind::kPlacement, "where the scales lie"},
    {"placement_meta", 48, 8, FieldKind::kPlacement, "where the aux plane lies"},
    {"grade_id", 56, 8, FieldKind::kGradeId, "FNV-1a-64 of the canonical grade"},
}};

}  // namespace

Descriptor parse_descriptor(std::span<const std::byte, kDescriptorBytes> bytes) {
  const auto u8 = [&](std::size_t at) { return std::to_integer<std::uint8_t>(bytes[at]); };
  const auto u16 = [&](std::size_t at) {
    return load_le_as<std::uint16_t>(bytes.subspan(at).first<2>());
  };
  const auto u32 = [&](std::size_t at) {
    return load_le_as<std::uint32_t>(bytes.subspan(at).first<4>());
  };
  const auto u64 = [&](std::size_t at) {
    return load_le_as<std::uint64_t>(bytes.subspan(at).first<8>());
  };
  return {
      .magic = u32(0),
      .hdr_bytes = u8(4),
      .version = u8(5),
      .n_levels = u8(6),
      .flags = u8(7),
      .elem = {u16(8)},
      .scale0 = {u16(10)},
      .scale1 = {u16(12)},
      .zp_fmt = {u16(14)},
      .group_axis = static_cast<std::int16_t>(u16(16)),
      .k0 = u16(18),
      .k1 = u16(20),
      .sp_n = u8(22),
      .sp_m = u8(23),
      .sp_meta_fmt = u8(24),
      .sp_order = u8(25),
      .container = u8(26),
      .frame_rsvd = u8(27),
      .note = u32(28),
      .placement_data = u64(32),
      .placement_scale = u64(40),
      .placement_meta = u64(48),
      .grade_id = u64(56),
  };
}

std::span<const Field> descriptor_fields() { return kFields; }

std::string_view field_clause(const Field& field) {
  switch (field.kind) {
    case FieldKind::kFormat:
      return "§1";
    case FieldKind::kGradeId:
      return "§3";
    case FieldKind::kPlacement:
      return "§4";
    default:
      return "§2";
  }
}

std::uint64_t field_value(std::span<const std::byte, kDescriptorBytes> bytes, const Field& field) {
  return load_le(bytes.subspan(field.offset, field.size));
}

std::string_view describe(FrameError error) {
  switch (error) {
    case FrameError::kK0TooLarge:
      return "k0 is above 65535";
    case FrameError::kK1TooLarge:
      return "k1 is above 65535";
    case FrameError::kMetaFormat:
      return "the metadata format is neither u2 nor u4";
  }
  return {};
}

std::expected<GradeFrame, FrameError> grade_frame(const Grade& grade) {
  constexpr std::uint64_t kMaxU16 = std::numeric_limits<std::uint16_t>::max();
  GradeFrame frame;
  frame.grade_id = grade_id(grade);
  frame.elem = grade.e;
  frame.scale0 = grade.s0;
  if (grade.k0 > kMaxU16) return std::unexpected(FrameError::kK0TooLarge);
  frame.k0 = static_cast<std::uint16_t>(grade.k0);
  if (grade.level1) {
    if (grade.level1->k1 > kMaxU16) return std::unexpected(FrameError::kK1TooLarge);
    frame.n_levels = 2;
    frame.scale1 = grade.level1->s1;
    frame.k1 = static_cast<std::uint16_t>(grade.level1->k1);
  }
  unsigned flags = 0;
  if (grade.zero_point) {
    flags |= kFlagHasZp;
    if (grade.zero_point->zpc == ZeroPointCode::kMinus1) flags |= kFlagZpMinus1;
    if (grade.zero_point->zps == ZeroPointScale::kL1) flags |= kFlagZpL1Scaled;
    frame.zp_fmt = grade.zero_point->zp;
  }
  if (grade.sparsity) {
    flags |= kFlagSparse;
    frame.sp_n = grade.sparsity->n;
    frame.sp_m = grade.sparsity->m;
    if (grade.sparsity->meta == kU2) {
      frame.sp_meta_fmt = 1;
    } else if (grade.sparsity->meta == kU4) {
      frame.sp_meta_fmt = 2;
    } else {
      return std::unexpected(FrameError::kMetaFormat);
    }
    frame.sp_order = static_cast<std::uint8_t>(grade.sparsity->order);
  }
  if (grade.po == BitOrder::kMsb) flags |= kFlagMsbFirst;
  frame.flags = static_cast<std::uint8_t>(flags);
  frame.container = static_cast<std::uint8_t>(grade.ct);
  return frame;
}

std::expected<Descriptor, FrameError> descriptor_from_grade(const Grade& grade,
                                                            const DescriptorOptions& options) {
  const std::expected<GradeFrame, FrameError> frame = grade_frame(grade);
  if (!frame) return std::unexpected(frame.error());
  return descriptor_from_frame(*frame, options);
}

}  // namespace grit::reference
