// slice: the table of spec §12.6, and bytes by hand from the clauses that are named.
#include "grit_c/slice.h"

#include <string.h>

#include "view_fixture.h"

static const char kQ4ks[] =
    "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)";
static const char kNvf4[] = "grit1(e=e2m1,k0=16,s0=e4m3,k1=0,s1=binary32,esr=ratiomaxabs)";

// Byte i of every plane is i + 1, with the two ignored bits of every u6 set.
static struct fixture numbered(struct grit_shape shape, int16_t group_axis) {
  struct fixture f = fixture_of(kQ4ks, shape, group_axis);
  for (unsigned plane = 0; plane < GRIT_PLANE_COUNT; ++plane) {
    for (size_t i = 0; i < f.sizes[plane]; ++i) {
      const bool is_u6 = plane == GRIT_PLANE_SCALE0 || plane == GRIT_PLANE_AUX;
      f.planes[plane][i] = (uint8_t)(((i + 1) & 0xFF) | (is_u6 ? 0xC0 : 0));
    }
  }
  return f;
}

static void q4ks(struct test* test) {
  struct fixture f = numbered(EXTENTS(2, 512), 1);
  struct result result = slice_of(test, &f, 1, 256, 512);
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  EXPECT_SHAPE(test, &result.array, 2, 256);
  EXPECT_SAME_DESCRIPTOR(test, &result.array.descriptor, &f.descriptor);
  // Of each line of 256 data bytes the second half: from bytes 128 and 384, numbered 129 and 385.
  EXPECT_EQ(test, result.array.sizes[GRIT_PLANE_DATA], 256);
  for (unsigned i = 0; i < 128; ++i) {
    EXPECT_EQ(test, result.array.planes[GRIT_PLANE_DATA][i], (129 + i) & 0xFF);
    EXPECT_EQ(test, result.array.planes[GRIT_PLANE_DATA][128 + i], (385 + i) & 0xFF);
  }
  // Groups 8 to 15 and 24 to 31, without the ignored bits; pairs 1 and 3 of four.
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "090a0b0c0d0e0f10191a1b1c1d1e1f20");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_AUX, "090a0b0c0d0e0f10191a1b1c1d1e1f20");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE1, "050607080d0e0f10");
  fixture_free(&result.array);
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, 32, 288), GRIT_REFUSAL_SLICE_SPLITS_GROUP);
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, 16, 512), GRIT_REFUSAL_SLICE_SPLITS_GROUP);
  fixture_free(&f);

  f = numbered(EXTENTS(8, 64), 1);
  result = slice_of(test, &f, 0, 4, 8);
  EXPECT_SHAPE(test, &result.array, 4, 64);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "090a0b0c0d0e0f10");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE1, "05060708");
  fixture_free(&result.array);
  // Lines 2 to 5 are half of each level-1 group, 8 groups in all.
  EXPECT_REFUSAL(test, slice_of(test, &f, 0, 2, 6), GRIT_REFUSAL_SLICE_SPLITS_GROUP);
  fixture_free(&f);

  f = numbered(EXTENTS(4, 64), 1);
  EXPECT_REFUSAL(test, slice_of(test, &f, 0, 0, 2), GRIT_REFUSAL_SLICE_SPLITS_GROUP);
  result = slice_of(test, &f, 1, 32, 32);
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  EXPECT_SHAPE(test, &result.array, 4, 0);
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    EXPECT_EQ(test, result.array.sizes[i], 0);
  }
  fixture_free(&result.array);
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, 33, 33), GRIT_REFUSAL_SLICE_SPLITS_GROUP);
  EXPECT_REFUSAL(test, slice_of(test, &f, 2, 0, 0), GRIT_REFUSAL_SLICE_RANGE);
  EXPECT_REFUSAL(test, slice_of(test, &f, SIZE_MAX, 0, 0), GRIT_REFUSAL_SLICE_RANGE);
  EXPECT_REFUSAL(test, slice_of(test, &f, 0, 3, 2), GRIT_REFUSAL_SLICE_RANGE);
  EXPECT_REFUSAL(test, slice_of(test, &f, 0, 0, 5), GRIT_REFUSAL_SLICE_RANGE);
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, -32, 32), GRIT_REFUSAL_SLICE_RANGE);
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, INT64_MIN, INT64_MAX), GRIT_REFUSAL_SLICE_RANGE);
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, 1, 1000), GRIT_REFUSAL_SLICE_RANGE);  // range first
  fixture_free(&f);
}

