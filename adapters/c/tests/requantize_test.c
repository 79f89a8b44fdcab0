// requantize: the example of spec §12.8, and bytes by hand from the formulas of spec §9.
#include "grit_c/requantize.h"

#include <string.h>

#include "view_fixture.h"

static const char kMxfp4[] = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";
static const char kNvf4[] = "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)";
static const char kI8s24[] = "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)";

static void example(struct test* test) {
  struct fixture f = fixture_of(kMxfp4, EXTENTS(32), 0);
  fixture_plane(&f, GRIT_PLANE_DATA, "11111111111111111111111111111111");
  fixture_plane(&f, GRIT_PLANE_SCALE0, "80");
  f.descriptor.note = 0xDEAD0001;
  struct result result = requantize_of(test, &f, AXES(0), 0);
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "66666666666666666666666666666666");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "7d");
  EXPECT_SAME_DESCRIPTOR(test, &result.array.descriptor, &f.descriptor);
  fixture_free(&result.array);
  // In blocks and back in them (§12.5.1): the scale, then the codes.
  struct result packed = relayout_of(test, &f, GRIT_ROLE_DATA, GRIT_PLACEMENT_BLOCK_AOS);
  result = requantize_of(test, &packed.array, AXES(0), 0);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "7d66666666666666666666666666666666");
  fixture_free(&result.array);
  fixture_free(&packed.array);
  fixture_free(&f);
}

// [32, 32] with groups along axis 1, line r all 2^(r mod 4): each value is 1 × 2^(r mod 4), code 2.
// Along axis 0 every new line is 1, 2, 4, 8, …: amax 8, rule 3, x = 1, codes of 0.5, 1, 2, 4.
static void other_axis(struct test* test) {
  struct fixture f = fixture_of(kMxfp4, EXTENTS(32, 32), 1);
  memset(f.planes[GRIT_PLANE_DATA], 0x22, f.sizes[GRIT_PLANE_DATA]);
  for (unsigned r = 0; r < 32; ++r) {
    f.planes[GRIT_PLANE_SCALE0][r] = (uint8_t)(0x7F + r % 4);
  }
  struct result kept = requantize_of(test, &f, AXES(0, 1), 0);
  struct result turned = requantize_of(test, &f, AXES(1, 0), 1);
  EXPECT_EQ(test, kept.array.descriptor.group_axis, 0);
  EXPECT_EQ(test, turned.array.descriptor.group_axis, 1);
  for (size_t i = 0; i < 512; ++i) {
    EXPECT_EQ(test, kept.array.planes[GRIT_PLANE_DATA][i], i % 2 == 0 ? 0x21 : 0x64);
  }
  for (size_t i = 0; i < 32; ++i) {
    EXPECT_EQ(test, kept.array.planes[GRIT_PLANE_SCALE0][i], 0x80);
  }
  EXPECT_SAME_PLANES(test, &kept.array, &turned.array);
  fixture_free(&kept.array);
  fixture_free(&turned.array);
  fixture_free(&f);
  // [2, 32, 3] to [3, 2, 32] along the last: line a2 · 2 + a0 has the values of line a0 · 3 + a2,
  // which are 0.5 × 2^3 × 2^(line − 3): amax 2^(line − 1), x = line − 3, code 6 (4), scale as it
  // was.
  f = fixture_of(kMxfp4, EXTENTS(2, 32, 3), 1);
  memset(f.planes[GRIT_PLANE_DATA], 0x66, f.sizes[GRIT_PLANE_DATA]);
  fixture_plane(&f, GRIT_PLANE_SCALE0, "808182838485");
  struct result moved = requantize_of(test, &f, AXES(2, 0, 1), 2);
  EXPECT_SHAPE(test, &moved.array, 3, 2, 32);
  EXPECT_PLANE(test, &moved.array, GRIT_PLANE_SCALE0, "808381848285");
  EXPECT_EQ(test, moved.array.planes[GRIT_PLANE_DATA][95], 0x66);
  fixture_free(&moved.array);
  fixture_free(&f);
}

