// Descriptors: bytes from spec §2 and §3, fields and renderings by hand.
#include "grit_c/descriptor.h"

#include <string.h>

#include "expect.h"
#include "grit_c/explain.h"
#include "grit_c/format.h"
#include "grit_c/placement.h"
#include "grit_c/registry.h"

static bool from_text(const char* text, struct grit_descriptor* descriptor) {
  struct grit_grade grade;
  return grit_grade_parse(text, strlen(text), &grade) &&
         grit_descriptor_from_grade(&grade, descriptor);
}

static void bytes(struct test* test) {
  uint8_t written[GRIT_DESCRIPTOR_BYTES];
  grit_descriptor_write(&grit_registry[GRIT_GRADE_MXFP4].descriptor, written);
  EXPECT_HEX(test, written, sizeof written,
             "4752543140010100432007480000000000002000000000000000000000000000"
             "0100000000000010010000000000001000000000000000"
             "0083a154e49eee7023");
  uint64_t state = 2;
  for (unsigned i = 0; i < 1000; ++i) {
    uint8_t any[GRIT_DESCRIPTOR_BYTES];
    struct grit_descriptor descriptor;
    for (unsigned j = 0; j < sizeof any; ++j) {
      any[j] = (uint8_t)(next_random(&state) & 0xFF);
    }
    grit_descriptor_read(any, &descriptor);
    grit_descriptor_write(&descriptor, written);
    EXPECT(test, memcmp(any, written, sizeof any) == 0);
  }
}

// The registry is written out; here it is derived.
static void registry(struct test* test) {
  for (unsigned i = 0; i < GRIT_GRADE_COUNT; ++i) {
    const struct grit_descriptor* entry = &grit_registry[i].descriptor;
    struct grit_descriptor derived;
    EXPECT(test, from_text(grit_registry[i].canonical, &derived));
    derived.placement_data = GRIT_PLACEMENT_ROW_MAJOR;
    derived.placement_scale = GRIT_PLACEMENT_ROW_MAJOR;
    if (i == GRIT_GRADE_Q4KS) {
      derived.placement_meta = GRIT_PLACEMENT_ROW_MAJOR;
    } else if (i == GRIT_GRADE_I8S24) {
      derived.placement_meta = GRIT_PLACEMENT_LINEAR_META;
    }
    uint8_t a[GRIT_DESCRIPTOR_BYTES];
    uint8_t b[GRIT_DESCRIPTOR_BYTES];
    grit_descriptor_write(entry, a);
    grit_descriptor_write(&derived, b);
    EXPECT(test, memcmp(a, b, sizeof a) == 0);
  }
}

static void demands(struct test* test) {
  struct grit_descriptor d;
  EXPECT(test, from_text("grit1(e=u4,k0=65535,s0=half,k1=65535,s1=f32,zp=u4,zpc=gptq,zps=l1,"
                         "ct=padded,po=msb,esr=affine)",
                         &d));
  EXPECT_EQ(test, d.flags, 0x01 | 0x02 | 0x08 | 0x20);
  EXPECT_EQ(test, d.n_levels, 2);
  EXPECT_EQ(test, d.k0, 65535);
  EXPECT_EQ(test, d.k1, 65535);
  EXPECT_EQ(test, d.container, 1);
  EXPECT(test, from_text("grit1(e=u4,k0=0,s0=u8,zp=u4,sp=1:32:u4:unord,esr=affine)", &d));
  EXPECT_EQ(test, d.flags, 0x01 | 0x04);  // check refuses it, the descriptor exists
  EXPECT_EQ(test, d.sp_n, 1);
  EXPECT_EQ(test, d.sp_m, 32);
  EXPECT_EQ(test, d.sp_meta_fmt, 2);
  EXPECT_EQ(test, d.sp_order, 0);
  EXPECT(test, !from_text("grit1(e=u4,k0=65536,s0=u8,esr=affine)", &d));
  EXPECT(test, !from_text("grit1(e=u4,k0=1,s0=u8,k1=65536,s1=u8,esr=affine)", &d));
  EXPECT(test, !from_text("grit1(e=u4,k0=1,s0=u8,sp=1:2:u8:unord,esr=affine)", &d));
  EXPECT(test, from_text("GRIT1(esr=floor,s0=ue8m0,k0=032,e=fp4)", &d));
  EXPECT_EQ(test, d.grade_id, UINT64_C(0x2370EE9EE454A183));  // the id of the canonical form
}

