// check: one change at a time from a sound array; statuses and planes from the steps of spec §5,
// and of §11.1 with grades of the caller's own.
#include "grit_c/check.h"

#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "grit_c/fingerprint.h"
#include "grit_c/format.h"
#include "grit_c/placement.h"
#include "grit_c/registry.h"

// A sound array of 256 elements that tests change.
struct array {
  struct grit_descriptor descriptor;
  int64_t extents[2];
  int64_t bytes[GRIT_PLANE_COUNT];
  uint8_t planes[GRIT_PLANE_COUNT][256];
};

static struct array array_of(enum grit_registered_grade grade) {
  static const int64_t bytes[GRIT_GRADE_COUNT][GRIT_PLANE_COUNT] = {
      [GRIT_GRADE_MXFP4] = {128, 8, 0, 0},     [GRIT_GRADE_Q4KS] = {128, 8, 4, 8},
      [GRIT_GRADE_NVF4] = {128, 16, 4, 0},     [GRIT_GRADE_I8S24] = {128, 16, 0, 32},
      [GRIT_GRADE_MXFP4_RNE] = {128, 8, 0, 0}, [GRIT_GRADE_NVF4_RTZ] = {128, 16, 4, 0}};
  struct array a;
  memset(&a, 0, sizeof a);
  a.descriptor = grit_registry[grade].descriptor;
  a.extents[0] = 64;
  a.extents[1] = 4;
  memcpy(a.bytes, bytes[grade], sizeof a.bytes);
  memset(a.planes[GRIT_PLANE_AUX], 0x44, sizeof a.planes[GRIT_PLANE_AUX]);  // positions 0 and 1
  return a;
}

static struct grit_check_result check(const struct array* a, unsigned level, bool with_planes,
                                      const uint8_t* digest) {
  uint8_t bytes[GRIT_DESCRIPTOR_BYTES];
  const uint8_t* planes[GRIT_PLANE_COUNT] = {a->planes[0], a->planes[1], a->planes[2],
                                             a->planes[3]};
  grit_descriptor_write(&a->descriptor, bytes);
  return grit_check((struct grit_bytes){bytes, sizeof bytes}, (struct grit_shape){a->extents, 2},
                    a->bytes, level, with_planes ? planes : NULL, digest);
}

// Level 0 is Ok whatever the array; every other level says `status` and `plane`.
static void expect_at(struct test* test, const struct array* a, enum grit_status status,
                      enum grit_plane plane, int line) {
  static const unsigned levels[] = {1, 2, 255};
  expect_equal(test, check(a, 0, true, NULL).status, GRIT_OK, "level 0", __FILE__, line);
  for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; ++i) {
    const struct grit_check_result result = check(a, levels[i], true, NULL);
    expect_equal(test, result.status, status, "status", __FILE__, line);
    expect_equal(test, result.plane, plane, "plane", __FILE__, line);
  }
}

#define EXPECT_CHECK(array, status, plane) expect_at(test, array, status, plane, __LINE__)
// The array of `grade` after `change`, an assignment to a member of its descriptor.
#define EXPECT_CHANGED(grade, change, status, plane) \
  do {                                               \
    struct array changed = array_of(grade);          \
    changed.descriptor.change;                       \
    EXPECT_CHECK(&changed, status, plane);           \
  } while (0)