// NaN is encoded as §9 says, and cells that name one position twice are decoded as §11.6 says.
static void whatever_they_are(struct test* test) {
  struct fixture f = fixture_of(kMxfp4, EXTENTS(32), 0);
  fixture_plane(&f, GRIT_PLANE_DATA, "11111111111111111111111111111111");
  fixture_plane(&f, GRIT_PLANE_SCALE0, "ff");
  struct result result = requantize_of(test, &f, AXES(0), 0);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "ff");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "00000000000000000000000000000000");
  fixture_free(&result.array);
  fixture_free(&f);
  // Every cell names position 0 twice: of the sixteen elements 127, 64, 0, … the first eight are
  // taken, by positions 0 of the eight cells. Survivors 0 and 1, scale f16(127 / 127) = 1.
  f = fixture_of(kI8s24, EXTENTS(32), 0);
  f.planes[GRIT_PLANE_DATA][0] = 0x7F;
  f.planes[GRIT_PLANE_DATA][1] = 0x40;
  fixture_plane(&f, GRIT_PLANE_SCALE0, "003c");
  result = requantize_of(test, &f, AXES(0), 0);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "7f004000000000000000000000000000");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "003c");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_AUX, "44444444");
  fixture_free(&result.array);
  fixture_free(&f);
}

static void empty(struct test* test) {
  struct fixture f = fixture_of(kNvf4, EXTENTS(0, 48), 1);
  fixture_plane(&f, GRIT_PLANE_SCALE1, "2549923a");
  struct result result = requantize_of(test, &f, AXES(0, 1), 0);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE1, "0000803f");  // §9.3.1: amax is 0
  fixture_free(&result.array);
  f.descriptor.placement_scale = GRIT_PLACEMENT_SWIZZLE_128X4B;
  result = requantize_of(test, &f, AXES(1, 0), 0);
  EXPECT_SHAPE(test, &result.array, 48, 0);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE1, "0000803f");
  fixture_free(&result.array);
  fixture_free(&f);
  f = fixture_of(kMxfp4, EXTENTS(0, 32), 1);
  f.descriptor.placement_data = GRIT_PLACEMENT_BLOCK_AOS;
  result = requantize_of(test, &f, AXES(1, 0), 1);  // no words of work at all
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  fixture_free(&result.array);
  fixture_free(&f);
}

static void refusals(struct test* test) {
  static const char other[] = "grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:unord,esr=ratiomaxabs)";
  struct fixture f = fixture_of(kI8s24, EXTENTS(32, 2), 0);
  const struct grit_descriptor sound = f.descriptor;
  f.grade = "grit1()";
  f.descriptor.placement_data = 9;
#define EXPECT_NEXT(refusal) EXPECT_REFUSAL(test, requantize_of(test, &f, AXES(0, 0), 9), refusal)
  EXPECT_NEXT(GRIT_REFUSAL_GRADE_UNKNOWN);
  f.grade = kI8s24;
  EXPECT_NEXT(GRIT_REFUSAL_PLACEMENT_UNKNOWN);
  fixture_free(&f);
  f = fixture_of(other, EXTENTS(32, 2), 0);
  f.descriptor.placement_data = 0;
  EXPECT_NEXT(GRIT_REFUSAL_GRADE_UNSUPPORTED);  // not one of the six
  f.grade = kI8s24;
  f.descriptor = sound;
  f.descriptor.placement_data = 0;
  fixture_resize(&f, GRIT_PLANE_SCALE0, 3);
  EXPECT_NEXT(GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);
  f.descriptor = sound;
  EXPECT_NEXT(GRIT_REFUSAL_SIZE_MISMATCH);
  fixture_resize(&f, GRIT_PLANE_SCALE0, 4);
  EXPECT_NEXT(GRIT_REFUSAL_BAD_PERMUTATION);
#undef EXPECT_NEXT
  // Then sizes of the result: no such axis, and 2 is no multiple of k0.
  EXPECT_REFUSAL(test, requantize_of(test, &f, AXES(0, 1), 2), GRIT_REFUSAL_SIZE_MISMATCH);
  EXPECT_REFUSAL(test, requantize_of(test, &f, AXES(0, 1), -1), GRIT_REFUSAL_SIZE_MISMATCH);
  EXPECT_REFUSAL(test, requantize_of(test, &f, AXES(0, 1), 1), GRIT_REFUSAL_SIZE_MISMATCH);
  EXPECT_REFUSAL(test, requantize_of(test, &f, AXES(1, 0), 0), GRIT_REFUSAL_SIZE_MISMATCH);
  struct result result = requantize_of(test, &f, AXES(1, 0), 1);
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  fixture_free(&result.array);
  fixture_free(&f);
  f = fixture_of("grit1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs,dt=binary16)",
                 EXTENTS(32), 0);
  EXPECT_REFUSAL(test, requantize_of(test, &f, AXES(0), 0), GRIT_REFUSAL_GRADE_UNSUPPORTED);
  fixture_free(&f);
}

void test_requantize(struct test* test) {
  example(test);
  other_axis(test);
  whatever_they_are(test);
  empty(test);
  refusals(test);
}
