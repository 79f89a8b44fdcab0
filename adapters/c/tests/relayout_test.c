// relayout and the stored forms: the examples of spec §12.1 to §12.3 and §12.9, bytes by hand.
#include "grit_c/relayout.h"

#include <string.h>

#include "view_fixture.h"

static const char kMxfp4[] = "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)";
static const char kQ4ks[] =
    "grit1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zps=l1,esr=affineminmax)";
static const char kQ8[] = "grit1(e=s8,k0=32,s0=binary16,esr=ratiomaxabs)";

// Data to COL_MAJOR gives `col_major`, and back again what it was.
static void turns(struct test* test, const char* grade, struct grit_shape shape, int16_t axis,
                  const char* plane_order, const char* col_major) {
  struct fixture f = fixture_of(grade, shape, axis);
  fixture_plane(&f, GRIT_PLANE_DATA, plane_order);
  struct result turned = relayout_of(test, &f, GRIT_ROLE_DATA, GRIT_PLACEMENT_COL_MAJOR);
  EXPECT_EQ(test, turned.refusal, GRIT_ACCEPTED);
  EXPECT_PLANE(test, &turned.array, GRIT_PLANE_DATA, col_major);
  struct result back = relayout_of(test, &turned.array, GRIT_ROLE_DATA, GRIT_PLACEMENT_ROW_MAJOR);
  EXPECT_SAME_PLANES(test, &back.array, &f);
  EXPECT_SAME_DESCRIPTOR(test, &back.array.descriptor, &f.descriptor);
  fixture_free(&f);
  fixture_free(&turned.array);
  fixture_free(&back.array);
}

static void col_major(struct test* test) {
  turns(test, "grit1(e=u4,k0=1,s0=u8,esr=ratiomaxabs)", EXTENTS(2, 3), 1, "214365", "415263");
  turns(test, "grit1(e=u6,k0=1,s0=u8,esr=ratiomaxabs)", EXTENTS(2, 3), 1, "8130108501",
        "0121148301");
  turns(test, "grit1(e=u6,k0=1,s0=u8,po=msb,esr=ratiomaxabs)", EXTENTS(2, 3), 1, "0420c41460",
        "0440850c60");
  // Group axis 0: lines 1 2, 3 4, 5 6, so 1 3 5 2 4 6.
  turns(test, "grit1(e=u4,k0=1,s0=u8,esr=ratiomaxabs)", EXTENTS(2, 3), 0, "214365", "312564");
  // Sparse: two lines of two stored codes each are turned as they are stored (§12.2.1).
  turns(test, "grit1(e=s8,k0=4,s0=u8,sp=2:4:u2:asclsb,esr=ratiomaxabs)", EXTENTS(2, 4), 1,
        "01020304", "01030204");
}

static void swizzle(struct test* test) {
  struct fixture f = fixture_of(kMxfp4, EXTENTS(130, 160), 1);
  unsigned long sum = 0;
  for (size_t i = 0; i < f.sizes[GRIT_PLANE_SCALE0]; ++i) {  // byte (r, g) is 5 r + g mod 256
    f.planes[GRIT_PLANE_SCALE0][i] = (uint8_t)(i & 0xFF);
    sum += i & 0xFF;
  }
  struct result swizzled = relayout_of(test, &f, GRIT_ROLE_SCALE, GRIT_PLACEMENT_SWIZZLE_128X4B);
  EXPECT_EQ(test, swizzled.refusal, GRIT_ACCEPTED);
  EXPECT_EQ(test, swizzled.array.descriptor.placement_scale, GRIT_PLACEMENT_SWIZZLE_128X4B);
  EXPECT_EQ(test, swizzled.array.sizes[GRIT_PLANE_SCALE0], 2048);
  const uint8_t* scale = swizzled.array.planes[GRIT_PLANE_SCALE0];
  EXPECT_EQ(test, scale[0], 0);
  EXPECT_EQ(test, scale[22], 33 * 5 + 2);
  EXPECT_EQ(test, scale[511], (127 * 5 + 3) % 256);
  EXPECT_EQ(test, scale[512], 4);
  EXPECT_EQ(test, scale[1024], 128 * 5 % 256);
  EXPECT_EQ(test, scale[1552], (129 * 5 + 4) % 256);
  for (size_t i = 0; i < 2048; ++i) {
    sum -= scale[i];
  }
  EXPECT_EQ(test, sum, 0);                               // the padding is 0
  swizzled.array.planes[GRIT_PLANE_SCALE0][513] = 0x77;  // (0, 5): padding is ignored
  struct result back =
      relayout_of(test, &swizzled.array, GRIT_ROLE_SCALE, GRIT_PLACEMENT_ROW_MAJOR);
  EXPECT_SAME_PLANES(test, &back.array, &f);
  fixture_free(&f);
  fixture_free(&swizzled.array);
  fixture_free(&back.array);
}

