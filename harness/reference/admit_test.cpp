// Every refusal of spec §11.2.3, and their order.
#include "harness/reference/admit.h"

#include <gtest/gtest.h>

#include <optional>

#include "harness/reference/test_views.h"

namespace grit::reference {
namespace {

std::optional<Refusal> refusal_of(const GradedArray& array, const Demands& demands = {}) {
  const auto admitted = admit(array.view(), demands);
  if (admitted) return std::nullopt;
  return admitted.error();
}

// MXFP4 [2, 64], axis 1.
GradedArray mxfp4() {
  return graded(kMxfp4Grade, {2, 64}, 1, PlaneBuffers{filled(64, 0), filled(4, 0x7F), {}, {}});
}

constexpr std::string_view kRtzGrade = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs,dr=rtz)";

GradedArray mxfp4_as(std::string_view grade) {
  GradedArray array = graded(grade, {2, 64}, 1, PlaneText{});
  array.planes() = mxfp4().planes();
  return array;
}

TEST(Admit, LetsAViewIn) {
  EXPECT_EQ(refusal_of(mxfp4()), std::nullopt);
  EXPECT_EQ(refusal_of(mxfp4(), {.decodable = true, .registered = true, .sound_cells = true}),
            std::nullopt);
}

TEST(Admit, GradeUnknown) {
  // Step 1 of check, with everything after it wrong too.
  GradedArray array = mxfp4();
  array.descriptor().version = 2;
  array.descriptor().placement_data = 0x2000000000000000;
  array.planes()[0].clear();
  EXPECT_EQ(refusal_of(array), Refusal::kGradeUnknown);
  // The string: not canonical, not a grade, without a descriptor, of another id.
  for (const std::string_view text :
       {std::string_view("grit1(e=e2m1,k0=032,s0=e8m0,esr=exp2floormaxabs)"),
        std::string_view("GRADE_MXFP4"), std::string_view(""),
        std::string_view("grit1(e=e2m1,k0=65536,s0=e8m0,esr=exp2floormaxabs)"),
        std::string_view("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)")}) {
    array = mxfp4();
    array.grade = text;
    EXPECT_EQ(refusal_of(array), Refusal::kGradeUnknown) << text;
  }
  // The frame, in a field that step 1 does not judge.
  array = mxfp4();
  array.descriptor().k0 = 16;
  EXPECT_EQ(refusal_of(array), Refusal::kGradeUnknown);
  array = mxfp4();
  array.descriptor().flags = kFlagInterleaved;
  EXPECT_EQ(refusal_of(array), Refusal::kGradeUnknown);
  // A zero point beside sparsity has a descriptor, which step 1 refuses.
  EXPECT_EQ(refusal_of(graded("grit1(e=u4,k0=4,s0=u6,zp=u4,sp=1:2:u2:unord,esr=affineminmax)", {4},
                              0, PlaneText{})),
            Refusal::kGradeUnknown);
}

TEST(Admit, PlacementUnknown) {
  GradedArray array = mxfp4_as(kRtzGrade);
  array.descriptor().placement_scale = 0x2000000000000000;
  array.planes()[0].clear();
  EXPECT_EQ(refusal_of(array, {.decodable = true}), Refusal::kPlacementUnknown);
  array = mxfp4();
  array.descriptor().placement_meta = kRowMajor;  // without an aux plane
  EXPECT_EQ(refusal_of(array), Refusal::kPlacementUnknown);
}

TEST(Admit, GradeUnsupported) {
  for (const std::string_view grade :
       {kRtzGrade, std::string_view("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs,ds=ovfinf)"),
        std::string_view("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs,dt=binary16)")}) {
    GradedArray array = mxfp4_as(grade);
    array.descriptor().placement_data = kUnspecified;
    EXPECT_EQ(refusal_of(array, {.decodable = true}), Refusal::kGradeUnsupported) << grade;
    EXPECT_EQ(refusal_of(array), Refusal::kRelayoutUnsupported) << grade;
  }
  // er, es, esn, ao … decide nothing about decoding.
  const GradedArray array = mxfp4_as("grit1(e=e2m1,k0=32,s0=e8m0,er=rtz,esr=exp2floormaxabs)");
  EXPECT_EQ(refusal_of(array, {.decodable = true}), std::nullopt);
  EXPECT_EQ(refusal_of(array, {.decodable = true, .registered = true}), Refusal::kGradeUnsupported);
}

TEST(Admit, RelayoutUnsupported) {
  // 4 before 5: a plane is too short as well.
  for (const Placement data : {kUnspecified, kTile16x16, kMetaM16N8K32, kPackK4_12B, kSwizzle128x4B,
                               Placement{0x8000000000000001}, Placement{0xF000000000000001}}) {
    GradedArray array = mxfp4();
    array.descriptor().placement_data = data;
    array.planes()[0].pop_back();
    EXPECT_EQ(refusal_of(array), Refusal::kRelayoutUnsupported) << std::hex << data;
  }
  for (const Placement scale : {kUnspecified, kColMajor, kTile16x16, kBlockAos, kPackK4_12B}) {
    GradedArray array = mxfp4();
    array.descriptor().placement_scale = scale;
    EXPECT_EQ(refusal_of(array), Refusal::kRelayoutUnsupported) << std::hex << scale;
  }
  // COL_MAJOR is for rank 2, also where §6 has no answer.
  GradedArray array = mxfp4();
  array.descriptor().placement_data = kColMajor;
  array.array.shape = {2, 1, 64};
  EXPECT_EQ(refusal_of(array), Refusal::kRelayoutUnsupported);
  // Swizzle: scales of at most 8 bits.
  array = graded(kQ8_0Grade, {32}, 0, PlaneBuffers{filled(32, 0), filled(2, 0), {}, {}});
  EXPECT_EQ(refusal_of(array), std::nullopt);
  array.descriptor().placement_scale = kSwizzle128x4B;
  EXPECT_EQ(refusal_of(array), Refusal::kRelayoutUnsupported);
  // Metadata lies in plane order or not at all.
  array =
      graded(kI8s24Grade, {32}, 0, PlaneBuffers{filled(16, 0), filled(2, 0), {}, filled(4, 0x44)});
  array.descriptor().placement_meta = kLinearMeta;
  EXPECT_EQ(refusal_of(array), std::nullopt);
  for (const Placement meta : {kMetaM16N8K32, kColMajor, kSwizzle128x4B}) {
    array.descriptor().placement_meta = meta;
    EXPECT_EQ(refusal_of(array), Refusal::kRelayoutUnsupported) << std::hex << meta;
  }
  // An empty array has its placements judged too.
  array = graded(kMxfp4Grade, {0}, 0, PlaneText{});
  array.descriptor().placement_scale = kUnspecified;
  EXPECT_EQ(refusal_of(array), Refusal::kRelayoutUnsupported);
}

TEST(Admit, BlocksNeedTheirFrameAndPlaneOrderBesideThem) {
  GradedArray array = graded(kMxfp4Grade, {64}, 0, PlaneBuffers{filled(34, 0), {}, {}, {}});
  array.descriptor().placement_data = kBlockAos;
  EXPECT_EQ(refusal_of(array), std::nullopt);
  array.descriptor().placement_scale = kSwizzle128x4B;
  EXPECT_EQ(refusal_of(array), Refusal::kRelayoutUnsupported);
  // The frame of MXFP4, not its id.
  array = graded("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)", {64}, 0,
                 PlaneBuffers{filled(34, 0), {}, {}, {}});
  array.descriptor().placement_data = kBlockAos;
  EXPECT_EQ(refusal_of(array), std::nullopt);
  array.descriptor().placement_data = kPackK4_12B;
  EXPECT_EQ(refusal_of(array), Refusal::kRelayoutUnsupported);
  // Another group size is another frame.
  array = graded("grit1(e=e2m1,k0=16,s0=e8m0,esr=exp2floormaxabs)", {64}, 0,
                 PlaneBuffers{filled(34, 0), {}, {}, {}});
  array.descriptor().placement_data = kBlockAos;
  EXPECT_EQ(refusal_of(array), Refusal::kRelayoutUnsupported);
  array = graded(kQ4ksGrade, {2, 128}, 1, PlaneBuffers{filled(144, 0), {}, {}, {}});
  array.descriptor().placement_data = kPackK4_12B;  // one block across two lines
  EXPECT_EQ(refusal_of(array), std::nullopt);
  array.descriptor().placement_data = kBlockAos;
  EXPECT_EQ(refusal_of(array), Refusal::kRelayoutUnsupported);
}

TEST(Admit, SizeMismatch) {
  for (std::size_t plane = 0; plane < kPlaneCount; ++plane) {
    GradedArray array = mxfp4();
    array.planes()[plane].push_back(std::byte{0});
    EXPECT_EQ(refusal_of(array), Refusal::kSizeMismatch) << plane;
  }
  GradedArray array = mxfp4();
  array.array.shape = {2, 63};
  EXPECT_EQ(refusal_of(array), Refusal::kSizeMismatch);
  array.array.shape = {};
  EXPECT_EQ(refusal_of(array), Refusal::kSizeMismatch);
  array = graded("grit1(e=u4,k0=0,s0=u6,esr=affineminmax)", {4}, 0, PlaneText{});
  EXPECT_EQ(refusal_of(array), Refusal::kSizeMismatch);
  // A swizzled scale has its padded length, and blocks have theirs.
  array = mxfp4();
  array.descriptor().placement_scale = kSwizzle128x4B;
  EXPECT_EQ(refusal_of(array), Refusal::kSizeMismatch);
  array.planes()[1] = filled(512, 0);
  EXPECT_EQ(refusal_of(array), std::nullopt);
  array.descriptor().placement_scale = kRowMajor;
  array.descriptor().placement_data = kBlockAos;
  array.planes() = {filled(64, 0), filled(4, 0), {}, {}};
  EXPECT_EQ(refusal_of(array), Refusal::kSizeMismatch);
  // 2^62 elements need 2^61 bytes, and 2^63 - 1 swizzled lines 2^65.
  array = graded(kMxfp4Grade, {std::int64_t{1} << 62}, 0, PlaneText{});
  EXPECT_EQ(refusal_of(array), Refusal::kSizeMismatch);
  array = graded("grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)", {INT64_MAX, 1}, 1, PlaneText{});
  array.descriptor().placement_scale = kSwizzle128x4B;
  EXPECT_EQ(refusal_of(array), Refusal::kSizeMismatch);
}

TEST(Admit, DigestMismatch) {
  const auto sparse = [](std::string_view order, std::string_view aux) {
    return graded("grit1(e=s8,k0=4,s0=u8,sp=2:4:u4:" + std::string(order) + ",esr=ratiomaxabs)",
                  {4}, 0, PlaneText{.data = "0102", .scale0 = "01", .aux = aux});
  };
  const Demands demands{.sound_cells = true};
  EXPECT_EQ(refusal_of(sparse("asclsb", "31"), demands), std::nullopt);
  EXPECT_EQ(refusal_of(sparse("unord", "13"), demands), std::nullopt);
  EXPECT_EQ(refusal_of(sparse("asclsb", "13"), demands), Refusal::kDigestMismatch);
  for (const std::string_view order : {"asclsb", "unord"}) {
    EXPECT_EQ(refusal_of(sparse(order, "11"), demands), Refusal::kDigestMismatch);
    EXPECT_EQ(refusal_of(sparse(order, "40"), demands), Refusal::kDigestMismatch);
    EXPECT_EQ(refusal_of(sparse(order, "40")), std::nullopt);  // nobody demands it
  }
}

TEST(Admit, RefusalNames) {
  EXPECT_EQ(refusal_name(Refusal::kGradeUnknown), "GradeUnknown");
  EXPECT_EQ(refusal_name(Refusal::kSliceSplitsGroup), "SliceSplitsGroup");
  EXPECT_EQ(refusal_name(Refusal::kGroupAxisMoved), "GroupAxisMoved");
}

}  // namespace
}  // namespace grit::reference
