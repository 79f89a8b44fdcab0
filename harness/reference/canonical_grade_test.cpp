// The caller's own grades in check: spec §11.1.
#include "harness/reference/canonical_grade.h"

#include <gtest/gtest.h>

#include <array>

#include "harness/reference/check.h"
#include "harness/reference/test_views.h"

namespace grit::reference {
namespace {

constexpr std::string_view kShared =
    "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)";

Status checked(const Descriptor& descriptor, std::span<const std::string_view> list) {
  const std::vector<GradeFrame> frames = frames_of(list);
  const auto bytes = to_bytes(descriptor);
  constexpr std::array<std::int64_t, 1> kShape{4};
  return check({.descriptor = bytes, .shape = kShape, .level = 1, .grades = frames}, {2, 2, 0, 1})
      .status;
}

TEST(CanonicalGrade, NamesAGradeByItsCanonicalFormOnly) {
  ASSERT_TRUE(canonical_grade(kShared).has_value());
  // The id is FNV-1a-64 of the string, computed outside this code.
  EXPECT_EQ(canonical_grade(kShared)->frame.grade_id, 0xe9318c03270f8433u);
  for (const std::string_view text :
       {"grit1(e=u4,k0=04,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)",
        "GRIT1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)",
        "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax) ",
        "grit1(e=u4,k0=65536,s0=binary16,esr=affineminmax)",  // no descriptor
        "grit1(e=u4,k0=4,s0=u6,sp=1:2:u6:unord,esr=affineminmax)", "GRADE_MXFP4", "", "\xff"}) {
    EXPECT_FALSE(canonical_grade(text).has_value()) << text;
  }
  // k0 = 0, and zp beside sp, have descriptors (spec §3.8.6).
  EXPECT_TRUE(canonical_grade("grit1(e=u4,k0=0,s0=u6,esr=affineminmax)").has_value());
  EXPECT_TRUE(
      canonical_grade("grit1(e=u4,k0=4,s0=u6,zp=u4,sp=1:2:u2:unord,esr=affineminmax)").has_value());
}

TEST(CanonicalGrade, CheckTakesThemBesideTheRegistry) {
  const Descriptor d = graded(kShared, {4}, 0, PlaneText{}).array.descriptor;
  using List = std::vector<std::string_view>;
  EXPECT_EQ(checked(d, {}), Status::kGradeUnknown);
  EXPECT_EQ(checked(d, List{kShared}), Status::kOk);
  // What names no grade is no error and changes nothing.
  EXPECT_EQ(checked(d, List{"", "nonsense", kShared}), Status::kOk);
  EXPECT_EQ(checked(d, List{"grit1(e=u4,k0=04,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)"}),
            Status::kGradeUnknown);
  Descriptor other = d;
  other.k0 = 2;
  EXPECT_EQ(checked(other, List{kShared}), Status::kGradeUnknown);
}

TEST(CanonicalGrade, RegisteredGradesNeedNoList) {
  Descriptor d = graded(kMxfp4Grade, {32}, 0, PlaneText{}).array.descriptor;
  const auto bytes = to_bytes(d);
  constexpr std::array<std::int64_t, 1> kShape{32};
  const std::array<std::string_view, 2> list{kShared, kMxfp4Grade};
  const auto frames = frames_of(list);
  EXPECT_EQ(frames.size(), 2u);
  EXPECT_EQ(
      check({.descriptor = bytes, .shape = kShape, .level = 1, .grades = frames}, {16, 1, 0, 0})
          .status,
      Status::kOk);
}

}  // namespace
}  // namespace grit::reference