// Lays *f out in blocks, expects them and the other planes empty, and undoes it.
static void packs(struct test* test, struct fixture* f, uint64_t placement, const char* blocks,
                  const struct fixture* back_again) {
  struct result packed = relayout_of(test, f, GRIT_ROLE_DATA, placement);
  EXPECT_EQ(test, packed.refusal, GRIT_ACCEPTED);
  EXPECT_PLANE(test, &packed.array, GRIT_PLANE_DATA, blocks);
  for (unsigned i = GRIT_PLANE_SCALE0; i < GRIT_PLANE_COUNT; ++i) {
    EXPECT_EQ(test, packed.array.sizes[i], 0);
  }
  struct result back = relayout_of(test, &packed.array, GRIT_ROLE_DATA, GRIT_PLACEMENT_ROW_MAJOR);
  EXPECT_SAME_PLANES(test, &back.array, back_again);
  fixture_free(&packed.array);
  fixture_free(&back.array);
}

static void blocks(struct test* test) {
  struct fixture f = fixture_of(kMxfp4, EXTENTS(32), 0);
  fixture_plane(&f, GRIT_PLANE_DATA, "1032547698badcfeefcdab8967452301");
  fixture_plane(&f, GRIT_PLANE_SCALE0, "80");
  packs(test, &f, GRIT_PLACEMENT_BLOCK_AOS, "80f0e1d2c3b4a5968778695a4b3c2d1e0f", &f);
  fixture_free(&f);

  // The frame decides, not the id (§12.1.1).
  f = fixture_of("grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2rnemaxabs)", EXTENTS(32), 0);
  packs(test, &f, GRIT_PLACEMENT_BLOCK_AOS, "0000000000000000000000000000000000", &f);
  fixture_free(&f);

  f = fixture_of(kQ8, EXTENTS(2, 32), 1);
  f.planes[GRIT_PLANE_DATA][0] = 0x11;
  f.planes[GRIT_PLANE_DATA][31] = 0x22;
  f.planes[GRIT_PLANE_DATA][32] = 0x33;
  fixture_plane(&f, GRIT_PLANE_SCALE0, "003c01bc");
  packs(test, &f, GRIT_PLACEMENT_BLOCK_AOS,
        "003c1100000000000000000000000000000000000000000000000000000000000022"
        "01bc3300000000000000000000000000000000000000000000000000000000000000",
        &f);
  fixture_free(&f);

  // Scales 1, 2, 3, 4, 33, 50, 63, 16, minima 5, 6, 7, 8, 10, 27, 44, 61. Elements 0, 32, 65 and
  // 255 are 1, 2, 3 and 15: bytes 0 (low and high nibble), 32 + 1 (low) and 96 + 31 (high).
  f = fixture_of(kQ4ks, EXTENTS(256), 0);
  f.planes[GRIT_PLANE_DATA][0] = 0x01;
  f.planes[GRIT_PLANE_DATA][16] = 0x02;
  f.planes[GRIT_PLANE_DATA][32] = 0x30;
  f.planes[GRIT_PLANE_DATA][127] = 0xF0;
  fixture_plane(&f, GRIT_PLANE_SCALE0, "0102030421323f10");
  fixture_plane(&f, GRIT_PLANE_SCALE1, "10201028");
  fixture_plane(&f, GRIT_PLANE_AUX, "050607080a1b2c3d");
  static const char expected[] =
      "1020102881c2c3440546"
      "87c8a1b2cfd0"
      "2100000000000000000000000000000000000000000000000000000000000000"
      "0003000000000000000000000000000000000000000000000000000000000000"
      "0000000000000000000000000000000000000000000000000000000000000000"
      "00000000000000000000000000000000000000000000000000000000000000f0";
  packs(test, &f, GRIT_PLACEMENT_PACK_K4_12B, expected, &f);
  // The two ignored bits of a u6 have no place in a block (§12.3.6).
  struct fixture dirty = fixture_of(kQ4ks, EXTENTS(256), 0);
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    memcpy(dirty.planes[i], f.planes[i], f.sizes[i]);
  }
  dirty.planes[GRIT_PLANE_SCALE0][0] |= 0xC0;
  dirty.planes[GRIT_PLANE_AUX][7] |= 0x40;
  packs(test, &dirty, GRIT_PLACEMENT_PACK_K4_12B, expected, &f);
  fixture_free(&f);
  fixture_free(&dirty);
}

