// decode_view: the examples of spec §11, and each value by hand from the clause that is named.
#include "grit_c/decode_view.h"

#include <string.h>

#include "view_fixture.h"

enum {
  kNan = 0x7FC00000,
  kHalf = 0x3F000000,
  kOne = 0x3F800000,
  kTwo = 0x40000000,
  kThree = 0x40400000,
  kFour = 0x40800000,
  kFive = 0x40A00000,
  kSix = 0x40C00000
};

// A one-dimensional array of hex planes, in order data, scale0, scale1, aux.
static struct fixture line_of(const char* grade, int64_t extent, const char* data,
                              const char* scale0, const char* scale1, const char* aux) {
  struct fixture f = fixture_of(grade, EXTENTS(extent), 0);
  fixture_plane(&f, GRIT_PLANE_DATA, data);
  fixture_plane(&f, GRIT_PLANE_SCALE0, scale0);
  fixture_plane(&f, GRIT_PLANE_SCALE1, scale1);
  fixture_plane(&f, GRIT_PLANE_AUX, aux);
  return f;
}

#define EXPECT_LINE(test, grade, extent, data, scale0, scale1, aux, ...)     \
  do {                                                                       \
    struct fixture line = line_of(grade, extent, data, scale0, scale1, aux); \
    EXPECT_VALUES(test, &line, __VA_ARGS__);                                 \
    fixture_free(&line);                                                     \
  } while (0)

// spec §11.4
static void bit_strings(struct test* test) {
  EXPECT_LINE(test, "grit1(e=u6,k0=1,s0=u8,esr=ratiomaxabs)", 4, "813010", "01010101", "", "", kOne,
              kTwo, kThree, kFour);
  EXPECT_LINE(test, "grit1(e=u6,k0=1,s0=u8,po=msb,esr=ratiomaxabs)", 4, "0420c4", "01010101", "",
              "", kOne, kTwo, kThree, kFour);
  // Ignored bits: the tail of the last byte, and the high bits of a code with a byte of its own.
  EXPECT_LINE(test, "grit1(e=u4,k0=1,s0=u4,esr=ratiomaxabs)", 3, "21f3", "f10121", "", "", kOne,
              kTwo, kThree);
  EXPECT_LINE(test, "grit1(e=u4,k0=1,s0=u4,po=msb,esr=ratiomaxabs)", 3, "123f", "010101", "", "",
              kOne, kTwo, kThree);
  EXPECT_LINE(test, "grit1(e=u6,k0=1,s0=u8,ct=pad8,esr=ratiomaxabs)", 4, "0182c344", "01010101", "",
              "", kOne, kTwo, kThree, kFour);
  EXPECT_LINE(test, "grit1(e=u6,k0=1,s0=u8,ct=pad8,po=msb,esr=ratiomaxabs)", 4, "01020304",
              "01010101", "", "", kOne, kTwo, kThree, kFour);
  EXPECT_LINE(test, "grit1(e=binary16,k0=1,s0=u8,esr=ratiomaxabs)", 1, "003c", "01", "", "", kOne);
  EXPECT_LINE(test, "grit1(e=binary16,k0=1,s0=u8,po=msb,esr=ratiomaxabs)", 1, "3c00", "01", "", "",
              kOne);
  EXPECT_LINE(test, "grit1(e=binary16,k0=1,s0=u8,ct=pad8,po=msb,esr=ratiomaxabs)", 1, "3c00", "01",
              "", "", kOne);
  EXPECT_LINE(test, "grit1(e=binary32,k0=1,s0=u8,po=msb,esr=ratiomaxabs)", 1, "40400000", "01", "",
              "", kThree);
  // po is of elements only (§11.4.6): wide scales and zero points are little-endian.
  EXPECT_LINE(test, "grit1(e=u8,k0=1,s0=binary32,zp=binary16,po=msb,esr=affineminmax)", 1, "03",
              "0000803f", "", "003c", kTwo);
  // s1 = 5 and z1 = 9 as one string of u6: (5 × 3) × 2 − 9 × 1 = 21, whatever the ignored bits are.
  EXPECT_LINE(test, "grit1(e=u8,k0=1,s0=u8,k1=0,s1=u6,zp=u8,zps=l1,esr=affineminmax)", 1, "02",
              "03", "4502", "01", 0x41A80000);
  EXPECT_LINE(test, "grit1(e=u8,k0=1,s0=u8,k1=0,s1=u6,zp=u8,zps=l1,esr=affineminmax)", 1, "02",
              "03", "45f2", "01", 0x41A80000);
}