// §12.6.5: with k1 = 0 the one scale stays, also with an empty result; and an axis between others.
static void one_outer_scale(struct test* test) {
  struct fixture f = fixture_of(kNvf4, EXTENTS(4, 64), 1);
  fixture_plane(&f, GRIT_PLANE_SCALE1, "2549923a");
  struct result result = slice_of(test, &f, 0, 1, 1);
  EXPECT_SHAPE(test, &result.array, 0, 64);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE1, "2549923a");
  struct result again = slice_of(test, &result.array, 0, 0, 0);
  EXPECT_SAME_PLANES(test, &again.array, &result.array);
  fixture_free(&again.array);
  fixture_free(&result.array);
  fixture_free(&f);

  // Ignored bits of a scale1 that is no whole byte go: 5 and 9 are 12 bits.
  f = fixture_of("grit1(e=u8,k0=1,s0=u8,k1=0,s1=u6,zp=u8,zps=l1,esr=affineminmax)", EXTENTS(1), 0);
  fixture_plane(&f, GRIT_PLANE_SCALE1, "45f2");
  result = slice_of(test, &f, 0, 1, 1);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE1, "4502");
  fixture_free(&result.array);
  fixture_free(&f);

  // Shape [2, 3, 2], group axis 1: lines are (a0, a2), 2·a0 + a2. Axis 2 from 1: lines 1 and 3.
  f = fixture_of("grit1(e=u8,k0=3,s0=u8,esr=ratiomaxabs)", EXTENTS(2, 3, 2), 1);
  fixture_plane(&f, GRIT_PLANE_DATA, "0102030405060708090a0b0c");
  fixture_plane(&f, GRIT_PLANE_SCALE0, "11121314");
  result = slice_of(test, &f, 2, 1, 2);
  EXPECT_SHAPE(test, &result.array, 2, 3, 1);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "0405060a0b0c");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "1214");
  fixture_free(&result.array);
  result = slice_of(test, &f, 0, 1, 2);  // lines 2 and 3
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "0708090a0b0c");
  fixture_free(&result.array);
  fixture_free(&f);
}

// §12.6.1 with codes that cross bytes: u6 codes 2 and 3 of 1, 2, 3, 4 are 2 + 3 · 2^6 = 0xc2.
static void bits(struct test* test) {
  struct fixture f = fixture_of("grit1(e=u6,k0=1,s0=u8,esr=ratiomaxabs)", EXTENTS(4), 0);
  fixture_plane(&f, GRIT_PLANE_DATA, "813010");
  struct result result = slice_of(test, &f, 0, 1, 3);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "c200");
  fixture_free(&result.array);
  fixture_free(&f);
  // 000010 000011 and four ignored bits.
  f = fixture_of("grit1(e=u6,k0=1,s0=u8,po=msb,esr=ratiomaxabs)", EXTENTS(4), 0);
  fixture_plane(&f, GRIT_PLANE_DATA, "0420c4");
  result = slice_of(test, &f, 0, 1, 3);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "0830");
  fixture_free(&result.array);
  // In COL_MAJOR and back in it (§12.5.1): lines 1 2 and 3 4 lie 1 3 2 4; the second column is 2 4.
  fixture_free(&f);
  f = fixture_of("grit1(e=u4,k0=1,s0=u8,esr=ratiomaxabs)", EXTENTS(2, 2), 1);
  f.descriptor.placement_data = GRIT_PLACEMENT_COL_MAJOR;
  fixture_plane(&f, GRIT_PLANE_DATA, "3142");
  result = slice_of(test, &f, 1, 1, 2);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "42");
  fixture_free(&result.array);
  fixture_free(&f);
}

