// transpose: the examples of spec §12.7, and bytes by hand from the clauses that are named.
#include "grit_c/transpose.h"

#include <string.h>

#include "view_fixture.h"

static const char kMxfp4[] = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";
static const char kQ4ks[] =
    "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)";

static void examples(struct test* test) {
  struct fixture f = fixture_of(kMxfp4, EXTENTS(2, 3, 32), 2);
  f.descriptor.note = 0x0000CD01;
  fixture_plane(&f, GRIT_PLANE_SCALE0, "000102030405");
  for (size_t i = 0; i < f.sizes[GRIT_PLANE_DATA]; ++i) {
    f.planes[GRIT_PLANE_DATA][i] = (uint8_t)(i / 16);  // the number of its line
  }
  struct grit_descriptor expected = f.descriptor;
  struct result result = transpose_of(test, &f, AXES(0, 2, 1), 1);  // a pure relabelling
  expected.group_axis = 1;
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  EXPECT_SHAPE(test, &result.array, 2, 32, 3);
  EXPECT_SAME_DESCRIPTOR(test, &result.array.descriptor, &expected);
  EXPECT_SAME_PLANES(test, &result.array, &f);
  fixture_free(&result.array);

  result = transpose_of(test, &f, AXES(1, 0, 2), 2);
  expected.group_axis = 2;
  EXPECT_SHAPE(test, &result.array, 3, 2, 32);
  EXPECT_SAME_DESCRIPTOR(test, &result.array.descriptor, &expected);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "000301040205");
  static const uint8_t lines[] = {0, 3, 1, 4, 2, 5};
  for (size_t i = 0; i < result.array.sizes[GRIT_PLANE_DATA]; ++i) {
    EXPECT_EQ(test, result.array.planes[GRIT_PLANE_DATA][i], lines[i / 16]);
  }
  fixture_free(&result.array);
  EXPECT_REFUSAL(test, transpose_of(test, &f, AXES(1, 0, 2), 0), GRIT_REFUSAL_GROUP_AXIS_MOVED);
  EXPECT_REFUSAL(test, transpose_of(test, &f, AXES(1, 0, 2), 3), GRIT_REFUSAL_GROUP_AXIS_MOVED);
  EXPECT_REFUSAL(test, transpose_of(test, &f, AXES(1, 0, 2), -1), GRIT_REFUSAL_GROUP_AXIS_MOVED);
  EXPECT_REFUSAL(test, transpose_of(test, &f, AXES(0, 0, 2), 2), GRIT_REFUSAL_BAD_PERMUTATION);
  EXPECT_REFUSAL(test, transpose_of(test, &f, AXES(0, 1, 3), 7), GRIT_REFUSAL_BAD_PERMUTATION);
  EXPECT_REFUSAL(test, transpose_of(test, &f, AXES(0, 1, SIZE_MAX), 2),
                 GRIT_REFUSAL_BAD_PERMUTATION);
  fixture_free(&f);
}

static void level1_groups(struct test* test) {
  struct fixture f = fixture_of(kQ4ks, EXTENTS(2, 2, 64), 2);
  fixture_plane(&f, GRIT_PLANE_SCALE0, "0102030405060708");
  fixture_plane(&f, GRIT_PLANE_SCALE1, "11121314");
  fixture_plane(&f, GRIT_PLANE_AUX, "1112131415161718");
  struct result result = transpose_of(test, &f, AXES(1, 0, 2), 2);  // lines 0, 2, 1, 3
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "0102050603040708");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_AUX, "1112151613141718");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE1, "11121314");
  fixture_free(&result.array);
  fixture_free(&f);
  f = fixture_of(kQ4ks, EXTENTS(2, 2, 128), 2);
  EXPECT_REFUSAL(test, transpose_of(test, &f, AXES(1, 0, 2), 2), GRIT_REFUSAL_SLICE_SPLITS_GROUP);
  result = transpose_of(test, &f, AXES(0, 2, 1), 1);  // a relabelling splits nothing
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  fixture_free(&result.array);
  fixture_free(&f);
  // [2, 2, 256]: every line is a level-1 group, and its pair goes along: 0, 2, 1, 3.
  f = fixture_of(kQ4ks, EXTENTS(2, 2, 256), 2);
  fixture_plane(&f, GRIT_PLANE_SCALE1, "000000011000100120002001a000a001");
  result = transpose_of(test, &f, AXES(1, 0, 2), 2);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE1, "000000012000200110001001a000a001");
  fixture_free(&result.array);
  fixture_free(&f);
}

