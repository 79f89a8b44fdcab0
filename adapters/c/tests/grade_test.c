// Grade strings: the registry's constants and hand-made spellings, each judged by spec §3.
#include "grit_c/grade.h"

#include <string.h>

#include "expect.h"
#include "grit_c/registry.h"

static void reads_as(struct test* test, const char* spelling, const char* canonical) {
  struct grit_grade grade;
  char text[GRIT_GRADE_TEXT_MAX];
  const bool parsed = grit_grade_parse(spelling, strlen(spelling), &grade);
  EXPECT(test, parsed);
  if (parsed) {
    const size_t length = grit_grade_canonical(&grade, text, sizeof text);
    EXPECT_TEXT(test, text, length, canonical);
    struct grit_grade again;
    char text_again[GRIT_GRADE_TEXT_MAX];
    EXPECT(test, grit_grade_parse(text, length, &again));
    EXPECT_TEXT(test, text_again, grit_grade_canonical(&again, text_again, sizeof text_again),
                canonical);
  }
}

// Items of a one-level grade, followed by `items`.
static void item_reads_as(struct test* test, const char* items, const char* canonical_items) {
  char spelling[256] = "grit1(e=e2m1,k0=32,s0=e8m0,";
  char canonical[256] = "grit1(e=e2m1,k0=32,s0=e8m0,";
  strcat(strcat(spelling, items), ")");
  strcat(strcat(canonical, canonical_items), ")");
  reads_as(test, spelling, canonical);
}

static void refuses(struct test* test, const char* spelling) {
  struct grit_grade grade;
  expect_true(test, !grit_grade_parse(spelling, strlen(spelling), &grade), spelling, __FILE__,
              __LINE__);
}

static void refuses_item(struct test* test, const char* items) {
  char spelling[256] = "grit1(e=e2m1,k0=32,s0=e8m0,esr=ratio,";
  refuses(test, strcat(strcat(spelling, items), ")"));
}

static void registry_constants(struct test* test) {
  for (unsigned i = 0; i < GRIT_GRADE_COUNT; ++i) {
    const struct grit_registration* entry = &grit_registry[i];
    struct grit_grade grade;
    reads_as(test, entry->canonical, entry->canonical);
    EXPECT(test, grit_grade_parse(entry->canonical, strlen(entry->canonical), &grade));
    EXPECT_EQ(test, grit_grade_id(&grade), entry->descriptor.grade_id);
    enum grit_registered_grade found = GRIT_GRADE_COUNT;
    EXPECT(test, grit_registry_find(entry->name, strlen(entry->name), &found));
    EXPECT_EQ(test, found, i);
  }
  enum grit_registered_grade found;
  EXPECT(test, !grit_registry_find("GRADE_MXFP4 ", 12, &found));
  EXPECT(test, !grit_registry_find("MXFP4", 5, &found));
  EXPECT(test, !grit_registry_find("GRADE_MXFP4", 12, &found));  // a zero byte is part of a name
}

static void spellings(struct test* test) {
  reads_as(test, " GRIT1 (\tESR = Floor , S0=UE8M0,\nk0=00032, E=FP4 )\r\n",
           "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)");
  item_reads_as(test, "esr=-e-x-p2-ceil-", "esr=exp2ceilmaxabs");
  item_reads_as(test, "esr=rne_shared_exp,esn=subnormal-preserved,an=subnormalAny",
                "esr=exp2rnemaxabs");
  item_reads_as(test, "esr=amax_over_emax,esn=flush-to-zero,an=denorm",
                "esr=ratiomaxabs,esn=ftz,an=preserve");
  item_reads_as(test, "esr=custom:", "esr=custom:");
  item_reads_as(test, "esr=custom:My - Rule=(1):2)", "esr=custom:myrule=(1):2)");
  item_reads_as(test, "esr=ratio,ao=pairwise___0-0-8", "esr=ratiomaxabs,ao=pairwise8");
  item_reads_as(test, "esr=ratio,ao=pairwise18446744073709551615",
                "esr=ratiomaxabs,ao=pairwise18446744073709551615");
  item_reads_as(test, "esr=ratio,ao=any", "esr=ratiomaxabs");
  item_reads_as(test, "esr=ratio,ao=any_tree,er=even,dr=down,es=finite,ds=over-flow-to-inf",
                "esr=ratiomaxabs,dr=rtn,ds=ovfinf,ao=tree");
  item_reads_as(test, "ai=half,ab=single,ap=byte,dt=i4,esr=affine",
                "esr=affineminmax,dt=s4,ap=u8,ai=binary16");
  item_reads_as(test, "ct=pad-to-8,po=MSB-first,esr=minmax", "ct=pad8,po=msb,esr=affineminmax");
  item_reads_as(test, "sp=+02:0032:NIBBLE:un-ordered,esr=ratio",
                "sp=2:32:u4:unord,esr=ratiomaxabs");
  item_reads_as(test, "sp=1:2:e8m0:sorted,esr=ratio", "sp=1:2:e8m0:asclsb,esr=ratiomaxabs");
  item_reads_as(test, "zp=int8,zpc=GPTQ,zps=symmetric,esr=ratio",
                "zp=s8,zpc=minus1,esr=ratiomaxabs");
  item_reads_as(test, "zps=own-scale,zp=u4,s1=float,k1=0,esr=ratio",
                "k1=0,s1=binary32,zp=u4,zps=l1,esr=ratiomaxabs");
  reads_as(test, "grit1(e=s8,k0=18446744073709551615,s0=f16,esr=ratio)",
           "grit1(e=s8,k0=18446744073709551615,s0=binary16,esr=ratiomaxabs)");
  reads_as(test, "grit1(e=s8,k0=0,s0=f16,esr=ratio)",
           "grit1(e=s8,k0=0,s0=binary16,esr=ratiomaxabs)");
}