// spec §12.9.3 and §12.9.4
static void kept_bytes(struct test* test) {
  struct fixture f = fixture_of("grit1(e=u4,k0=1,s0=u8,esr=ratiomaxabs)", EXTENTS(1, 3), 1);
  fixture_plane(&f, GRIT_PLANE_DATA, "21f3");
  fixture_plane(&f, GRIT_PLANE_SCALE0, "010203");
  f.descriptor.note = 0x00AB0001;
  static const struct {
    uint64_t placement;
    const char* data;
  } cases[] = {{GRIT_PLACEMENT_COL_MAJOR, "2103"},
               {GRIT_PLACEMENT_LINEAR_META, "21f3"},
               {GRIT_PLACEMENT_ROW_MAJOR, "21f3"}};
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    struct result result = relayout_of(test, &f, GRIT_ROLE_DATA, cases[i].placement);
    EXPECT_PLANE(test, &result.array, GRIT_PLANE_DATA, cases[i].data);
    EXPECT_PLANE(test, &result.array, GRIT_PLANE_SCALE0, "010203");
    struct grit_descriptor expected = f.descriptor;
    expected.placement_data = cases[i].placement;
    EXPECT_SAME_DESCRIPTOR(test, &result.array.descriptor, &expected);
    fixture_free(&result.array);
  }
  // COL_MAJOR to itself keeps what is there.
  f.descriptor.placement_data = GRIT_PLACEMENT_COL_MAJOR;
  struct result same = relayout_of(test, &f, GRIT_ROLE_DATA, GRIT_PLACEMENT_COL_MAJOR);
  EXPECT_SAME_PLANES(test, &same.array, &f);
  fixture_free(&same.array);
  fixture_free(&f);

  // From u6 scales to the swizzle the ignored bits go; the data's stay, for its plane is passed on.
  f = fixture_of("grit1(e=u4,k0=1,s0=u6,zp=u4,esr=affineminmax)", EXTENTS(1), 0);
  fixture_plane(&f, GRIT_PLANE_DATA, "f1");
  fixture_plane(&f, GRIT_PLANE_SCALE0, "c5");
  fixture_plane(&f, GRIT_PLANE_AUX, "f2");
  struct result swizzled = relayout_of(test, &f, GRIT_ROLE_SCALE, GRIT_PLACEMENT_SWIZZLE_128X4B);
  EXPECT_EQ(test, swizzled.array.sizes[GRIT_PLANE_SCALE0], 512);
  EXPECT_EQ(test, swizzled.array.planes[GRIT_PLANE_SCALE0][0], 0x05);
  EXPECT_PLANE(test, &swizzled.array, GRIT_PLANE_DATA, "f1");
  EXPECT_PLANE(test, &swizzled.array, GRIT_PLANE_AUX, "f2");
  struct result meta =
      relayout_of(test, &swizzled.array, GRIT_ROLE_META, GRIT_PLACEMENT_LINEAR_META);
  EXPECT_SAME_PLANES(test, &meta.array, &swizzled.array);
  EXPECT_EQ(test, meta.array.descriptor.placement_meta, GRIT_PLACEMENT_LINEAR_META);
  fixture_free(&meta.array);
  fixture_free(&swizzled.array);
  fixture_free(&f);
}