// §12.7.5 and §12.7.6: a relabelling passes everything on; where lines move, ignored bits are 0.
static void ignored_bits(struct test* test) {
  struct fixture f =
      fixture_of("grit1(e=u4,k0=1,s0=u6,zp=u4,esr=affineminmax)", EXTENTS(1, 1, 3), 2);
  fixture_plane(&f, GRIT_PLANE_DATA, "21f3");
  fixture_plane(&f, GRIT_PLANE_SCALE0, "c1c2c3");
  fixture_plane(&f, GRIT_PLANE_AUX, "f1f2f3");
  struct result result = transpose_of(test, &f, AXES(0, 2, 1), 1);
  EXPECT_SAME_PLANES(test, &result.array, &f);
  fixture_free(&result.array);
  result = transpose_of(test, &f, AXES(1, 0, 2), 2);  // extents of 1 leave every line where it was
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, "2103");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "010203");
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_AUX, "010203");
  fixture_free(&result.array);
  fixture_free(&f);
  // A relabelling of rank 2 keeps COL_MAJOR and the swizzle's padding as they are.
  f = fixture_of("grit1(e=u4,k0=1,s0=u6,esr=ratiomaxabs)", EXTENTS(2, 2), 1);
  f.descriptor.placement_data = GRIT_PLACEMENT_COL_MAJOR;
  f.descriptor.placement_scale = GRIT_PLACEMENT_SWIZZLE_128X4B;
  fixture_resize(&f, GRIT_PLANE_SCALE0, 512);
  memset(f.planes[GRIT_PLANE_SCALE0], 0xEE, 512);
  fixture_plane(&f, GRIT_PLANE_DATA, "3142");
  result = transpose_of(test, &f, AXES(1, 0), 0);
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  EXPECT_SAME_PLANES(test, &result.array, &f);
  fixture_free(&result.array);
  fixture_free(&f);
}

// No line moves in an empty array; its one outer pair is rebuilt (§12.1.5, §12.7.6).
static void empty(struct test* test) {
  struct fixture f = fixture_of("grit1(e=u8,k0=1,s0=u8,k1=0,s1=u6,zp=u8,zps=l1,esr=affineminmax)",
                                EXTENTS(INT64_C(1) << 62, INT64_C(1) << 62, 0), 2);
  fixture_plane(&f, GRIT_PLANE_SCALE1, "45f2");
  struct result result = transpose_of(test, &f, AXES(1, 0, 2), 2);
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE1, "4502");
  fixture_free(&result.array);
  result = transpose_of(test, &f, AXES(0, 1, 2), 2);
  EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE1, "45f2");
  fixture_free(&result.array);
  fixture_free(&f);
}

static void refusals(struct test* test) {
  static const char grade[] = "grit1(e=s8,k0=4,s0=u8,sp=2:4:u2:unord,esr=ratiomaxabs,ds=satmax)";
  struct fixture f = fixture_of(grade, EXTENTS(2, 4), 1);
  f.grade = "grit1()";
  f.descriptor.placement_meta = 0;
  f.descriptor.placement_scale = 0;
  fixture_resize(&f, GRIT_PLANE_DATA, 5);
#define EXPECT_NEXT(refusal) EXPECT_REFUSAL(test, transpose_of(test, &f, AXES(1, 1), 0), refusal)
  EXPECT_NEXT(GRIT_REFUSAL_GRADE_UNKNOWN);
  f.grade = grade;
  EXPECT_NEXT(GRIT_REFUSAL_PLACEMENT_UNKNOWN);
  f.descriptor.placement_meta = GRIT_PLACEMENT_LINEAR_META;
  EXPECT_NEXT(GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);
  f.descriptor.placement_scale = GRIT_PLACEMENT_LINEAR_META;
  EXPECT_NEXT(GRIT_REFUSAL_SIZE_MISMATCH);
  fixture_resize(&f, GRIT_PLANE_DATA, 4);
  EXPECT_NEXT(GRIT_REFUSAL_DIGEST_MISMATCH);
  fixture_plane(&f, GRIT_PLANE_AUX, "1e");  // slots 2, 3 and 1, 0... the order is free
  EXPECT_NEXT(GRIT_REFUSAL_BAD_PERMUTATION);
#undef EXPECT_NEXT
  EXPECT_REFUSAL(test, transpose_of(test, &f, AXES(1, 0), 1), GRIT_REFUSAL_GROUP_AXIS_MOVED);
  struct result result = transpose_of(test, &f, AXES(1, 0), 0);
  EXPECT_EQ(test, result.refusal, GRIT_ACCEPTED);
  EXPECT_SAME_PLANES(test, &result.array, &f);
  fixture_free(&result.array);
  fixture_free(&f);
}

void test_transpose(struct test* test) {
  examples(test);
  level1_groups(test);
  ignored_bits(test);
  empty(test);
  refusals(test);
}
