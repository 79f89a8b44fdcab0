// The 64-byte descriptor as a value (spec §2), and the frame that a grade demands of it (spec §3).
#ifndef GRIT_REFERENCE_DESCRIPTOR_H_
#define GRIT_REFERENCE_DESCRIPTOR_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string_view>

#include "harness/reference/bytes.h"
#include "harness/reference/format.h"
#include "harness/reference/grade.h"
#include "harness/reference/placement.h"

namespace grit::reference {

inline constexpr std::size_t kDescriptorBytes = 64;
inline constexpr std::uint32_t kDescriptorMagic = 0x31545247;  // "GRT1" read little-endian

// Bits of Descriptor::flags.
inline constexpr std::uint8_t kFlagHasZp = 0x01;
inline constexpr std::uint8_t kFlagZpMinus1 = 0x02;
inline constexpr std::uint8_t kFlagSparse = 0x04;
inline constexpr std::uint8_t kFlagMsbFirst = 0x08;
inline constexpr std::uint8_t kFlagInterleaved = 0x10;
inline constexpr std::uint8_t kFlagZpL1Scaled = 0x20;
inline constexpr std::uint8_t kFlagsReserved = 0xC0;

// Bit 0 of Descriptor::note: a placement was asserted, not proven.
inline constexpr std::uint32_t kNoteAssumed = 0x1;

// Every field of spec §2 under its name there, in order. A default value is the value that every
// version-1 descriptor has, else zero.
struct Descriptor {
  std::uint32_t magic = kDescriptorMagic;
  std::uint8_t hdr_bytes = 64;
  std::uint8_t version = 1;
  std::uint8_t n_levels = 1;
  std::uint8_t flags = 0;
  FormatWord elem{};
  FormatWord scale0{};
  FormatWord scale1{};
  FormatWord zp_fmt{};
  std::int16_t group_axis = 0;
  std::uint16_t k0 = 0;
  std::uint16_t k1 = 0;
  std::uint8_t sp_n = 0;
  std::uint8_t sp_m = 0;
  std::uint8_t sp_meta_fmt = 0;
  std::uint8_t sp_order = 0;
  std::uint8_t container = 0;
  std::uint8_t frame_rsvd = 0;
  std::uint32_t note = 0;
  Placement placement_data = kUnspecified;
  Placement placement_scale = kUnspecified;
  Placement placement_meta = kUnspecified;
  std::uint64_t grade_id = 0;