static void frames(struct test* test) {
#define EXPECT_UNKNOWN(grade, change) \
  EXPECT_CHANGED(grade, change, GRIT_GRADE_UNKNOWN, GRIT_PLANE_NONE)
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, magic[3] = 0x32);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, hdr_bytes = 63);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, version = 2);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, n_levels = 0);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, n_levels = 3);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, n_levels = 2);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, flags = 0x40);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, flags = 0x80);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, flags = GRIT_FLAG_INTERLEAVED);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, flags = GRIT_FLAG_ZP_L1SCALED);
  EXPECT_UNKNOWN(GRIT_GRADE_I8S24, flags = GRIT_FLAG_SPARSE | GRIT_FLAG_HAS_ZP);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, frame_rsvd = 1);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, container = 2);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, container = 1);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, k1 = 1);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, scale1 = GRIT_FORMAT_BINARY16);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, elem = GRIT_FORMAT_E2M1 | 0x8000);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, elem = GRIT_FORMAT_E2M1 | 0x1800);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, scale0 = GRIT_FORMAT_E8M0 | 0x1800);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, zp_fmt = 0x1800);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, zp_fmt = GRIT_FORMAT_U4);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, k0 = 16);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, sp_n = 2);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, sp_m = 4);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, sp_meta_fmt = 1);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, sp_order = 1);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, grade_id ^= 1);
  EXPECT_UNKNOWN(GRIT_GRADE_MXFP4, grade_id = UINT64_C(0x00FF6F4C2870831E));  // that of NVF4
  EXPECT_UNKNOWN(GRIT_GRADE_Q4KS, k1 = 0);
  EXPECT_UNKNOWN(GRIT_GRADE_I8S24, sp_order = 0);
#undef EXPECT_UNKNOWN
  EXPECT_CHANGED(GRIT_GRADE_MXFP4, note = 0xFFFFFFFF, GRIT_OK, GRIT_PLANE_NONE);
}

static void descriptor_lengths(struct test* test) {
  uint8_t bytes[GRIT_DESCRIPTOR_BYTES + 1] = {0};
  const int64_t lengths[GRIT_PLANE_COUNT] = {16, 1, 0, 0};
  const int64_t extent = 32;
  const struct grit_shape shape = {&extent, 1};
  grit_descriptor_write(&grit_registry[GRIT_GRADE_MXFP4].descriptor, bytes);
  for (size_t size = 0; size <= sizeof bytes; ++size) {
    const struct grit_bytes given = {bytes, size};
    const enum grit_status status = size == GRIT_DESCRIPTOR_BYTES ? GRIT_OK : GRIT_GRADE_UNKNOWN;
    EXPECT_EQ(test, grit_check(given, shape, lengths, 1, NULL, NULL).status, status);
    EXPECT_EQ(test, grit_check(given, shape, lengths, 0, NULL, NULL).status, GRIT_OK);
  }
  const struct grit_bytes nothing = {NULL, 0};
  EXPECT_EQ(test, grit_check(nothing, shape, lengths, 2, NULL, NULL).status, GRIT_GRADE_UNKNOWN);
}

static void placements(struct test* test) {
  EXPECT_CHANGED(GRIT_GRADE_MXFP4, placement_data = 0, GRIT_OK, GRIT_PLANE_NONE);
  EXPECT_CHANGED(GRIT_GRADE_MXFP4, placement_scale = UINT64_C(0xF000000000000007), GRIT_OK,
                 GRIT_PLANE_NONE);
  EXPECT_CHANGED(GRIT_GRADE_MXFP4, placement_data = 1, GRIT_PLACEMENT_UNKNOWN, GRIT_PLANE_NONE);
  EXPECT_CHANGED(GRIT_GRADE_MXFP4, placement_scale = UINT64_C(0x9000000000000001),
                 GRIT_PLACEMENT_UNKNOWN, GRIT_PLANE_NONE);
  EXPECT_CHANGED(GRIT_GRADE_MXFP4, placement_meta = 7, GRIT_PLACEMENT_UNKNOWN, GRIT_PLANE_NONE);
  EXPECT_CHANGED(GRIT_GRADE_MXFP4, placement_meta = GRIT_PLACEMENT_ROW_MAJOR,
                 GRIT_PLACEMENT_UNKNOWN, GRIT_PLANE_AUX);
  EXPECT_CHANGED(GRIT_GRADE_Q4KS, placement_meta = 0, GRIT_PLACEMENT_UNKNOWN, GRIT_PLANE_AUX);
  EXPECT_CHANGED(GRIT_GRADE_I8S24, placement_meta = 0, GRIT_PLACEMENT_UNKNOWN, GRIT_PLANE_AUX);
  EXPECT_CHANGED(GRIT_GRADE_I8S24, placement_meta = 7, GRIT_PLACEMENT_UNKNOWN, GRIT_PLANE_NONE);
}

