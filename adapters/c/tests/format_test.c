// Expected values are worked out by hand from the definitions of spec §1.
#include "grit_c/format.h"

#include "expect.h"

// What an output holds where the call was refused: it stays untouched.
#define REFUSED UINT32_C(0xDEADBEEF)

static uint32_t decoded(uint16_t word, uint32_t code) {
  uint32_t bits = REFUSED;
  (void)grit_format_decode(word, code, &bits);
  return bits;
}

static uint32_t encoded(uint16_t word, uint32_t bits) {
  uint32_t code = REFUSED;
  (void)grit_format_encode(word, bits, &code);
  return code;
}

static void decode_registered(struct test* test) {
  static const uint32_t e2m1[8] = {0x00000000, 0x3F000000, 0x3F800000, 0x3FC00000,
                                   0x40000000, 0x40400000, 0x40800000, 0x40C00000};
  for (uint32_t code = 0; code < 8; ++code) {
    EXPECT_EQ(test, decoded(GRIT_FORMAT_E2M1, code), e2m1[code]);
    EXPECT_EQ(test, decoded(GRIT_FORMAT_E2M1, code | 8), e2m1[code] | 0x80000000);
    EXPECT_EQ(test, decoded(GRIT_FORMAT_E2M1, code | 0xFFFFFFF0), e2m1[code]);  // masked
  }
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E8M0, 0x7F), 0x3F800000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E8M0, 0x00), 0x00400000);  // 2^-127
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E8M0, 0x01), 0x00800000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E8M0, 0xFE), 0x7F000000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E8M0, 0xFF), 0x7FC00000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E4M3, 0x01), 0x3B000000);  // 2^-9
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E4M3, 0x07), 0x3C600000);  // 7 × 2^-9
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E4M3, 0x38), 0x3F800000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E4M3, 0x7E), 0x43E00000);  // 448
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E4M3, 0xFE), 0xC3E00000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E4M3, 0x7F), 0x7FC00000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E4M3, 0xFF), 0x7FC00000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_E4M3, 0x80), 0x80000000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_BINARY16, 0x0001), 0x33800000);  // 2^-24
  EXPECT_EQ(test, decoded(GRIT_FORMAT_BINARY16, 0x3C00), 0x3F800000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_BINARY16, 0x7BFF), 0x477FE000);  // 65504
  EXPECT_EQ(test, decoded(GRIT_FORMAT_BINARY16, 0xFC00), 0xFF800000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_BINARY16, 0xFC01), 0x7FC00000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_BINARY32, 0x00000001), 0x00000001);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_BINARY32, 0xC0490FDB), 0xC0490FDB);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_BINARY32, 0xFFC12345), 0x7FC00000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_U4, 15), 0x41700000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_U6, 0xC0 | 63), 0x427C0000);  // two high bits masked
  EXPECT_EQ(test, decoded(GRIT_FORMAT_U2, 3), 0x40400000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_U8, 255), 0x437F0000);
  EXPECT_EQ(test, decoded(GRIT_FORMAT_S4, 8), 0xC1000000);     // -8 decodes
  EXPECT_EQ(test, decoded(GRIT_FORMAT_S8, 0x80), 0xC3000000);  // -128
  EXPECT_EQ(test, decoded(GRIT_FORMAT_S8, 0xFF), 0xBF800000);
}

