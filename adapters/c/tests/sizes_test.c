// Size equations, each number worked out by hand from spec §6.
#include "grit_c/sizes.h"

#include "expect.h"
#include "grit_c/format.h"
#include "grit_c/registry.h"

static struct grit_descriptor of(enum grit_registered_grade grade) {
  return grit_registry[grade].descriptor;
}

static bool sizes_are(const struct grit_descriptor* d, struct grit_shape shape, uint64_t numel,
                      uint64_t nnz, uint64_t groups0, uint64_t groups1, uint64_t data,
                      uint64_t scale0, uint64_t scale1, uint64_t aux) {
  struct grit_sizes s;
  return grit_sizes_of(d, shape, &s) && s.numel == numel && s.nnz == nnz && s.groups0 == groups0 &&
         s.groups1 == groups1 && s.plane[0] == data && s.plane[1] == scale0 &&
         s.plane[2] == scale1 && s.plane[3] == aux;
}

static bool no_answer(const struct grit_descriptor* d, struct grit_shape shape) {
  struct grit_sizes s;
  return !grit_sizes_of(d, shape, &s);
}

#define SHAPE(...)                                                                           \
  (struct grit_shape) {                                                                      \
    (const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t) \
  }

static void registered(struct test* test) {
  struct grit_descriptor d = of(GRIT_GRADE_MXFP4);
  EXPECT(test, sizes_are(&d, SHAPE(64, 2), 128, 128, 4, 0, 64, 4, 0, 0));
  EXPECT(test, sizes_are(&d, SHAPE(INT64_C(1) << 62), UINT64_C(1) << 62, UINT64_C(1) << 62,
                         UINT64_C(1) << 57, 0, UINT64_C(1) << 61, UINT64_C(1) << 57, 0, 0));
  d = of(GRIT_GRADE_Q4KS);
  EXPECT(test, sizes_are(&d, SHAPE(256), 256, 256, 8, 1, 128, 8, 4, 8));
  EXPECT(test, sizes_are(&d, SHAPE(0), 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT(test, no_answer(&d, SHAPE(32)));  // groups0 = 1 is no multiple of 8
  EXPECT(test, sizes_are(&d, SHAPE(32, 8), 256, 256, 8, 1, 128, 8, 4, 8));
  d = of(GRIT_GRADE_NVF4);
  EXPECT(test, sizes_are(&d, SHAPE(16), 16, 16, 1, 1, 8, 1, 4, 0));
  EXPECT(test, sizes_are(&d, SHAPE(0), 0, 0, 0, 1, 0, 0, 4, 0));  // one scale, even if empty
  d = of(GRIT_GRADE_I8S24);
  EXPECT(test, sizes_are(&d, SHAPE(32), 32, 16, 1, 0, 16, 2, 0, 4));
}

static void shapes(struct test* test) {
  struct grit_descriptor d = of(GRIT_GRADE_MXFP4);
  const int64_t most = INT64_MAX;
  EXPECT(test, sizes_are(&d, SHAPE(0, most, most), 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT(test, sizes_are(&d, SHAPE(64, most, 0), 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT(test, no_answer(&d, SHAPE(33, 0)));  // the axis counts, even in an empty array
  EXPECT(test, no_answer(&d, SHAPE(0, -1)));
  EXPECT(test, no_answer(&d, SHAPE(INT64_C(1) << 62, 2)));  // 2^63
  EXPECT(test, no_answer(&d, SHAPE(INT64_C(1) << 40, INT64_C(1) << 40)));
  EXPECT(test, no_answer(&d, (struct grit_shape){NULL, 0}));
  d.group_axis = 1;
  EXPECT(test, no_answer(&d, SHAPE(64)));
  EXPECT(test, sizes_are(&d, SHAPE(3, 32), 96, 96, 3, 0, 48, 3, 0, 0));
  d.group_axis = -1;
  EXPECT(test, no_answer(&d, SHAPE(64)));
  d = of(GRIT_GRADE_MXFP4);
  d.k0 = 0;
  EXPECT(test, no_answer(&d, SHAPE(64)));
}

static void fields(struct test* test) {
  struct grit_descriptor d = of(GRIT_GRADE_MXFP4);
  d.k0 = 1;
  d.elem = 0;  // absent: one bit
  d.scale0 = 0;
  EXPECT(test, sizes_are(&d, SHAPE(9), 9, 9, 9, 0, 2, 9, 0, 0));
  d.container = 1;
  EXPECT(test, sizes_are(&d, SHAPE(9), 9, 9, 9, 0, 9, 9, 0, 0));
  d.elem = GRIT_FORMAT_BINARY16;
  EXPECT(test, sizes_are(&d, SHAPE(9), 9, 9, 9, 0, 18, 9, 0, 0));
  d.elem = GRIT_FORMAT_U6;
  d.container = 0;
  EXPECT(test, sizes_are(&d, SHAPE(9), 9, 9, 9, 0, 7, 9, 0, 0));  // 54 bits
  // Ten 12-bit scales (w 12, p 31) are not padded: 15 bytes.
  d.scale0 = 0x43EB;
  EXPECT(test, sizes_are(&d, SHAPE(10), 10, 10, 10, 0, 8, 15, 0, 0));
  // scale1 is never padded: three groups of two 6-bit values are 36 bits.
  d.n_levels = 2;
  d.k1 = 3;
  d.scale1 = GRIT_FORMAT_U6;
  d.zp_fmt = GRIT_FORMAT_U4;
  d.flags = GRIT_FLAG_HAS_ZP | GRIT_FLAG_ZP_L1SCALED;
  d.scale0 = GRIT_FORMAT_U4;
  EXPECT(test, sizes_are(&d, SHAPE(9), 9, 9, 9, 3, 7, 9, 5, 9));
  // Sparse wins over a zero point; 3 of 5, u4 indices: 2 cells, 6 stored, 24 bits of metadata.
  d = of(GRIT_GRADE_MXFP4);
  d.k0 = 1;
  d.flags = GRIT_FLAG_SPARSE | GRIT_FLAG_HAS_ZP;
  d.sp_n = 3;
  d.sp_m = 5;
  d.sp_meta_fmt = 2;
  EXPECT(test, sizes_are(&d, SHAPE(10), 10, 6, 10, 0, 3, 10, 0, 3));
  EXPECT(test, no_answer(&d, SHAPE(9)));
  d.sp_meta_fmt = 0;
  EXPECT(test, sizes_are(&d, SHAPE(10), 10, 6, 10, 0, 3, 10, 0, 0));
  d.sp_meta_fmt = 3;
  EXPECT(test, no_answer(&d, SHAPE(10)));
  d.sp_meta_fmt = 1;
  d.sp_m = 0;
  EXPECT(test, no_answer(&d, SHAPE(10)));
}

// 2^63 - 1 elements are legal; what does not fit into 64 bits must not wrap to something that does.
static void large(struct test* test) {
  struct grit_descriptor d = of(GRIT_GRADE_MXFP4);
  const int64_t most = INT64_MAX;
  const uint64_t n = INT64_MAX;
  d.k0 = 1;
  d.scale0 = GRIT_FORMAT_U8;
  EXPECT(test, sizes_are(&d, SHAPE(most), n, n, n, 0, UINT64_C(1) << 62, n, 0, 0));
  d.elem = GRIT_FORMAT_BINARY16;
  EXPECT(test, sizes_are(&d, SHAPE(most), n, n, n, 0, 2 * n, n, 0, 0));
  d.elem = GRIT_FORMAT_BINARY32;
  EXPECT(test, sizes_are(&d, SHAPE(most), n, n, n, 0, UINT64_MAX, n, 0, 0));
  // nnz = N × 255 does not fit, but with one bit each the data plane might have: it is exact.
  d.elem = 0;
  d.flags = GRIT_FLAG_SPARSE;
  d.sp_n = 4;
  d.sp_m = 1;
  EXPECT(test, sizes_are(&d, SHAPE(INT64_C(1) << 62), UINT64_C(1) << 62, UINT64_MAX,
                         UINT64_C(1) << 62, 0, UINT64_C(1) << 61, UINT64_C(1) << 62, 0, 0));
}

void test_sizes(struct test* test) {
  registered(test);
  shapes(test);
  fields(test);
  large(test);
}
