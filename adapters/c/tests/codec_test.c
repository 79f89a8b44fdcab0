// Decode and encode of the registered grades; every expected number is worked out by hand from the
// formulas of spec §8 and §9.
#include "grit_c/codec.h"

#include <string.h>

#include "expect.h"

enum { kMax = 256 };

static const uint32_t kNan = 0x7FC00000;
static const uint32_t kInfinity = 0x7F800000;

// Planes large enough for 256 elements of any grade, cut to what `count` elements need.
struct planes {
  uint8_t bytes[GRIT_PLANE_COUNT][kMax];
  struct grit_buffer buffers[GRIT_PLANE_COUNT];
};

static void cut(struct planes* p, enum grit_registered_grade grade, int64_t count) {
  uint64_t bytes[GRIT_PLANE_COUNT] = {0, 0, 0, 0};
  (void)grit_codec_plane_bytes(grade, count, bytes);
  memset(p->bytes, 0xAA, sizeof p->bytes);
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    p->buffers[i] = (struct grit_buffer){p->bytes[i], (size_t)bytes[i]};
  }
}

static bool decode(enum grit_registered_grade grade, int64_t count, const struct planes* p,
                   uint32_t* bits) {
  struct grit_bytes planes[GRIT_PLANE_COUNT];
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    planes[i] = (struct grit_bytes){p->buffers[i].data, p->buffers[i].size};
  }
  return grit_decode(grade, count, planes, bits);
}

static void exponents(struct test* test) {
  static const struct {
    uint32_t amax;
    int floor, ceil, rne;
  } expected[] = {
      {0x3F800000, 0, 0, 0},  // 1
      {0x3F800001, 0, 1, 0},  // just above
      {0x3FB504F3, 0, 1, 0},  // the largest below the square root of 2
      {0x3FB504F4, 0, 1, 1},  // the smallest above
      {0x00000001, -149, -149, -149}, {0x00000003, -148, -147, -147},
      {0x007FFFFF, -127, -126, -126}, {0x7F7FFFFF, 127, 128, 128},
  };
  for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
    int32_t e = 0;
    EXPECT(test, grit_exponent(GRIT_EXPONENT_FLOOR, expected[i].amax, &e));
    EXPECT_EQ(test, e, expected[i].floor);
    EXPECT(test, grit_exponent(GRIT_EXPONENT_CEIL, expected[i].amax, &e));
    EXPECT_EQ(test, e, expected[i].ceil);
    EXPECT(test, grit_exponent(GRIT_EXPONENT_RNE, expected[i].amax, &e));
    EXPECT_EQ(test, e, expected[i].rne);
  }
  static const uint32_t refused[] = {0, 0x80000000, 0xBF800000, 0x7F800000, 0x7FC00000};
  for (unsigned i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
    int32_t e;
    EXPECT(test, !grit_exponent(GRIT_EXPONENT_FLOOR, refused[i], &e));
  }
}

static void lengths(struct test* test) {
  struct planes p;
  uint32_t bits[kMax];
  static const int64_t blocks[GRIT_GRADE_COUNT] = {32, 256, 16, 32, 32, 16};
  for (unsigned i = 0; i < GRIT_GRADE_COUNT; ++i) {
    const enum grit_registered_grade grade = (enum grit_registered_grade)i;
    for (int64_t count = -1; count <= 256; ++count) {
      uint64_t bytes[GRIT_PLANE_COUNT];
      EXPECT_EQ(test, grit_codec_plane_bytes(grade, count, bytes),
                count >= 0 && count % blocks[i] == 0);
    }
    cut(&p, grade, 256);
    EXPECT(test, decode(grade, 256, &p, bits));
    EXPECT(test, !decode(grade, 0, &p, bits));
    EXPECT(test, !decode(grade, 255, &p, bits));
    for (unsigned plane = 0; plane < GRIT_PLANE_COUNT; ++plane) {
      cut(&p, grade, 256);
      p.buffers[plane].size += 1;
      EXPECT(test, !decode(grade, 256, &p, bits));
      EXPECT(test, !grit_encode(grade, bits, 256, p.buffers));
    }
    cut(&p, grade, 0);
    EXPECT(test, decode(grade, 0, &p, bits));
    EXPECT(test, grit_encode(grade, bits, 0, p.buffers));
  }
}