static void placements(struct test* test) {
  static const uint64_t known[] = {0,
                                   0x1000000000000001,
                                   0x1000000000000005,
                                   0x1000000000000011,
                                   0x1000000000000012,
                                   0x1000000000000020,
                                   0x8000000000000000,
                                   0x8123456789ABCDEF,
                                   0xF000000000000000};
  static const uint64_t unknown[] = {1,
                                     0x1000000000000000,
                                     0x1000000000000006,
                                     0x1000000000000010,
                                     0x1000000000000013,
                                     0x1000000100000001,
                                     0x2000000000000001,
                                     0x7FFFFFFFFFFFFFFF,
                                     0x9000000000000000,
                                     0xE000000000000000};
  for (unsigned i = 0; i < sizeof known / sizeof known[0]; ++i) {
    EXPECT(test, grit_placement_known(known[i]));
  }
  for (unsigned i = 0; i < sizeof unknown / sizeof unknown[0]; ++i) {
    EXPECT(test, !grit_placement_known(unknown[i]));
  }
}

static void explanations(struct test* test) {
  uint8_t a[GRIT_DESCRIPTOR_BYTES];
  uint8_t b[GRIT_DESCRIPTOR_BYTES];
  struct grit_difference differences[GRIT_FIELD_COUNT];
  grit_descriptor_write(&grit_registry[GRIT_GRADE_MXFP4].descriptor, a);
  memcpy(b, a, sizeof b);
  EXPECT_EQ(test, grit_explain(a, b, differences), 0);
  struct grit_descriptor changed = grit_registry[GRIT_GRADE_MXFP4].descriptor;
  changed.flags = 0xFF;
  changed.elem = GRIT_FORMAT_U4;
  changed.scale1 = 0x1234;
  changed.group_axis = -2;
  changed.note = 1;
  changed.placement_data = GRIT_PLACEMENT_SWIZZLE_128X4B;
  grit_descriptor_write(&changed, b);
  static const struct grit_difference expected[] = {
      {"flags", "none", "HAS_ZP|ZP_MINUS1|SPARSE|MSB_FIRST|INTERLEAVED|ZP_L1SCALED|0xc0"},
      {"elem", "e2m1", "u4"},
      {"scale1", "absent", "0x1234"},
      {"group_axis", "0", "-2"},
      {"note", "0x00000000", "0x00000001"},
      {"placement_data", "ROW_MAJOR", "SWIZZLE_128x4B"}};
  enum { kCount = sizeof expected / sizeof expected[0] };
  EXPECT_EQ(test, grit_explain(a, b, differences), kCount);
  for (unsigned i = 0; i < kCount; ++i) {
    EXPECT_TEXT(test, differences[i].field, strlen(differences[i].field), expected[i].field);
    EXPECT_TEXT(test, differences[i].a, strlen(differences[i].a), expected[i].a);
    EXPECT_TEXT(test, differences[i].b, strlen(differences[i].b), expected[i].b);
  }
  for (unsigned i = 0; i < sizeof b; ++i) {
    b[i] = (uint8_t)~a[i];
  }
  EXPECT_EQ(test, grit_explain(a, b, differences), GRIT_FIELD_COUNT);
  EXPECT_TEXT(test, differences[0].a, strlen(differences[0].a), "47525431");
}

void test_descriptor(struct test* test) {
  bytes(test);
  registry(test);
  demands(test);
  placements(test);
  explanations(test);
}