// spec §11.5, §11.8
static void values(struct test* test) {
  static const char minus1[] = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)";
  EXPECT_LINE(test, minus1, 4, "807f", "0038", "", "f7", 0xC0800000, 0, 0x40600000, 0xBF000000);
  EXPECT_LINE(test, minus1, 4, "807f", "0038", "", "0f", 0xC1000000, 0xC0800000, 0xBF000000,
              0xC0900000);
  // A zero point that is a power of two, plus 1: 1 × (5 − (2^0 + 1)); its NaN code poisons.
  EXPECT_LINE(test, "grit1(e=u8,k0=1,s0=u8,zp=e8m0,zpc=minus1,esr=affineminmax)", 2, "0505", "0101",
              "", "7fff", kThree, kNan);
  // L6: two roundings.
  EXPECT_LINE(test, "grit1(e=u8,k0=1,s0=u8,k1=1,s1=binary16,zp=u8,zps=l1,esr=affineminmax)", 1,
              "79", "7f", "bf41773e", "1a", 0x472C4C16);
  // L5: (2^100 × 2^100) × 0 is infinity × 0; the other bracket would give 0.
  EXPECT_LINE(test, "grit1(e=binary16,k0=1,s0=binary32,k1=0,s1=binary32,esr=ratiomaxabs)", 2,
              "00000100", "0000807100008071", "00008071", "", kNan, 0x7F800000);
  // A level-1 group of two groups, and one that follows: s1 is 1, then 2.
  EXPECT_LINE(test, "grit1(e=u8,k0=1,s0=u8,k1=2,s1=binary16,esr=ratiomaxabs)", 4, "01010101",
              "01020102", "003c0040", "", kOne, kTwo, kTwo, kFour);
  // L1 and L2: NaN in the scale poisons what is named, and only that. The cell's slots are 1 and 2.
  EXPECT_LINE(test, "grit1(e=s8,k0=4,s0=binary16,sp=2:4:u2:asclsb,esr=ratiomaxabs)", 4, "0a14",
              "007e", "", "09", 0, kNan, kNan, 0);
  // -0 of the element stays -0, and infinity × 0 is NaN.
  EXPECT_LINE(test, "grit1(e=e2m1,k0=1,s0=binary16,esr=ratiomaxabs)", 2, "08", "003c007c", "", "",
              0x80000000, kNan);
}

// spec §11.6
static void sparse(struct test* test) {
  EXPECT_LINE(test, "grit1(e=s8,k0=5,s0=u8,sp=3:5:u4:unord,esr=ratiomaxabs)", 10, "010203040506",
              "0203", "", "147420", 0, kTwo, 0, 0, kFour, 0x41100000, 0, 0x41400000, 0, 0);
  // k0 = 2 and sp_m = 4 (§11.3.7): slots 3 and 0; the scales are those of positions 0 and 3.
  EXPECT_LINE(test, "grit1(e=s8,k0=2,s0=u8,sp=2:4:u2:unord,esr=ratiomaxabs)", 4, "0101", "0203", "",
              "03", kTwo, 0, 0, kThree);
  // An index that is not below sp_m = 3 names nothing (§11.6.1): slots 3 and 2.
  EXPECT_LINE(test, "grit1(e=s8,k0=3,s0=u8,sp=2:3:u2:unord,esr=ratiomaxabs)", 3, "0102", "01", "",
              "0b", 0, 0, kOne);
}

// spec §11.3, §11.7
static void orders(struct test* test) {
  struct fixture f = fixture_of("grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)", EXTENTS(2, 3), 0);
  fixture_plane(&f, GRIT_PLANE_DATA, "010203040506");
  fixture_plane(&f, GRIT_PLANE_SCALE0, "010101010101");
  EXPECT_VALUES(test, &f, kOne, kThree, kFive, kTwo, kFour, kSix);
  fixture_free(&f);

  f = fixture_of("grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)", EXTENTS(2, 3, 4), 1);
  memset(f.planes[GRIT_PLANE_SCALE0], 1, f.sizes[GRIT_PLANE_SCALE0]);
  f.planes[GRIT_PLANE_DATA][23] = 4;  // (1, 2, 3), which is last in row-major order too
  f.planes[GRIT_PLANE_DATA][7] = 2;   // (0, 1, 2), row-major 1 × 4 + 2
  uint32_t expected[24] = {[6] = kTwo, [23] = kFour};
  expect_values(test, &f, expected, 24, __LINE__);
  f.descriptor.note = 0xFFFFFFFF;  // L9
  expect_values(test, &f, expected, 24, __LINE__);
  fixture_free(&f);
}