static void sizes(struct test* test) {
  for (unsigned grade = 0; grade < GRIT_GRADE_COUNT; ++grade) {
    struct array a = array_of((enum grit_registered_grade)grade);
    EXPECT_CHECK(&a, GRIT_OK, GRIT_PLANE_NONE);
    for (unsigned plane = 0; plane < GRIT_PLANE_COUNT; ++plane) {
      a = array_of((enum grit_registered_grade)grade);
      a.bytes[plane] += 1;
      EXPECT_CHECK(&a, GRIT_SIZE_MISMATCH, (enum grit_plane)plane);
      a.bytes[3] = -1;  // the first wrong plane is named
      EXPECT_CHECK(&a, GRIT_SIZE_MISMATCH, (enum grit_plane)plane);
    }
  }
  struct array a = array_of(GRIT_GRADE_MXFP4);
  a.extents[0] = 48;
  EXPECT_CHECK(&a, GRIT_SIZE_MISMATCH, GRIT_PLANE_NONE);
  a.descriptor.placement_data = 1;  // an earlier step decides
  EXPECT_CHECK(&a, GRIT_PLACEMENT_UNKNOWN, GRIT_PLANE_NONE);
  EXPECT_CHANGED(GRIT_GRADE_MXFP4, group_axis = 2, GRIT_SIZE_MISMATCH, GRIT_PLANE_NONE);
  EXPECT_CHANGED(GRIT_GRADE_MXFP4, group_axis = -1, GRIT_SIZE_MISMATCH, GRIT_PLANE_NONE);
  // A length whose 64 bits equal "too large to say" is negative, and never right.
  a = array_of(GRIT_GRADE_MXFP4);
  a.extents[0] = INT64_C(1) << 62;
  a.extents[1] = 1;
  a.bytes[0] = INT64_C(1) << 61;
  a.bytes[1] = INT64_C(1) << 57;
  EXPECT_EQ(test, check(&a, 2, false, NULL).status, GRIT_OK);
  a.bytes[0] = -1;
  EXPECT_EQ(test, check(&a, 2, false, NULL).status, GRIT_SIZE_MISMATCH);
}

static void digests(struct test* test) {
  struct array a = array_of(GRIT_GRADE_I8S24);
  const struct grit_bytes planes[GRIT_PLANE_COUNT] = {
      {a.planes[0], 128}, {a.planes[1], 16}, {a.planes[2], 0}, {a.planes[3], 32}};
  uint8_t digest[GRIT_FINGERPRINT_BYTES];
  grit_digest(planes, digest);
  EXPECT_EQ(test, check(&a, 2, true, digest).status, GRIT_OK);
  digest[15] ^= 1;
  EXPECT_EQ(test, check(&a, 2, true, digest).status, GRIT_DIGEST_MISMATCH);
  EXPECT_EQ(test, check(&a, 2, true, digest).plane, GRIT_PLANE_NONE);
  EXPECT_EQ(test, check(&a, 1, true, digest).status, GRIT_OK);
  EXPECT_EQ(test, check(&a, 2, false, digest).status, GRIT_OK);  // no planes, no comparison
}