static void mxfp4(struct test* test) {
  struct planes p;
  uint32_t bits[kMax];
  cut(&p, GRIT_GRADE_MXFP4, 64);
  p.bytes[GRIT_PLANE_SCALE0][0] = 0x80;  // 2
  p.bytes[GRIT_PLANE_SCALE0][1] = 0xFF;  // NaN
  p.bytes[GRIT_PLANE_DATA][0] = 0x21;
  p.bytes[GRIT_PLANE_DATA][1] = 0x8F;
  EXPECT(test, decode(GRIT_GRADE_MXFP4, 64, &p, bits));
  EXPECT_EQ(test, bits[0], 0x3F800000);  // 2 × .5
  EXPECT_EQ(test, bits[1], 0x40000000);  // 2 × 1
  EXPECT_EQ(test, bits[2], 0xC1400000);  // 2 × -6
  EXPECT_EQ(test, bits[3], 0x80000000);
  EXPECT_EQ(test, bits[32], kNan);
  p.bytes[GRIT_PLANE_SCALE0][0] = 0xFE;
  EXPECT(test, decode(GRIT_GRADE_MXFP4, 64, &p, bits));
  EXPECT_EQ(test, bits[2], 0xFF800000);  // 2^127 × -6 overflows

  memset(bits, 0, sizeof bits);
  bits[0] = 0x40C00000;   // 6
  bits[1] = 0x40A00000;   // 5
  bits[2] = 0xBF800000;   // -1
  bits[3] = 0x80000000;   // -0
  bits[32] = 0x80000000;  // a block of zeros
  bits[64] = kInfinity;
  bits[96] = 1;  // 2^-149
  cut(&p, GRIT_GRADE_MXFP4, 128);
  EXPECT(test, grit_encode(GRIT_GRADE_MXFP4, bits, 128, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE0], 4, "7f7fff00");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA], 4, "678a0000");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA] + 16, 2, "0800");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA] + 32, 16, "00000000000000000000000000000000");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA] + 48, 1, "00");
  // f = 1.5, f × f > 2: one exponent higher. 3, 2.5 (ties to 2), -.5, -0.
  EXPECT(test, grit_encode(GRIT_GRADE_MXFP4_RNE, bits, 128, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE0], 4, "807fff00");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA], 2, "4589");
}

static void nvf4(struct test* test) {
  struct planes p;
  uint32_t bits[kMax];
  memset(bits, 0, sizeof bits);
  bits[0] = 0x45280000;   // 2688 = 6 × 448
  bits[1] = 0x43A80000;   // 336 = .75 × 448
  bits[2] = 0xBF800000;   // -1
  bits[16] = 0x80000000;  // a block of zeros
  bits[32] = kNan;        // a poisoned block, no part of the tensor's scale
  bits[33] = 0x7F7FFFFF;
  cut(&p, GRIT_GRADE_NVF4, 32);
  EXPECT(test, grit_encode(GRIT_GRADE_NVF4, bits, 32, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE1], 4, "0000803f");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE0], 2, "7e38");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA], 3, "270800");  // .75 ties to 1
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA] + 8, 2, "0800");
  EXPECT(test, grit_encode(GRIT_GRADE_NVF4_RTZ, bits, 32, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA], 3, "170800");  // .75 truncates to .5
  EXPECT(test, decode(GRIT_GRADE_NVF4, 32, &p, bits));
  EXPECT_EQ(test, bits[0], 0x45280000);
  EXPECT_EQ(test, bits[1], 0x43600000);  // 224
  EXPECT_EQ(test, bits[2], 0x80000000);

  bits[0] = kInfinity;  // the other block scales as if alone: (6 / 6) / 448 and 448
  memset(bits + 1, 0, 31 * sizeof bits[0]);
  bits[16] = 0x40C00000;
  EXPECT(test, grit_encode(GRIT_GRADE_NVF4, bits, 32, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE1], 4, "2549123b");  // 1/448 to nearest
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE0], 2, "7f7e");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA], 8, "0000000000000000");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA] + 8, 1, "07");

  bits[0] = 0x80000001;  // -2^-149: both quotients vanish; the sign stays
  bits[16] = 0;
  EXPECT(test, grit_encode(GRIT_GRADE_NVF4, bits, 32, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE1], 4, "01000000");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE0], 2, "0038");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA], 1, "08");

  memset(p.bytes, 0, sizeof p.bytes);
  p.bytes[GRIT_PLANE_SCALE1][2] = 0x80;  // infinity × 0 is NaN
  p.bytes[GRIT_PLANE_SCALE1][3] = 0xFF;
  p.bytes[GRIT_PLANE_SCALE0][1] = 0x38;  // -infinity × 0 too; × 1 is -infinity
  p.bytes[GRIT_PLANE_DATA][8] = 0x02;
  EXPECT(test, decode(GRIT_GRADE_NVF4, 32, &p, bits));
  EXPECT_EQ(test, bits[0], kNan);
  EXPECT_EQ(test, bits[16], 0xFF800000);
  EXPECT_EQ(test, bits[17], kNan);
}

