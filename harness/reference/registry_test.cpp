// Names, strings, ids and edges by hand from spec §3.
#include "harness/reference/registry.h"

#include <gtest/gtest.h>

#include "harness/reference/test_bytes.h"

namespace grit::reference {
namespace {

TEST(Registry, HoldsTheSixGrades) {
  struct Row {
    const char* name;
    const char* canonical;
    std::uint64_t id;
  };
  const Row rows[] = {
      {"GRADE_MXFP4", "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)", 0x2370ee9ee454a183},
      {"GRADE_Q4KS", "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)",
       0x1c600de02594fb55},
      {"GRADE_NVF4", "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)",
       0x00ff6f4c2870831e},
      {"GRADE_I8S24", "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)",
       0xbbbb283a2539ebe8},
      {"GRADE_MXFP4_RNE", "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)", 0x254285e10d6068c8},
      {"GRADE_NVF4_RTZ", "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,er=rtz,esr=ratiomaxabs)",
       0x006c3850a3f42dea},
  };
  ASSERT_EQ(registry().size(), std::size(rows));
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const RegistryEntry& entry = registry()[i];
    EXPECT_EQ(static_cast<std::size_t>(entry.grade), i);
    EXPECT_EQ(entry.name, rows[i].name);
    EXPECT_EQ(entry.canonical, rows[i].canonical);
    EXPECT_EQ(entry.frame.grade_id, rows[i].id);
    EXPECT_EQ(grade_id_of_text(rows[i].canonical), rows[i].id);
    EXPECT_EQ(find_by_name(rows[i].name), &entry);
    EXPECT_EQ(find_by_id(rows[i].id), &entry);
    EXPECT_EQ(&registry_entry(entry.grade), &entry);
  }
  EXPECT_EQ(find_by_name("GRADE_MXFP5"), nullptr);
  EXPECT_EQ(find_by_name("grade_mxfp4"), nullptr);
  EXPECT_EQ(find_by_id(0), nullptr);
}

TEST(Registry, FramesAreWhatTheStringsDemand) {
  for (const RegistryEntry& entry : registry()) {
    const auto grade = parse_grade(entry.canonical);
    ASSERT_TRUE(grade.has_value());
    EXPECT_EQ(grade_frame(*grade), entry.frame) << entry.name;
  }
}

TEST(Registry, CanonicalDescriptors) {
  // MXFP4 from spec §3; the others by hand from the tables of spec §1, §2 and §3.
  const auto hex_of = [](GradeName grade) { return to_hex(to_bytes(canonical_descriptor(grade))); };
  EXPECT_EQ(hex_of(GradeName::kMxfp4),
            "47525431400101004320074800000000"
            "00002000000000000000000000000000"
            "01000000000000100100000000000010"
            "000000000000000083a154e49eee7023");
  EXPECT_EQ(hex_of(GradeName::kQ4ks),
            "4752543140010221e343e5436f35e543"
            "00002000080000000000000000000000"
            "01000000000000100100000000000010"
            "010000000000001055fb9425e00d601c");
  EXPECT_EQ(hex_of(GradeName::kNvf4),
            "4752543140010200432087281f370000"
            "00001000000000000000000000000000"
            "01000000000000100100000000000010"
            "00000000000000001e8370284c6fff00");
  EXPECT_EQ(hex_of(GradeName::kI8s24),
            "4752543140010104e7036f3500000000"
            "00002000000002040101000000000000"
            "01000000000000100100000000000010"
            "1100000000000010e8eb39253a28bbbb");
}

TEST(Registry, Equivalence) {
  const auto same = [](const char* a, const char* b, Scope scope) {
    return equivalent(a, b, scope).value();
  };
  EXPECT_TRUE(same("GRADE_Q4KS", "GRADE_Q4KS", Scope::kFull));
  EXPECT_TRUE(same("GRADE_MXFP4", "GRADE_MXFP4_RNE", Scope::kDecode));
  EXPECT_TRUE(same("GRADE_MXFP4_RNE", "GRADE_MXFP4", Scope::kDecode));
  EXPECT_FALSE(same("GRADE_MXFP4_RNE", "GRADE_MXFP4", Scope::kFull));
  EXPECT_TRUE(same("GRADE_NVF4_RTZ", "GRADE_NVF4", Scope::kDecode));
  EXPECT_FALSE(same("GRADE_NVF4_RTZ", "GRADE_NVF4", Scope::kFull));
  EXPECT_FALSE(same("GRADE_NVF4", "GRADE_MXFP4", Scope::kDecode));
  EXPECT_EQ(equivalent("GRADE_MXFP5", "GRADE_MXFP5", Scope::kDecode).error(),
            EquivalenceError::kUnknownName);
  EXPECT_EQ(equivalent("GRADE_MXFP4", "", Scope::kDecode).error(), EquivalenceError::kUnknownName);
  EXPECT_EQ(scope_from_code(1), Scope::kFull);
  EXPECT_EQ(scope_from_code(2), std::nullopt);
}

TEST(Registry, AnEdgeWithDifferentProjectionsIsAnError) {
  const SupersedesEdge edges[] = {{"GRADE_NVF4", "GRADE_MXFP4", Scope::kDecode}};
  for (const Scope scope : {Scope::kDecode, Scope::kFull}) {
    EXPECT_EQ(equivalent("GRADE_Q4KS", "GRADE_Q4KS", scope, edges).error(),
              EquivalenceError::kEdgeProjection);
  }
}

TEST(Registry, EqualProjectionsAloneImplyNothing) {
  EXPECT_FALSE(equivalent("GRADE_MXFP4", "GRADE_MXFP4_RNE", Scope::kDecode, {}).value());
}

}  // namespace
}  // namespace grit::reference