static void metadata(struct test* test) {
  // Every cell of 2:4 with two-bit indices: the second index must be above the first.
  for (unsigned cell = 0; cell < 16; ++cell) {
    struct array a = array_of(GRIT_GRADE_I8S24);
    const bool ascends = (cell & 3) < cell >> 2;
    for (unsigned place = 0; place < 64; place += 21) {  // first, inner and last cells, both halves
      a = array_of(GRIT_GRADE_I8S24);
      uint8_t* byte = &a.planes[GRIT_PLANE_AUX][place / 2];
      *byte = (uint8_t)(place % 2 == 0 ? (*byte & 0xF0) | cell : (*byte & 0x0F) | cell << 4);
      const struct grit_check_result result = check(&a, 2, true, NULL);
      EXPECT_EQ(test, result.status, ascends ? GRIT_OK : GRIT_DIGEST_MISMATCH);
      EXPECT_EQ(test, result.plane, ascends ? GRIT_PLANE_NONE : GRIT_PLANE_AUX);
      EXPECT_EQ(test, check(&a, 1, true, NULL).status, GRIT_OK);
      EXPECT_EQ(test, check(&a, 2, false, NULL).status, GRIT_OK);
    }
  }
}

// A check at level 1 of shape [4] with grades of the caller's own.
static enum grit_status check_own(const struct grit_descriptor* descriptor,
                                  const int64_t lengths[GRIT_PLANE_COUNT],
                                  const char* const* grades, size_t count) {
  static const int64_t extent = 4;
  struct grit_grade_string strings[4];
  uint8_t bytes[GRIT_DESCRIPTOR_BYTES];
  grit_descriptor_write(descriptor, bytes);
  for (size_t i = 0; i < count; ++i) {
    strings[i] = (struct grit_grade_string){grades[i], strlen(grades[i])};
  }
  return grit_check_grades((struct grit_bytes){bytes, sizeof bytes},
                           (struct grit_shape){&extent, 1}, lengths, 1, NULL, NULL, strings, count)
      .status;
}

static void own_grades(struct test* test) {
  // The example of spec §11.1.
  static const char canonical[] = "grit1(e=u4,k0=4,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)";
  static const char spelled[] = "grit1(e=u4,k0=04,s0=binary16,zp=u4,zpc=minus1,esr=affineminmax)";
  static const int64_t lengths[GRIT_PLANE_COUNT] = {2, 2, 0, 1};
  struct grit_descriptor d = {.magic = {'G', 'R', 'T', '1'},
                              .hdr_bytes = 64,
                              .version = 1,
                              .n_levels = 1,
                              .flags = GRIT_FLAG_HAS_ZP | GRIT_FLAG_ZP_MINUS1,
                              .elem = GRIT_FORMAT_U4,
                              .scale0 = GRIT_FORMAT_BINARY16,
                              .zp_fmt = GRIT_FORMAT_U4,
                              .k0 = 4,
                              .placement_data = GRIT_PLACEMENT_ROW_MAJOR,
                              .placement_scale = GRIT_PLACEMENT_ROW_MAJOR,
                              .placement_meta = GRIT_PLACEMENT_ROW_MAJOR,
                              .grade_id = UINT64_C(0xE9318C03270F8433)};
#define EXPECT_OWN(status, count, ...) \
  EXPECT_EQ(test, check_own(&d, lengths, (const char* const[]){__VA_ARGS__}, count), status)
  EXPECT_OWN(GRIT_GRADE_UNKNOWN, 0, "");
  EXPECT_OWN(GRIT_OK, 1, canonical);
  EXPECT_OWN(GRIT_GRADE_UNKNOWN, 1, spelled);
  // Entries that name no grade are as if they were not there.
  EXPECT_OWN(GRIT_OK, 4, spelled, "", "grit1(e=u4,k0=65536,s0=u4,esr=affineminmax)", canonical);
  EXPECT_OWN(GRIT_GRADE_UNKNOWN, 1, "grit1(e=u4,k0=4,s0=binary16,zp=u4,esr=affineminmax)");
  d.k0 = 2;  // the frame is not the one that the grade demands
  EXPECT_OWN(GRIT_GRADE_UNKNOWN, 1, canonical);
  d.k0 = 4;
  d.grade_id ^= 1;
  EXPECT_OWN(GRIT_GRADE_UNKNOWN, 1, canonical);
  d.grade_id ^= 1;
  // Sizes are those of plane order whatever the placement says (§11.1.4): 0 and blocks are known
  // words.
  d.placement_data = GRIT_PLACEMENT_BLOCK_AOS;
  d.placement_scale = 0;
  EXPECT_OWN(GRIT_OK, 1, canonical);
  d.group_axis = 1;
  EXPECT_OWN(GRIT_SIZE_MISMATCH, 1, canonical);
#undef EXPECT_OWN
  // zp beside sp has a descriptor, and step 1 refuses it (§3.3.6, §5.1.10); a grade of no elements
  // a group has one too, and step 4 refuses it (§6.2.5).
  static const char both[] = "grit1(e=u4,k0=4,s0=u8,zp=u4,sp=2:4:u2:unord,esr=affineminmax)";
  static const char none[] = "grit1(e=u4,k0=0,s0=u8,esr=affineminmax)";
  static const struct {
    const char* grade;
    enum grit_status status;
  } cases[] = {{both, GRIT_GRADE_UNKNOWN}, {none, GRIT_SIZE_MISMATCH}};
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    struct grit_grade grade;
    EXPECT(test, grit_grade_parse(cases[i].grade, strlen(cases[i].grade), &grade));
    EXPECT(test, grit_descriptor_from_grade(&grade, &d));
    d.placement_meta = i == 0 ? GRIT_PLACEMENT_ROW_MAJOR : 0;
    EXPECT_EQ(test, check_own(&d, lengths, &cases[i].grade, 1), cases[i].status);
  }
}