static void refusals(struct test* test) {
  static const char* const texts[] = {"",
                                      "grit1",
                                      "grit1(",
                                      "grit1)",
                                      "grit1()",
                                      "grit2(e=e2m1,k0=32,s0=e8m0,esr=ratio)",
                                      "grit-1(e=e2m1,k0=32,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,k0=32,s0=e8m0,esr=ratio",
                                      "grit1(e=e2m1,k0=32,s0=e8m0,esr=ratio),",
                                      "xgrit1(e=e2m1,k0=32,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,k0=32,s0=e8m0)",
                                      "grit1(k0=32,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,k0=32,esr=ratio)",
                                      "grit1(e=e2m1,k0=,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,k0=-1,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,k0=+1,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,k0=1_0,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,k0=18446744073709551616,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,k0=0x20,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2-m1,k0=32,s0=e8m0,esr=ratio)",
                                      "grit1(e=e4m3fnuz,k0=32,s0=e8m0,esr=ratio)",
                                      "grit1(e=b16,k0=32,s0=e8m0,esr=ratio)",
                                      "grit1(e=u4b,k0=32,s0=e8m0,esr=ratio)",
                                      "grit1(e=int2,k0=32,s0=e8m0,esr=ratio)",
                                      "grit1(e=s2,k0=32,s0=e8m0,esr=ratio)",
                                      "grit1(e=,k0=32,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,k0=32,s0=e8m0,esr=)",
                                      "grit1(e=e2m1,k0=32,s0=e8m0,esr=custom)",
                                      "grit1(,e=e2m1,k0=32,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,k0=32,,s0=e8m0,esr=ratio)",
                                      "grit1(e=e2m1,k0=32,s0=e8m0,esr=ratio,)",
                                      "grit1(e=e2m1,k0=32,s0=e8m0,esr=ratio)\x7f",
                                      "grit1(e=e2m1,k0=32,s0=e8m0,esr=custom:\xc3\xa9)",
                                      "grit1(e=e2m1,k0=32,s0=e8m0,esr=custom:\x01)"};
  static const char* const items[] = {"e=e2m1",
                                      "esr=ratio",
                                      "er=rne,er=rne",
                                      "x=1",
                                      "=1",
                                      "er",
                                      "er=",
                                      "er=-",
                                      "er=near",
                                      "e-r=rne",
                                      "k1=8",
                                      "s1=binary16",
                                      "zpc=asis",
                                      "zps=shared",
                                      "zp=u4,zps=l1",
                                      "sp=2:4:u2",
                                      "sp=2:4:u2:",
                                      "sp=2:4:u2:asclsb:1",
                                      "sp=0:4:u2:asclsb",
                                      "sp=4:4:u2:asclsb",
                                      "sp=5:4:u2:asclsb",
                                      "sp=2:33:u2:asclsb",
                                      "sp=-2:4:u2:asclsb",
                                      "sp=++2:4:u2:asclsb",
                                      "sp=+:4:u2:asclsb",
                                      "sp=2:4:u-2:asclsb",
                                      "sp=:4:u2:asclsb",
                                      "sp=18446744073709551617:4:u2:asclsb",
                                      "ao=pairwise",
                                      "ao=pairwise0",
                                      "ao=pairwise_",
                                      "ao=pairwise8_0",
                                      "ao=pairwise+8",
                                      "ao=pairwise18446744073709551616",
                                      "an=any_tree",
                                      "ct=pad16",
                                      "po=big",
                                      "dt=e5m2",
                                      "es=rne"};
  for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    refuses(test, texts[i]);
  }
  for (unsigned i = 0; i < sizeof items / sizeof items[0]; ++i) {
    refuses_item(test, items[i]);
  }
  struct grit_grade grade;
  static const char with_zero[] = "grit1(e=e2m1,k0=32,\0s0=e8m0,esr=ratio)";
  EXPECT(test, !grit_grade_parse(with_zero, sizeof with_zero - 1, &grade));
}