static void refusals(struct test* test) {
  struct fixture f = fixture_of(kMxfp4, EXTENTS(2, 64), 1);
#define EXPECT_UNSUPPORTED(role, placement) \
  EXPECT_REFUSAL(test, relayout_of(test, &f, role, placement), GRIT_REFUSAL_RELAYOUT_UNSUPPORTED)
  EXPECT_UNSUPPORTED(GRIT_ROLE_META, GRIT_PLACEMENT_ROW_MAJOR);  // no aux plane
  EXPECT_UNSUPPORTED(GRIT_ROLE_META, 0);
  EXPECT_UNSUPPORTED(GRIT_ROLE_DATA, 0);
  EXPECT_UNSUPPORTED(GRIT_ROLE_DATA, 7);
  EXPECT_UNSUPPORTED(GRIT_ROLE_DATA, GRIT_PLACEMENT_PACK_K4_12B);
  EXPECT_UNSUPPORTED(GRIT_ROLE_SCALE, GRIT_PLACEMENT_BLOCK_AOS);
  EXPECT_UNSUPPORTED(GRIT_ROLE_SCALE, UINT64_C(0x8000000000000000));
  // From BLOCK_AOS the scale word changes among the plane-order words only.
  struct result packed = relayout_of(test, &f, GRIT_ROLE_DATA, GRIT_PLACEMENT_BLOCK_AOS);
  EXPECT_EQ(test, packed.array.sizes[GRIT_PLANE_DATA], 4 * 17);
  EXPECT_REFUSAL(test,
                 relayout_of(test, &packed.array, GRIT_ROLE_SCALE, GRIT_PLACEMENT_SWIZZLE_128X4B),
                 GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);
  struct result linear =
      relayout_of(test, &packed.array, GRIT_ROLE_SCALE, GRIT_PLACEMENT_LINEAR_META);
  EXPECT_SAME_PLANES(test, &linear.array, &packed.array);
  EXPECT_EQ(test, linear.array.descriptor.placement_scale, GRIT_PLACEMENT_LINEAR_META);
  fixture_free(&linear.array);
  fixture_free(&packed.array);
  struct result swizzled = relayout_of(test, &f, GRIT_ROLE_SCALE, GRIT_PLACEMENT_SWIZZLE_128X4B);
  EXPECT_REFUSAL(test, relayout_of(test, &swizzled.array, GRIT_ROLE_DATA, GRIT_PLACEMENT_BLOCK_AOS),
                 GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);
  fixture_free(&swizzled.array);
  // The view's own refusals come first, each hiding the next.
  f.descriptor.placement_data = 0;
  fixture_resize(&f, GRIT_PLANE_DATA, 63);
  f.descriptor.placement_meta = GRIT_PLACEMENT_ROW_MAJOR;
  f.grade = "grit1()";
#define EXPECT_NEXT(refusal) EXPECT_REFUSAL(test, relayout_of(test, &f, GRIT_ROLE_META, 0), refusal)
  EXPECT_NEXT(GRIT_REFUSAL_GRADE_UNKNOWN);
  f.grade = kMxfp4;
  EXPECT_NEXT(GRIT_REFUSAL_PLACEMENT_UNKNOWN);
  f.descriptor.placement_meta = 0;
  EXPECT_NEXT(GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);
  f.descriptor.placement_data = GRIT_PLACEMENT_ROW_MAJOR;
  EXPECT_NEXT(GRIT_REFUSAL_SIZE_MISMATCH);
  fixture_resize(&f, GRIT_PLANE_DATA, 64);
  EXPECT_NEXT(GRIT_REFUSAL_RELAYOUT_UNSUPPORTED);  // of the result: role meta, and no aux plane
#undef EXPECT_NEXT
#undef EXPECT_UNSUPPORTED
  fixture_free(&f);
}

void test_relayout(struct test* test) {
  col_major(test);
  swizzle(test);
  blocks(test);
  kept_bytes(test);
  refusals(test);
}