// Random bytes around sound descriptors: exactly one status of the closed set, whatever comes. The
// planes are heap blocks of their exact lengths, so that AddressSanitizer sees a read beyond them.
static void totality(struct test* test) {
  uint64_t state = 3;
  for (unsigned i = 0; i < 200000; ++i) {
    uint8_t bytes[GRIT_DESCRIPTOR_BYTES];
    int64_t extents[4];
    int64_t lengths[GRIT_PLANE_COUNT];
    uint8_t* owned[GRIT_PLANE_COUNT];
    const uint8_t* planes[GRIT_PLANE_COUNT];
    const uint64_t r = next_random(&state);
    grit_descriptor_write(&grit_registry[r % GRIT_GRADE_COUNT].descriptor, bytes);
    if (r >> 8 & 1) {
      bytes[r >> 16 & 63] ^= (uint8_t)(1u << (r >> 24 & 7));
    }
    for (unsigned j = 0; j < 4; ++j) {
      const uint64_t e = next_random(&state);
      extents[j] = (int64_t)(e % 8 == 0 ? e : e % 8 == 1 ? 0 : e % 8 < 5 ? e >> 8 & 127 : 32);
    }
    for (unsigned j = 0; j < GRIT_PLANE_COUNT; ++j) {
      const size_t length = (size_t)(next_random(&state) % 64);
      lengths[j] = (int64_t)length;
      owned[j] = malloc(length);
      planes[j] = owned[j];
      memset(owned[j], 0x44, length);
    }
    const struct grit_check_result result =
        grit_check((struct grit_bytes){bytes, sizeof bytes},
                   (struct grit_shape){extents, r >> 32 & 3}, lengths, 2, planes, NULL);
    for (unsigned j = 0; j < GRIT_PLANE_COUNT; ++j) {
      free(owned[j]);
    }
    EXPECT(test, (unsigned)result.status <= GRIT_DIGEST_MISMATCH);
    EXPECT(test, (unsigned)result.plane < GRIT_PLANE_COUNT || result.plane == GRIT_PLANE_NONE);
  }
}

void test_check(struct test* test) {
  frames(test);
  descriptor_lengths(test);
  placements(test);
  sizes(test);
  digests(test);
  metadata(test);
  own_grades(test);
  totality(test);
}
