// Names and renderings by hand from spec §1 to §4.
#include "harness/reference/explain.h"

#include <gtest/gtest.h>

#include "harness/reference/registry.h"

namespace grit::reference {
namespace {

TEST(Explain, EqualDescriptorsDifferInNothing) {
  const auto bytes = to_bytes(canonical_descriptor(GradeName::kQ4ks));
  EXPECT_TRUE(explain(bytes, bytes).empty());
}

TEST(Explain, ListsFieldsInDescriptorOrder) {
  const auto a = to_bytes(canonical_descriptor(GradeName::kMxfp4));
  Descriptor other = canonical_descriptor(GradeName::kI8s24);
  other.note = 0x00000701;
  other.group_axis = -1;
  const auto differences = explain(a, to_bytes(other));
  const std::tuple<std::string_view, const char*, const char*> expected[] = {
      {"flags", "0x00 (none)", "0x04 (SPARSE)"},
      {"elem", "0x2043 (e2m1)", "0x03e7 (s8)"},
      {"scale0", "0x4807 (e8m0)", "0x356f (binary16)"},
      {"group_axis", "0", "-1"},
      {"sp_n", "0", "2"},
      {"sp_m", "0", "4"},
      {"sp_meta_fmt", "0 (none)", "1 (u2)"},
      {"sp_order", "0 (unordered)", "1 (ASC_LSB)"},
      {"note", "0x00000000 (producer 0)", "0x00000701 (ASSUMED, producer 7)"},
      {"placement_meta", "0x0000000000000000 (UNSPECIFIED)", "0x1000000000000011 (LINEAR_META)"},
      {"grade_id", "0x2370ee9ee454a183 (GRADE_MXFP4)", "0xbbbb283a2539ebe8 (GRADE_I8S24)"},
  };
  ASSERT_EQ(differences.size(), std::size(expected));
  for (std::size_t i = 0; i < differences.size(); ++i) {
    EXPECT_EQ(differences[i].field->name, std::get<0>(expected[i]));
    EXPECT_EQ(differences[i].a, std::get<1>(expected[i]));
    EXPECT_EQ(differences[i].b, std::get<2>(expected[i]));
  }
}

TEST(Explain, EveryFieldIsSeen) {
  const auto a = to_bytes(canonical_descriptor(GradeName::kMxfp4));
  for (const Field& field : descriptor_fields()) {
    for (std::size_t i = 0; i < field.size; ++i) {
      auto b = a;
      b[field.offset + i] ^= std::byte{0xFF};
      const auto differences = explain(a, b);
      ASSERT_EQ(differences.size(), 1u);
      EXPECT_EQ(differences[0].field, &field);
      EXPECT_NE(differences[0].a, differences[0].b);
    }
  }
}

TEST(Explain, RendersUnknownCodes) {
  const auto render = [](std::size_t index, std::uint64_t value) {
    return render_field(descriptor_fields()[index], value);
  };
  EXPECT_EQ(render(0, 0x31545247), "0x31545247");
  EXPECT_EQ(
      render(4, 0xFF),
      "0xff (HAS_ZP|ZP_MINUS1|SPARSE|MSB_FIRST|INTERLEAVED|ZP_L1SCALED|RESERVED_6|RESERVED_7)");
  EXPECT_EQ(render(5, 0), "0x0000 (absent)");
  EXPECT_EQ(render(5, 1), "0x0001 (unregistered)");
  EXPECT_EQ(render(14, 3), "3 (unknown)");
  EXPECT_EQ(render(16, 1), "1 (pad8)");
  EXPECT_EQ(render(22, 0), "0x0000000000000000 (unregistered)");
}

}  // namespace
}  // namespace grit::reference