// Work and memory follow the planes (spec §11.2.5, §12.1.5).
static void empty(struct test* test) {
  static const char mxfp4[] = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";
  struct fixture arrays[] = {fixture_of(mxfp4, EXTENTS(INT64_C(1) << 40, 0), 1),
                             fixture_of(mxfp4, EXTENTS(0, 32), 1),
                             fixture_of(mxfp4, EXTENTS(INT64_C(1) << 62, INT64_C(1) << 62, 0), 2)};
  for (unsigned i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
    for (unsigned swizzled = 0; swizzled < 2; ++swizzled) {
      arrays[i].descriptor.placement_scale =
          swizzled != 0 ? GRIT_PLACEMENT_SWIZZLE_128X4B : GRIT_PLACEMENT_ROW_MAJOR;
      uint64_t count = 1;
      const struct grit_view view = fixture_view(&arrays[i]);
      EXPECT_EQ(test, grit_decode_view_accepts(&view, &count), GRIT_ACCEPTED);
      EXPECT_EQ(test, count, 0);
      EXPECT(test, grit_decode_view(&view, NULL, 0));
    }
    arrays[i].descriptor.placement_data = GRIT_PLACEMENT_UNSPECIFIED;  // judged all the same
    uint64_t count = 1;
    const struct grit_view view = fixture_view(&arrays[i]);
    EXPECT_EQ(test, grit_decode_view_accepts(&view, &count), GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);
    EXPECT_EQ(test, count, 1);
    fixture_free(&arrays[i]);
  }
}

static struct result decode_refusal(struct test* test, struct fixture* f) {
  const struct grit_view view = fixture_view(f);
  uint64_t count = 0;
  uint32_t bits[1] = {0};
  struct result result = {.refusal = grit_decode_view_accepts(&view, &count)};
  EXPECT(test, result.refusal == GRIT_ACCEPTED || !grit_decode_view(&view, bits, 0));
  result.array = fixture_of("", EXTENTS(0), 0);
  if (result.refusal != GRIT_ACCEPTED) {
    fixture_free(&result.array);
  }
  return result;
}

