// Rules by hand from spec §10.3.
#include "harness/reference/verify.h"

#include <gtest/gtest.h>

#include "harness/reference/relayout.h"
#include "harness/reference/test_views.h"

namespace grit::reference {
namespace {

// MXFP4 [2, 64], axis 1, and the same with swizzled scales by hand: scales 11 12 of line 0 at 0 and
// 1, scales 13 14 of line 1 at 16 and 17 (spec §12.2.2).
GradedArray rows() {
  return graded(kMxfp4Grade, {2, 64}, 1, PlaneBuffers{counting(64), from_hex("11121314"), {}, {}});
}

GradedArray assumed_swizzle() {
  GradedArray array = rows();
  array.planes()[1] = filled(512, 0);
  array.planes()[1][0] = std::byte{0x11};
  array.planes()[1][1] = std::byte{0x12};
  array.planes()[1][16] = std::byte{0x13};
  array.planes()[1][17] = std::byte{0x14};
  array.descriptor().placement_scale = kSwizzle128x4B;
  array.descriptor().note = 0x4200 | kNoteAssumed;
  return array;
}

VerifyError error_of(const GradedArray& array, const GradedArray& proof) {
  const auto verified = verify_placement(array.view(), proof.view());
  EXPECT_FALSE(verified.has_value());
  const VerifyError error = verified ? VerifyError{} : verified.error();
  EXPECT_FALSE(describe(error).empty());
  return error;
}

TEST(Verify, AProofTakesTheMarkOffAndNothingElse) {
  const GradedArray array = assumed_swizzle();
  const auto verified = verify_placement(array.view(), rows().view());
  ASSERT_TRUE(verified.has_value()) << describe(verified.error());
  Descriptor expected = array.array.descriptor;
  expected.note = 0x4200;
  EXPECT_EQ(verified->descriptor, expected);
}

TEST(Verify, EveryByteCountsPaddingIncluded) {
  for (const std::size_t byte : {16u, 2u, 511u}) {  // a scale, padding, padding
    GradedArray array = assumed_swizzle();
    array.planes()[1][byte] ^= std::byte{0x80};
    EXPECT_EQ(error_of(array, rows()),
              (VerifyError{VerifyErrorKind::kOtherBytes, {}, Plane::kScale0}));
  }
  // Of every role, whatever was assumed.
  GradedArray array = assumed_swizzle();
  array.planes()[0][63] ^= std::byte{1};
  EXPECT_EQ(error_of(array, rows()), (VerifyError{VerifyErrorKind::kOtherBytes, {}, Plane::kData}));
  array = assumed_swizzle();
  array.planes()[1].pop_back();
  EXPECT_EQ(error_of(array, rows()).kind, VerifyErrorKind::kOtherBytes);
}

TEST(Verify, AnotherArrayIsNoProof) {
  GradedArray other = rows();
  other.array.shape = {64, 2};
  EXPECT_EQ(error_of(assumed_swizzle(), other).kind, VerifyErrorKind::kOtherArray);
  other = rows();
  other.descriptor().group_axis = 0;
  EXPECT_EQ(error_of(assumed_swizzle(), other).kind, VerifyErrorKind::kOtherArray);
  other = rows();
  other.grade = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)";
  EXPECT_EQ(error_of(assumed_swizzle(), other).kind, VerifyErrorKind::kOtherArray);
}

TEST(Verify, AnAssertionProvesNothing) {
  EXPECT_EQ(error_of(assumed_swizzle(), assumed_swizzle()).kind, VerifyErrorKind::kAssumedProof);
}

TEST(Verify, RefusesByNameWhatCannotBeLaidOut) {
  GradedArray opaque = assumed_swizzle();
  opaque.descriptor().placement_scale = 0xF000000000000001;
  EXPECT_EQ(error_of(opaque, rows()),
            (VerifyError{VerifyErrorKind::kRefused, Refusal::kRelayoutUnsupported, {}}));
  GradedArray unspecified = rows();
  unspecified.descriptor().placement_data = kUnspecified;
  EXPECT_EQ(error_of(assumed_swizzle(), unspecified).refusal, Refusal::kRelayoutUnsupported);
  GradedArray short_proof = rows();
  short_proof.planes()[0].pop_back();
  const VerifyError error = error_of(assumed_swizzle(), short_proof);
  EXPECT_EQ(error.refusal, Refusal::kSizeMismatch);
  EXPECT_TRUE(describe(error).starts_with("SizeMismatch"));
}

TEST(Verify, BetweenBlocksAndSwizzle) {
  // Either way leads over plane order of both.
  GradedArray blocks = rows();
  blocks.array = *relayout(rows().view(), Role::kData, kBlockAos);
  EXPECT_TRUE(verify_placement(assumed_swizzle().view(), blocks.view()).has_value());
  GradedArray proof = assumed_swizzle();
  proof.descriptor().note = 0;
  blocks.descriptor().note = kNoteAssumed;
  EXPECT_TRUE(verify_placement(blocks.view(), proof.view()).has_value());
}

}  // namespace
}  // namespace grit::reference