static void sparse(struct test* test) {
  // 2 of 4, k0 = 2: three cells with slots (0,1), (1,2), (2,3) as 4-bit numbers 4, 9, e.
  static const char grade[] = "grit1(e=s8,k0=2,s0=u8,sp=2:4:u2:asclsb,esr=ratiomaxabs)";
  struct fixture f = fixture_of(grade, EXTENTS(12), 0);
  fixture_plane(&f, GRIT_PLANE_DATA, "010203040506");
  fixture_plane(&f, GRIT_PLANE_SCALE0, "111213141516");
  fixture_plane(&f, GRIT_PLANE_AUX, "94fe");
  struct result result = slice_of(test, &f, 0, 4, 12);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "03040506");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "13141516");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_AUX, "e9");
  fixture_free(&result.array);
  EXPECT_REFUSAL(test, slice_of(test, &f, 0, 2, 12), GRIT_REFUSAL_SLICE_SPLITS_GROUP);  // a cell
  // A cell that names a position twice, or out of order; it is judged before the range.
  fixture_plane(&f, GRIT_PLANE_AUX, "54fe");
  EXPECT_REFUSAL(test, slice_of(test, &f, 9, 0, 0), GRIT_REFUSAL_DIGEST_MISMATCH);
  fixture_plane(&f, GRIT_PLANE_AUX, "64fe");
  EXPECT_REFUSAL(test, slice_of(test, &f, 0, 0, 4), GRIT_REFUSAL_DIGEST_MISMATCH);
  fixture_free(&f);
  // Unordered metadata may descend; no index may be sp_m or above (3:5 of §11.6, cell 1 names 7).
  f = fixture_of("grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:unord,esr=ratiomaxabs)", EXTENTS(10), 0);
  fixture_plane(&f, GRIT_PLANE_AUX, "141340");  // slots 4, 1, 3 and 1, 0, 4
  result = slice_of(test, &f, 0, 5, 10);
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_AUX, "0104");
  fixture_free(&result.array);
  fixture_plane(&f, GRIT_PLANE_AUX, "147320");  // slots 4, 1, 3 and 7, 0, 2
  EXPECT_REFUSAL(test, slice_of(test, &f, 0, 0, 10), GRIT_REFUSAL_DIGEST_MISMATCH);
  fixture_free(&f);
}

// Every refusal in its order: each hides the next (spec §11.2.3). slice asks nothing of dr.
static void refusals(struct test* test) {
  static const char grade[] = "grit1(e=s8,k0=2,s0=u8,sp=2:4:u2:asclsb,esr=ratiomaxabs,dr=rtz)";
  struct fixture f = fixture_of(grade, EXTENTS(8), 0);
  f.grade = "grit1()";
  f.descriptor.placement_scale = 7;
  f.descriptor.placement_data = 0;
  fixture_plane(&f, GRIT_PLANE_DATA, "010203");
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, 0, 0), GRIT_REFUSAL_GRADE_UNKNOWN);
  f.grade = grade;
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, 0, 0), GRIT_REFUSAL_PLACEMENT_UNKNOWN);
  f.descriptor.placement_scale = GRIT_PLACEMENT_ROW_MAJOR;
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, 0, 0), GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);
  f.descriptor.placement_data = GRIT_PLACEMENT_LINEAR_META;
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, 0, 0), GRIT_REFUSAL_SIZE_MISMATCH);
  fixture_plane(&f, GRIT_PLANE_DATA, "01020304");
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, 0, 0), GRIT_REFUSAL_DIGEST_MISMATCH);  // slots 0, 0
  fixture_plane(&f, GRIT_PLANE_AUX, "44");
  EXPECT_REFUSAL(test, slice_of(test, &f, 1, 0, 0), GRIT_REFUSAL_SLICE_RANGE);
  EXPECT_REFUSAL(test, slice_of(test, &f, 0, 2, 2), GRIT_REFUSAL_SLICE_SPLITS_GROUP);
  struct result result = slice_of(test, &f, 0, 4, 4);
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  fixture_free(&result.array);
  fixture_free(&f);
}

void test_slice(struct test* test) {
  q4ks(test);
  one_outer_scale(test);
  bits(test);
  sparse(test);
  refusals(test);
}