// The table of spec §11.2, and what it leaves out.
static void refusals(struct test* test) {
  static const char mxfp4[] = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";
#define EXPECT_CHANGED(grade, change, refusal)               \
  do {                                                       \
    struct fixture f = fixture_of(grade, EXTENTS(2, 64), 1); \
    change;                                                  \
    EXPECT_REFUSAL(test, decode_refusal(test, &f), refusal); \
    fixture_free(&f);                                        \
  } while (0)
  EXPECT_CHANGED(mxfp4, (void)0, GRIT_ACCEPTED);
  EXPECT_CHANGED(mxfp4, f.grade = "grit1(e=e2m1,k0=032,s0=e8m0,esr=exp2floormaxabs)",
                 GRIT_REFUSAL_GRADE_UNKNOWN);
  EXPECT_CHANGED(mxfp4, f.grade = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)",
                 GRIT_REFUSAL_GRADE_UNKNOWN);
  EXPECT_CHANGED(mxfp4, f.grade = "", GRIT_REFUSAL_GRADE_UNKNOWN);
  EXPECT_CHANGED(mxfp4, f.grade = "grit1(e=e2m1,k0=65536,s0=e8m0,esr=exp2floormaxabs)",
                 GRIT_REFUSAL_GRADE_UNKNOWN);
  EXPECT_CHANGED(mxfp4, f.descriptor.magic[0] = 0, GRIT_REFUSAL_GRADE_UNKNOWN);
  EXPECT_CHANGED(mxfp4, f.descriptor.k0 = 16, GRIT_REFUSAL_GRADE_UNKNOWN);
  EXPECT_CHANGED(mxfp4, f.descriptor.grade_id ^= 1, GRIT_REFUSAL_GRADE_UNKNOWN);
  EXPECT_CHANGED("grit1(e=u4,k0=1,s0=u8,zp=u4,sp=1:2:u2:unord,esr=affineminmax)", (void)0,
                 GRIT_REFUSAL_GRADE_UNKNOWN);  // §5.1.10
  EXPECT_CHANGED(mxfp4, f.descriptor.placement_scale = UINT64_C(0x2000000000000000);
                 fixture_resize(&f, GRIT_PLANE_DATA, 63), GRIT_REFUSAL_PLACEMENT_UNKNOWN);
  EXPECT_CHANGED(mxfp4, f.descriptor.placement_meta = GRIT_PLACEMENT_ROW_MAJOR,
                 GRIT_REFUSAL_PLACEMENT_UNKNOWN);
  EXPECT_CHANGED("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs,dr=rtz)",
                 f.descriptor.placement_data = 0, GRIT_REFUSAL_GRADE_UNSUPPORTED);
  EXPECT_CHANGED("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs,ds=ovfinf)", (void)0,
                 GRIT_REFUSAL_GRADE_UNSUPPORTED);
  EXPECT_CHANGED("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs,dt=binary16)", (void)0,
                 GRIT_REFUSAL_GRADE_UNSUPPORTED);
  static const uint64_t unsupported[] = {0,
                                         GRIT_PLACEMENT_TILE_16X16,
                                         GRIT_PLACEMENT_META_M16N8K32,
                                         GRIT_PLACEMENT_SWIZZLE_128X4B,
                                         GRIT_PLACEMENT_PACK_K4_12B,
                                         UINT64_C(0x8000000000000001),
                                         UINT64_C(0xF000000000000000)};
  for (unsigned i = 0; i < sizeof unsupported / sizeof unsupported[0]; ++i) {
    EXPECT_CHANGED(mxfp4, f.descriptor.placement_data = unsupported[i];
                   fixture_resize(&f, GRIT_PLANE_DATA, 63), GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);
  }
  EXPECT_CHANGED(mxfp4, f.descriptor.placement_scale = GRIT_PLACEMENT_COL_MAJOR,
                 GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);
  EXPECT_CHANGED(mxfp4, fixture_resize(&f, GRIT_PLANE_DATA, 63), GRIT_REFUSAL_SIZE_MISMATCH);
  EXPECT_CHANGED(mxfp4, fixture_resize(&f, GRIT_PLANE_AUX, 1), GRIT_REFUSAL_SIZE_MISMATCH);
  EXPECT_CHANGED(mxfp4, f.descriptor.placement_scale = GRIT_PLACEMENT_SWIZZLE_128X4B,
                 GRIT_REFUSAL_SIZE_MISMATCH);
  EXPECT_CHANGED(mxfp4, f.descriptor.placement_scale = GRIT_PLACEMENT_SWIZZLE_128X4B;
                 fixture_resize(&f, GRIT_PLANE_SCALE0, 512), GRIT_ACCEPTED);
  EXPECT_CHANGED(mxfp4, f.descriptor.group_axis = 2, GRIT_REFUSAL_SIZE_MISMATCH);
  EXPECT_CHANGED(mxfp4, f.rank = 0, GRIT_REFUSAL_SIZE_MISMATCH);  // §11.2.6
  EXPECT_CHANGED(mxfp4, f.rank = 0; f.grade = "", GRIT_REFUSAL_GRADE_UNKNOWN);
  EXPECT_CHANGED("grit1(e=u4,k0=1,s0=u8,zp=u4,esr=affineminmax)",
                 f.descriptor.placement_meta = GRIT_PLACEMENT_META_M16N8K32,
                 GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);
  EXPECT_CHANGED("grit1(e=u4,k0=1,s0=binary16,esr=ratiomaxabs)",
                 f.descriptor.placement_scale = GRIT_PLACEMENT_SWIZZLE_128X4B,
                 GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);  // wider than 8 bits
#undef EXPECT_CHANGED
  struct fixture f = fixture_of(mxfp4, EXTENTS(2, 1, 64), 2);
  f.descriptor.placement_data = GRIT_PLACEMENT_COL_MAJOR;
  EXPECT_REFUSAL(test, decode_refusal(test, &f), GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);
  fixture_free(&f);
}

void test_decode_view(struct test* test) {
  bit_strings(test);
  values(test);
  sparse(test);
  orders(test);
  empty(test);
  refusals(test);
}