static void decode_any_word(struct test* test) {
  EXPECT(test, !grit_format_decodable(0x0000));
  EXPECT(test, !grit_format_decodable(0x1800 | 0x43E7));  // nan_enc 3, even of an integer
  EXPECT(test, !grit_format_decodable(0x2083));           // s1, p = 4, width 4: no exponent bit
  EXPECT(test, grit_format_decodable(0x2063));            // p = 3: one exponent bit
  EXPECT(test, grit_format_decodable(0x8000 | GRIT_FORMAT_E2M1));  // bias_ovr says nothing here
  EXPECT_EQ(test, decoded(0x0000, 1), REFUSED);
  // 32-bit integers round to binary32: 2^32 - 1 to 2^32, the minimum is exact.
  EXPECT_EQ(test, decoded(0x43FF, 0xFFFFFFFF), 0x4F800000);
  EXPECT_EQ(test, decoded(0x03FF, 0x80000000), 0xCF000000);
  EXPECT_EQ(test, decoded(0x03E0, 1), 0xBF800000);  // one bit, two's complement: -1
  // Exponent only: infinity and nan_enc. Width 8 without nan_enc: code 255 is 2^128.
  EXPECT_EQ(test, decoded(0x0007, 0xFF), 0x7F800000);
  EXPECT_EQ(test, decoded(0x1007, 0xFF), 0x7FC00000);           // nan_enc 2
  EXPECT_EQ(test, decoded(0x0400 | 0x0007, 0xFE), 0x7F000000);  // has_inf changes nothing
  EXPECT_EQ(test, decoded(0x001F, 0), 0);                       // 2^-(2^31 - 1)
  EXPECT_EQ(test, decoded(0x001F, 0x7FFFFFFF), 0x3F800000);     // 2^0
  // e5m2 with infinity (w 8, p 3): 0x7C is infinity, 0x7D NaN, 0x7B 57344.
  EXPECT_EQ(test, decoded(0x2467, 0x7C), 0x7F800000);
  EXPECT_EQ(test, decoded(0x2467, 0xFC), 0xFF800000);
  EXPECT_EQ(test, decoded(0x2467, 0x7D), 0x7FC00000);
  EXPECT_EQ(test, decoded(0x2467, 0x7B), 0x47600000);
  // The same without infinity, nan_enc 2: 0x7C is the binade above, 65536.
  EXPECT_EQ(test, decoded(0x3067, 0x7C), 0x47800000);
  EXPECT_EQ(test, decoded(0x3067, 0x7D), 0x7FC00000);
  // p = 1 with infinity (w 4, three exponent bits): 7 is infinity, 0 is zero, 1 is 2^-2.
  EXPECT_EQ(test, decoded(0x2423, 7), 0x7F800000);
  EXPECT_EQ(test, decoded(0x2423, 1), 0x3E800000);
  EXPECT_EQ(test, decoded(0x2423, 8), 0x80000000);
  EXPECT_EQ(test, decoded(0x0423, 8), 0x80000000);  // -0 also without the signed-zero bit
}

static void encode_floats(struct test* test) {
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E2M1, 0x3E800000), 0);  // .25 ties to 0
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E2M1, 0x3F400000), 2);  // .75 ties to 1
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E2M1, 0x40A00000), 6);  // 5 ties to 4
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E2M1, 0x40A00001), 7);  // a little more than 5
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E2M1, 0x80000000), 8);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E2M1, 0x80000001), 8);    // keeps its sign at 0
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E2M1, 0xFF800000), 0xF);  // -6
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E2M1, 0x7FC00000), REFUSED);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E4M3, 0x43E80000), 0x7E);  // 464, middle to 480
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E4M3, 0x7F800000), 0x7E);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E4M3, 0xFFC00000), 0x7F);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E4M3, 0x3A800000), 0x00);  // 2^-10 ties to 0
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E4M3, 0x3A800001), 0x01);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_BINARY16, 0x477FF000), 0x7BFF);  // 65520 stays finite
  EXPECT_EQ(test, encoded(GRIT_FORMAT_BINARY16, 0xFF7FFFFF), 0xFBFF);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_BINARY16, 0xFF800000), 0xFC00);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_BINARY16, 0xFFC00001), 0x7E00);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_BINARY16, 0x33000000), 0x0000);  // 2^-25 ties to 0
  EXPECT_EQ(test, encoded(GRIT_FORMAT_BINARY16, 0x33000001), 0x0001);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_BINARY32, 0xFF800001), 0x7FC00000);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_BINARY32, 0x80000001), 0x80000001);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_BINARY32, 0x7F800000), 0x7F800000);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E8M0, 0xBF800000), 0x7F);  // the sign is dropped
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E8M0, 0x00000000), 0x00);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E8M0, 0x3FC00000), 0x80);  // 1.5 ties from 127 to 128
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E8M0, 0x40400000), 0x80);  // 3 ties back to 128
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E8M0, 0x40400001), 0x81);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E8M0, 0x00600000), 0x00);  // 1.5 × 2^-127
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E8M0, 0x00600001), 0x01);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E8M0, 0x7F7FFFFF), 0xFE);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E8M0, 0xFF800000), 0xFE);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_E8M0, 0x7F800001), 0xFF);
}