static void q4ks(struct test* test) {
  struct planes p;
  uint32_t bits[kMax];
  memset(bits, 0, sizeof bits);
  bits[0] = 0x446C4000;  // 945 = 15 × 63: step 63, d = 1
  bits[1] = 0x431D8000;  // 157.5 = 2.5 × 63
  cut(&p, GRIT_GRADE_Q4KS, 256);
  EXPECT(test, grit_encode(GRIT_GRADE_Q4KS, bits, 256, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE1], 4, "003c0080");  // dmin is -0
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE0], 8, "3f00000000000000");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_AUX], 8, "0000000000000000");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA], 2, "2f00");

  bits[32] = 0xC27C0000;  // -63: step 4.2, off 63, dmin = 1
  EXPECT(test, grit_encode(GRIT_GRADE_Q4KS, bits, 256, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE1], 4, "003c003c");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE0], 8, "3f04000000000000");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_AUX], 8, "003f000000000000");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA] + 16, 2, "f0ff");  // 0, then 63 / 4 clamps to 15
  p.bytes[GRIT_PLANE_SCALE0][1] |= 0xC0;                       // ignored
  EXPECT(test, decode(GRIT_GRADE_Q4KS, 256, &p, bits));
  EXPECT_EQ(test, bits[0], 0x446C4000);
  EXPECT_EQ(test, bits[1], 0x42FC0000);   // 126
  EXPECT_EQ(test, bits[32], 0xC27C0000);  // 4 × 0 - 63
  EXPECT_EQ(test, bits[33], 0xC0400000);  // 4 × 15 - 63
  EXPECT_EQ(test, bits[64], 0);

  memset(bits, 0, sizeof bits);
  bits[0] = 0x7F7FFFFF;
  bits[1] = 0xFF7FFFFF;  // hi - lo is infinite
  EXPECT(test, grit_encode(GRIT_GRADE_Q4KS, bits, 256, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE1], 4, "ff7bff7b");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE0], 2, "3f00");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_AUX], 2, "3f00");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA], 2, "0f11");  // zeros: Z / S = 1

  bits[255] = kNan;
  EXPECT(test, grit_encode(GRIT_GRADE_Q4KS, bits, 256, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE1], 4, "007e0000");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE0], 8, "0000000000000000");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA], 2, "0000");
  EXPECT(test, decode(GRIT_GRADE_Q4KS, 256, &p, bits));
  EXPECT_EQ(test, bits[0], kNan);
}

static void i8s24(struct test* test) {
  struct planes p;
  uint32_t bits[kMax];
  static const uint32_t values[16] = {
      0x42FE0000, 0xC0800000, 0x40400000, 0x40000000,  // 127 -4 3 2: positions 0, 1
      0x3F800000, 0x3F800000, 0x3F800000, 0x3F800000,  // all equal: 0, 1
      0xBF800000, 0x40000000, 0xC0000000, 0x40000000,  // -1 2 -2 2: 1, 2
      0x00000000, 0x3F000000, 0x00000000, 0x3FC00000,  // 0 .5 0 1.5: 1, 3; ties to 0 and 2
  };
  memset(bits, 0, sizeof bits);
  memcpy(bits, values, sizeof values);
  cut(&p, GRIT_GRADE_I8S24, 64);
  EXPECT(test, grit_encode(GRIT_GRADE_I8S24, bits, 64, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE0], 4, "003c003c");  // the second block is all zero
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_AUX], 8, "44d9444444444444");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA], 10, "7ffc010102fe00020000");

  EXPECT(test, decode(GRIT_GRADE_I8S24, 64, &p, bits));
  EXPECT_EQ(test, bits[0], 0x42FE0000);
  EXPECT_EQ(test, bits[2], 0);
  EXPECT_EQ(test, bits[8], 0);
  EXPECT_EQ(test, bits[10], 0xC0000000);

  // A cell that names position 0 twice takes one value, and the next cell the one after it.
  p.bytes[GRIT_PLANE_AUX][0] = 0x40;
  p.bytes[GRIT_PLANE_SCALE0][3] = 0xFE;  // the second block's scale is NaN
  EXPECT(test, decode(GRIT_GRADE_I8S24, 64, &p, bits));
  EXPECT_EQ(test, bits[0], 0x42FE0000);
  EXPECT_EQ(test, bits[1], 0);
  EXPECT_EQ(test, bits[4], 0xC0800000);
  EXPECT_EQ(test, bits[5], 0x3F800000);
  EXPECT_EQ(test, bits[32], kNan);
  EXPECT_EQ(test, bits[34], 0);  // not named: +0 whatever the scale

  memset(bits, 0, sizeof bits);
  bits[2] = kNan;  // counts as infinite; the lower position wins the second place
  bits[33] = 1;    // amax / 127 vanishes: the smallest scale
  EXPECT(test, grit_encode(GRIT_GRADE_I8S24, bits, 64, p.buffers));
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_SCALE0], 4, "007e0100");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_AUX], 5, "4844444444");
  EXPECT_HEX(test, p.bytes[GRIT_PLANE_DATA], 4, "00000000");
}

void test_codec(struct test* test) {
  exponents(test);
  lengths(test);
  mxfp4(test);
  nvf4(test);
  q4ks(test);
  i8s24(test);
}