static void bounded_output(struct test* test) {
  static const char text[] = "grit1(e=e2m1,k0=32,s0=e8m0,esr=custom:ABC)";
  static const char canonical[] = "grit1(e=e2m1,k0=32,s0=e8m0,esr=custom:abc)";
  struct grit_grade grade;
  char buffer[8] = "#######";
  EXPECT(test, grit_grade_parse(text, sizeof text - 1, &grade));
  EXPECT_EQ(test, grit_grade_canonical(&grade, NULL, 0), sizeof canonical - 1);
  EXPECT_EQ(test, grit_grade_canonical(&grade, buffer, 5), sizeof canonical - 1);
  EXPECT_TEXT(test, buffer, 7, "grit1##");
}

// Byte for byte: a prefix, a longer text and another spelling are not it.
static void canonical_texts(struct test* test) {
  static const char text[] = "grit1(e=e2m1,k0=32,s0=e8m0,esr=custom:abc)";
  struct grit_grade grade;
  EXPECT(test, grit_grade_parse(text, sizeof text - 1, &grade));
  for (size_t length = 0; length <= sizeof text; ++length) {
    EXPECT_EQ(test, grit_grade_is_canonical(&grade, (struct grit_grade_string){text, length}),
              length == sizeof text - 1);
  }
  static const char spelled[] = "grit1(e=e2m1,k0=32,s0=e8m0,esr=custom:Abc)";
  EXPECT(test,
         !grit_grade_is_canonical(&grade, (struct grit_grade_string){spelled, sizeof spelled - 1}));
  EXPECT(test, !grit_grade_is_canonical(&grade, (struct grit_grade_string){NULL, 0}));
}

static void projections(struct test* test) {
  static const struct {
    enum grit_registered_grade grade;
    const char* projection;
  } expected[] = {
      {GRIT_GRADE_MXFP4,
       "gritdec1(e=e2m1,k0=32,s0=e8m0,ct=dense,po=lsb,dr=rne,ds=satfinite,dt=binary32)"},
      {GRIT_GRADE_Q4KS,
       "gritdec1(e=u4,k0=32,s0=u6,k1=8,s1=binary16,zp=u6,zpc=asis,zps=l1,ct=dense,po=lsb,dr=rne,"
       "ds=satfinite,dt=binary32)"},
      {GRIT_GRADE_I8S24,
       "gritdec1(e=s8,k0=32,s0=binary16,sp=2:4:u2:asclsb,ct=dense,po=lsb,dr=rne,ds=satfinite,"
       "dt=binary32)"}};
  for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
    const char* canonical = grit_registry[expected[i].grade].canonical;
    struct grit_grade grade;
    char text[GRIT_GRADE_TEXT_MAX];
    EXPECT(test, grit_grade_parse(canonical, strlen(canonical), &grade));
    EXPECT_TEXT(test, text, grit_grade_projection(&grade, text, sizeof text),
                expected[i].projection);
  }
}

static bool same_projection(enum grit_registered_grade a, enum grit_registered_grade b) {
  struct grit_grade grade_a;
  struct grit_grade grade_b;
  char text_a[GRIT_GRADE_TEXT_MAX];
  char text_b[GRIT_GRADE_TEXT_MAX];
  if (!grit_grade_parse(grit_registry[a].canonical, strlen(grit_registry[a].canonical), &grade_a) ||
      !grit_grade_parse(grit_registry[b].canonical, strlen(grit_registry[b].canonical), &grade_b)) {
    return false;
  }
  const size_t length = grit_grade_projection(&grade_a, text_a, sizeof text_a);
  return length == grit_grade_projection(&grade_b, text_b, sizeof text_b) &&
         memcmp(text_a, text_b, length) == 0;
}

static void equivalence(struct test* test) {
  for (unsigned a = 0; a < GRIT_GRADE_COUNT; ++a) {
    for (unsigned b = 0; b < GRIT_GRADE_COUNT; ++b) {
      const enum grit_registered_grade x = (enum grit_registered_grade)a;
      const enum grit_registered_grade y = (enum grit_registered_grade)b;
      const unsigned both = 1u << a | 1u << b;
      const bool joined = both == (1u << GRIT_GRADE_MXFP4 | 1u << GRIT_GRADE_MXFP4_RNE) ||
                          both == (1u << GRIT_GRADE_NVF4 | 1u << GRIT_GRADE_NVF4_RTZ);
      EXPECT_EQ(test, grit_equivalent(x, y, GRIT_SCOPE_FULL), a == b);
      EXPECT_EQ(test, grit_equivalent(x, y, GRIT_SCOPE_DECODE), a == b || joined);
      // An edge whose projections differ would be an error; among these grades, no other pair
      // agrees.
      EXPECT_EQ(test, same_projection(x, y), a == b || joined);
    }
  }
}

void test_grade(struct test* test) {
  registry_constants(test);
  spellings(test);
  refusals(test);
  bounded_output(test);
  canonical_texts(test);
  projections(test);
  equivalence(test);
}
