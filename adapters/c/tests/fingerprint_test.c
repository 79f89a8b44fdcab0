// Fingerprints: the constants of spec §7; digests of short inputs from the published FNV algorithm.
#include "grit_c/fingerprint.h"

#include <string.h>

#include "expect.h"
#include "grit_c/registry.h"
#include "src/fnv.h"

static void fnv(struct test* test) {
  uint8_t hash[16];
  grit_fnv128_store(grit_fnv128_bytes(GRIT_FNV128_BASIS, (const uint8_t*)"a", 1), hash);
  EXPECT_HEX(test, hash, sizeof hash, "d228cb696f1a8caf78912b704e4a8964");
  grit_fnv128_store(grit_fnv128_bytes(GRIT_FNV128_BASIS, NULL, 0), hash);
  EXPECT_HEX(test, hash, sizeof hash, "6c62272e07bb014262b821756295c58d");
}

static void mxfp4_gid(const int64_t* extents, size_t rank, uint32_t note, uint8_t* gid) {
  struct grit_descriptor d = grit_registry[GRIT_GRADE_MXFP4].descriptor;
  uint8_t bytes[GRIT_DESCRIPTOR_BYTES];
  const char* text = grit_registry[GRIT_GRADE_MXFP4].canonical;
  d.note = note;
  grit_descriptor_write(&d, bytes);
  grit_gid(bytes, text, strlen(text), (struct grit_shape){extents, rank}, gid);
}

static void gids(struct test* test) {
  uint8_t gid[GRIT_FINGERPRINT_BYTES];
  char symbols[GRIT_GID_SYMBOLS];
  mxfp4_gid((const int64_t[]){32}, 1, 0, gid);
  EXPECT_HEX(test, gid, sizeof gid, "42d145a24c0f96ea7e336d82a2ac740d");
  grit_gid_print(gid, symbols);
  EXPECT_TEXT(test, symbols, sizeof symbols, "22T52T4K0FJVN7WCVDGAHARX0D");
  mxfp4_gid((const int64_t[]){2, 64}, 2, 0, gid);
  EXPECT_HEX(test, gid, sizeof gid, "21ed8f5028f3693558d64db47f3acfbc");
  mxfp4_gid((const int64_t[]){2, 64}, 2, 0xFFFFFFFF, gid);  // blind to note
  EXPECT_HEX(test, gid, sizeof gid, "21ed8f5028f3693558d64db47f3acfbc");
}

static bool parses(const char* text, uint8_t* gid) {
  return grit_gid_parse(text, strlen(text), gid);
}

static void printed_form(struct test* test) {
  uint8_t gid[GRIT_FINGERPRINT_BYTES];
  char symbols[GRIT_GID_SYMBOLS];
  EXPECT(test, parses("22T52T4K0FJVN7WCVDGAHARX0D", gid));
  EXPECT_HEX(test, gid, sizeof gid, "42d145a24c0f96ea7e336d82a2ac740d");
  EXPECT(test, parses("--22t52-t4kofjvn7wcvdgaharxOd-", gid));
  EXPECT_HEX(test, gid, sizeof gid, "42d145a24c0f96ea7e336d82a2ac740d");
  EXPECT(test, parses("7ZZZZZZZZZZZZZZZZZZZZZZZZZ", gid));
  EXPECT_HEX(test, gid, sizeof gid, "ffffffffffffffffffffffffffffffff");
  grit_gid_print(gid, symbols);
  EXPECT_TEXT(test, symbols, sizeof symbols, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
  EXPECT(test, parses("ILilo0000000000000000000L", gid) == false);  // 25 symbols
  EXPECT(test, parses("OILil000000000000000000000", gid));
  EXPECT_HEX(test, gid, sizeof gid, "01084200000000000000000000000000");
  EXPECT(test, !parses("8ZZZZZZZZZZZZZZZZZZZZZZZZZ", gid));
  EXPECT(test, !parses("22T52T4K0FJVN7WCVDGAHARX0U", gid));
  EXPECT(test, !parses("22T52T4K0FJVN7WCVDGAHARX0", gid));
  EXPECT(test, !parses("22T52T4K0FJVN7WCVDGAHARX0D0", gid));
  EXPECT(test, !parses("22T52T4K0FJVN7WCVDGAHARX0 ", gid));
  EXPECT(test, !parses(" 22T52T4K0FJVN7WCVDGAHARX0D", gid));
  EXPECT(test, !parses("22T52T4K0FJVN7WCVDGAHARX\xc4\xb1", gid));
  EXPECT(test, !parses("", gid));
  EXPECT(test, !grit_gid_parse("22T52T4K0FJVN7WCVDGAHARX0\0", 26, gid));
}

static void digests(struct test* test) {
  static const uint8_t abc[] = {'a', 'b', 'c'};
  struct grit_bytes planes[GRIT_PLANE_COUNT] = {{abc, 3}, {NULL, 0}, {abc, 1}, {NULL, 0}};
  uint8_t digest[GRIT_FINGERPRINT_BYTES];
  uint8_t expected[GRIT_FINGERPRINT_BYTES];
  grit_digest(planes, digest);
  // The same bytes, laid out by hand.
  static const uint8_t laid_out[] = {3, 0, 0, 0, 0, 0, 0, 0, 'a', 'b', 'c', 0, 0, 0, 0, 0, 0, 0,
                                     0, 1, 0, 0, 0, 0, 0, 0, 0,   'a', 0,   0, 0, 0, 0, 0, 0, 0};
  grit_fnv128_store(grit_fnv128_bytes(GRIT_FNV128_BASIS, laid_out, sizeof laid_out), expected);
  EXPECT(test, memcmp(digest, expected, sizeof digest) == 0);
}

void test_fingerprint(struct test* test) {
  fnv(test);
  gids(test);
  printed_form(test);
  digests(test);
}