  friend bool operator==(const Descriptor&, const Descriptor&) = default;
};

// Reads 64 bytes; never fails, judging them is check's task. to_bytes is its inverse. Spec §2.
Descriptor parse_descriptor(std::span<const std::byte, kDescriptorBytes> bytes);
constexpr std::array<std::byte, kDescriptorBytes> to_bytes(const Descriptor& descriptor) {
  std::array<std::byte, kDescriptorBytes> bytes{};
  const auto put = [&](std::size_t at, std::size_t size, std::uint64_t value) {
    store_le(value, std::span(bytes).subspan(at, size));
  };
  put(0, 4, descriptor.magic);
  put(4, 1, descriptor.hdr_bytes);
  put(5, 1, descriptor.version);
  put(6, 1, descriptor.n_levels);
  put(7, 1, descriptor.flags);
  put(8, 2, descriptor.elem.bits);
  put(10, 2, descriptor.scale0.bits);
  put(12, 2, descriptor.scale1.bits);
  put(14, 2, descriptor.zp_fmt.bits);
  put(16, 2, static_cast<std::uint16_t>(descriptor.group_axis));
  put(18, 2, descriptor.k0);
  put(20, 2, descriptor.k1);
  put(22, 1, descriptor.sp_n);
  put(23, 1, descriptor.sp_m);
  put(24, 1, descriptor.sp_meta_fmt);
  put(25, 1, descriptor.sp_order);
  put(26, 1, descriptor.container);
  put(27, 1, descriptor.frame_rsvd);
  put(28, 4, descriptor.note);
  put(32, 8, descriptor.placement_data);
  put(40, 8, descriptor.placement_scale);
  put(48, 8, descriptor.placement_meta);
  put(56, 8, descriptor.grade_id);
  return bytes;
}

// How a field's value is shown to people.
enum class FieldKind : std::uint8_t {
  kNumber,
  kSigned,
  kHex,
  kFormat,
  kFlags,
  kMetaFormat,
  kIndexOrder,
  kContainer,
  kNote,
  kPlacement,
  kGradeId,
};

// One row of the table in spec §2; offset and size in bytes.
struct Field {
  std::string_view name;
  std::size_t offset;
  std::size_t size;
  FieldKind kind;
  std::string_view meaning;  // a few words, for renderings
};

// The 23 fields in descriptor order; together they cover all 64 bytes.
std::span<const Field> descriptor_fields();

// Where the specification says what the field's values mean, e.g. "§2": §1 for format words, §3 for
// grade_id, §4 for placement words, else §2.
std::string_view field_clause(const Field& field);

// The raw value of a field, little-endian, zero-extended.
std::uint64_t field_value(std::span<const std::byte, kDescriptorBytes> bytes, const Field& field);

// The fields in which a descriptor must agree with its grade, and the grade's id. Spec §3, §5
// step 2. check takes a list of these beside the registry (spec §11).
struct GradeFrame {
  std::uint64_t grade_id = 0;
  std::uint8_t n_levels = 1;
  std::uint8_t flags = 0;
  FormatWord elem{};
  FormatWord scale0{};
  FormatWord scale1{};
  FormatWord zp_fmt{};
  std::uint16_t k0 = 0;
  std::uint16_t k1 = 0;
  std::uint8_t sp_n = 0;
  std::uint8_t sp_m = 0;
  std::uint8_t sp_meta_fmt = 0;
  std::uint8_t sp_order = 0;
  std::uint8_t container = 0;

  friend bool operator==(const GradeFrame&, const GradeFrame&) = default;
};

// Why a grade that parses has no descriptor. Spec §3.
enum class FrameError : std::uint8_t {
  kK0TooLarge,  // k0 above 65535
  kK1TooLarge,  // k1 above 65535
  kMetaFormat,  // a metadata format other than u2 and u4
};
std::string_view describe(FrameError error);

// The frame a grade demands. Spec §3.
std::expected<GradeFrame, FrameError> grade_frame(const Grade& grade);

// What a descriptor holds beyond its grade: the caller's choice.
struct DescriptorOptions {
  std::int16_t group_axis = 0;
  std::uint32_t note = 0;
  Placement placement_data = kUnspecified;
  Placement placement_scale = kUnspecified;
  Placement placement_meta = kUnspecified;
};

constexpr Descriptor descriptor_from_frame(const GradeFrame& frame,
                                           const DescriptorOptions& options) {
  Descriptor descriptor;
  descriptor.n_levels = frame.n_levels;
  descriptor.flags = frame.flags;
  descriptor.elem = frame.elem;
  descriptor.scale0 = frame.scale0;
  descriptor.scale1 = frame.scale1;
  descriptor.zp_fmt = frame.zp_fmt;
  descriptor.group_axis = options.group_axis;
  descriptor.k0 = frame.k0;
  descriptor.k1 = frame.k1;
  descriptor.sp_n = frame.sp_n;
  descriptor.sp_m = frame.sp_m;
  descriptor.sp_meta_fmt = frame.sp_meta_fmt;
  descriptor.sp_order = frame.sp_order;
  descriptor.container = frame.container;
  descriptor.note = options.note;
  descriptor.placement_data = options.placement_data;
  descriptor.placement_scale = options.placement_scale;
  descriptor.placement_meta = options.placement_meta;
  descriptor.grade_id = frame.grade_id;
  return descriptor;
}

// spec §3, `desc_from_grade`.
std::expected<Descriptor, FrameError> descriptor_from_grade(const Grade& grade,
                                                            const DescriptorOptions& options);

}  // namespace grit::reference

#endif  // GRIT_REFERENCE_DESCRIPTOR_H_