static void encode_integers(struct test* test) {
  EXPECT_EQ(test, encoded(GRIT_FORMAT_U4, 0x3F000000), 0);   // .5
  EXPECT_EQ(test, encoded(GRIT_FORMAT_U4, 0x3FC00000), 2);   // 1.5
  EXPECT_EQ(test, encoded(GRIT_FORMAT_U4, 0x40200000), 2);   // 2.5
  EXPECT_EQ(test, encoded(GRIT_FORMAT_U4, 0x41780000), 15);  // 15.5
  EXPECT_EQ(test, encoded(GRIT_FORMAT_U4, 0xBF800000), 0);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_U6, 0x7F800000), 63);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_U8, 0x7149F2CA), 255);  // 1e30
  EXPECT_EQ(test, encoded(GRIT_FORMAT_U2, 0xFF800000), 0);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_S8, 0xC3000000), 0x81);  // -128 clamps to -127
  EXPECT_EQ(test, encoded(GRIT_FORMAT_S8, 0xBF800000), 0xFF);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_S8, 0x80000000), 0x00);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_S8, 0xBF000000), 0x00);  // -.5 ties to 0
  EXPECT_EQ(test, encoded(GRIT_FORMAT_S8, 0xFF800000), 0x81);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_S4, 0xC1000000), 0x9);  // -8 clamps to -7
  EXPECT_EQ(test, encoded(GRIT_FORMAT_S4, 0x41000000), 0x7);
  EXPECT_EQ(test, encoded(GRIT_FORMAT_S8, 0x7FC00000), REFUSED);
  EXPECT_EQ(test, encoded(0x43E5 + 1, 0x3F800000), REFUSED);  // u7 is not registered
  EXPECT(test, !grit_format_encodable(0x0000));
}

// Encoding the exact value of a code gives the code back, but for the codes that are never
// produced.
static void round_trip(struct test* test) {
  static const uint16_t words[] = {
      GRIT_FORMAT_E2M1, GRIT_FORMAT_E4M3, GRIT_FORMAT_E8M0,     GRIT_FORMAT_U2, GRIT_FORMAT_U4,
      GRIT_FORMAT_U6,   GRIT_FORMAT_U8,   GRIT_FORMAT_BINARY16, GRIT_FORMAT_S4, GRIT_FORMAT_S8};
  for (unsigned i = 0; i < sizeof words / sizeof words[0]; ++i) {
    const uint16_t word = words[i];
    const uint32_t minimum = word == GRIT_FORMAT_S4 ? 0x8 : word == GRIT_FORMAT_S8 ? 0x80 : 0x10000;
    for (uint32_t code = 0; code < UINT32_C(1) << grit_format_width(word); ++code) {
      const uint32_t bits = decoded(word, code);
      const bool is_nan = bits == 0x7FC00000;
      if (!is_nan && code != minimum) {
        EXPECT_EQ(test, encoded(word, bits), code);
      }
    }
  }
}

void test_format(struct test* test) {
  decode_registered(test);
  decode_any_word(test);
  encode_floats(test);
  encode_integers(test);
  round_trip(test);
  EXPECT_EQ(test, grit_format_width(0), 1);
  EXPECT(test, grit_format_token(0) == NULL);
  EXPECT_TEXT(test, grit_format_token(GRIT_FORMAT_E8M0), 4, "e8m0");
}
