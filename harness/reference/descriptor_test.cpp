// Offsets and rules by hand from spec §2 and §3.
#include "harness/reference/descriptor.h"

#include <gtest/gtest.h>

#include <map>
#include <string_view>
#include <vector>

#include "harness/reference/test_bytes.h"

namespace grit::reference {
namespace {

TEST(Descriptor, FieldsCoverAllBytesInOrder) {
  std::size_t end = 0;
  for (const Field& field : descriptor_fields()) {
    EXPECT_EQ(field.offset, end) << field.name;
    EXPECT_FALSE(field.meaning.empty());
    end += field.size;
  }
  EXPECT_EQ(end, kDescriptorBytes);
  EXPECT_EQ(descriptor_fields().size(), 23u);
}

TEST(Descriptor, FieldsNameTheClauseOfTheirValues) {
  std::map<std::string_view, std::vector<std::string_view>> fields_of;
  for (const Field& field : descriptor_fields()) {
    fields_of[field_clause(field)].push_back(field.name);
  }
  using Names = std::vector<std::string_view>;
  EXPECT_EQ(fields_of["§1"], (Names{"elem", "scale0", "scale1", "zp_fmt"}));
  EXPECT_EQ(fields_of["§3"], (Names{"grade_id"}));
  EXPECT_EQ(fields_of["§4"], (Names{"placement_data", "placement_scale", "placement_meta"}));
  EXPECT_EQ(fields_of["§2"].size(), 15u);
}

TEST(Descriptor, EveryByteHasItsField) {
  std::array<std::byte, kDescriptorBytes> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(0x80 + i);
  const Descriptor d = parse_descriptor(bytes);
  EXPECT_EQ(d.magic, 0x83828180u);
  EXPECT_EQ(d.hdr_bytes, 0x84);
  EXPECT_EQ(d.version, 0x85);
  EXPECT_EQ(d.n_levels, 0x86);
  EXPECT_EQ(d.flags, 0x87);
  EXPECT_EQ(d.elem.bits, 0x8988);
  EXPECT_EQ(d.scale0.bits, 0x8b8a);
  EXPECT_EQ(d.scale1.bits, 0x8d8c);
  EXPECT_EQ(d.zp_fmt.bits, 0x8f8e);
  EXPECT_EQ(d.group_axis, static_cast<std::int16_t>(0x9190));
  EXPECT_LT(d.group_axis, 0);
  EXPECT_EQ(d.k0, 0x9392);
  EXPECT_EQ(d.k1, 0x9594);
  EXPECT_EQ(d.sp_n, 0x96);
  EXPECT_EQ(d.sp_m, 0x97);
  EXPECT_EQ(d.sp_meta_fmt, 0x98);
  EXPECT_EQ(d.sp_order, 0x99);
  EXPECT_EQ(d.container, 0x9a);
  EXPECT_EQ(d.frame_rsvd, 0x9b);
  EXPECT_EQ(d.note, 0x9f9e9d9cu);
  EXPECT_EQ(d.placement_data, 0xa7a6a5a4a3a2a1a0u);
  EXPECT_EQ(d.placement_scale, 0xafaeadacabaaa9a8u);
  EXPECT_EQ(d.placement_meta, 0xb7b6b5b4b3b2b1b0u);
  EXPECT_EQ(d.grade_id, 0xbfbebdbcbbbab9b8u);
  EXPECT_EQ(to_bytes(d), bytes);
  EXPECT_EQ(field_value(bytes, descriptor_fields()[9]), 0x9190u);
}

TEST(Descriptor, FromAnyGrade) {
  const auto grade = parse_grade(
      "grit1(e=u4,k0=65535,s0=binary16,k1=65535,s1=binary32,zp=u8,zpc=minus1,zps=l1,ct=pad8,po=msb,"
      "esr=affineminmax)");
  ASSERT_TRUE(grade.has_value());
  const auto descriptor = descriptor_from_grade(*grade, {.group_axis = -3,
                                                         .note = 0xABCD0001,
                                                         .placement_data = 1,
                                                         .placement_scale = 2,
                                                         .placement_meta = 3});
  ASSERT_TRUE(descriptor.has_value());
  EXPECT_EQ(descriptor->n_levels, 2);
  EXPECT_EQ(descriptor->flags, 0x01 | 0x02 | 0x08 | 0x20);
  EXPECT_EQ(descriptor->k0, 65535);
  EXPECT_EQ(descriptor->k1, 65535);
  EXPECT_EQ(descriptor->scale1, kBinary32);
  EXPECT_EQ(descriptor->zp_fmt, kU8);
  EXPECT_EQ(descriptor->container, 1);
  EXPECT_EQ(descriptor->group_axis, -3);
  EXPECT_EQ(descriptor->note, 0xABCD0001);
  EXPECT_EQ(descriptor->placement_meta, 3u);
  EXPECT_EQ(descriptor->grade_id, grade_id(*grade));

  const auto sparse =
      grade_frame(*parse_grade("grit1(e=s8,k0=32,s0=f16,zp=u8,sp=3:17:u4:unord,esr=ratio)"));
  ASSERT_TRUE(sparse.has_value());
  EXPECT_EQ(sparse->flags, 0x01 | 0x04);  // zp beside sp has a descriptor, which check refuses
  EXPECT_EQ(sparse->sp_n, 3);
  EXPECT_EQ(sparse->sp_m, 17);
  EXPECT_EQ(sparse->sp_meta_fmt, 2);
  EXPECT_EQ(sparse->sp_order, 0);
}

TEST(Descriptor, SomeGradesHaveNone) {
  const auto error = [](const char* text) {
    return descriptor_from_grade(parse_grade(text).value(), {}).error();
  };
  EXPECT_EQ(error("grit1(e=u4,k0=65536,s0=u8,esr=ratio)"), FrameError::kK0TooLarge);
  EXPECT_EQ(error("grit1(e=u4,k0=1,s0=u8,k1=65536,s1=u8,esr=ratio)"), FrameError::kK1TooLarge);
  EXPECT_EQ(error("grit1(e=u4,k0=1,s0=u8,sp=1:2:u8:unord,esr=ratio)"), FrameError::kMetaFormat);
}

}  // namespace
}  // namespace grit::reference
