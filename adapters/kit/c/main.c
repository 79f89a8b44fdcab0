// my-adapter: answers the adapter protocol with your implementation.
//
// DIGEST is written out as an example. For every other operation that your implementation has:
// write a function like `digest` that reads the pieces of the request, calls your implementation
// and writes the pieces of the reply, and put it into the table in place of NULL. HELLO declares
// exactly the operations that have a function. An adapter translates; it adds nothing of its own.
#include "gcp.h"

// DIGEST (spec §7.1, §7.4): FNV-1a-128 over the four planes, each behind its length as a u64
// -------

struct uint128 {
  uint64_t high;
  uint64_t low;
};

// One byte; the prime is 2^88 + 0x13b.
static struct uint128 fnv1a_step(struct uint128 state, uint8_t byte) {
  const uint64_t low = state.low ^ byte;
  const uint64_t product0 = (low & 0xffffffff) * 0x13b;
  const uint64_t product1 = (low >> 32) * 0x13b + (product0 >> 32);
  return (struct uint128){state.high * 0x13b + (product1 >> 32) + (low << 24),
                          product1 << 32 | (product0 & 0xffffffff)};
}

static enum gcp_outcome digest(struct gcp_reader* request, struct gcp_writer* reply) {
  struct gcp_bytes planes[GCP_PLANES];
  gcp_read_planes(request, planes);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  struct uint128 state = {0x6c62272e07bb0142, 0x62b821756295c58d};
  for (size_t plane = 0; plane < GCP_PLANES; ++plane) {
    for (size_t i = 0; i < 8; ++i) {
      state = fnv1a_step(state, (uint8_t)((uint64_t)planes[plane].size >> 8 * i));
    }
    for (size_t i = 0; i < planes[plane].size; ++i) {
      state = fnv1a_step(state, planes[plane].data[i]);
    }
  }
  for (size_t shift = 64; shift > 0; shift -= 8) {
    gcp_write_u8(reply, (uint8_t)(state.high >> (shift - 8)));
  }
  for (size_t shift = 64; shift > 0; shift -= 8) {
    gcp_write_u8(reply, (uint8_t)(state.low >> (shift - 8)));
  }
  return GCP_ANSWERED;
}

// What is offered ---------------------------------------------------------------------------------

static const struct gcp_op kOps[] = {
    // CHECK: u8 level, blob descriptor, shape, i64 x 4 plane bytes, u8 (bit 0 planes, bit 1
    // digest), [planes], [16 bytes] -> u8 status, u8 plane (255: none)
    {1, NULL},
    // GRADE: text -> text canonical, u64 id, text projection
    {2, NULL},
    // DESCRIPTOR: text, i16 axis, u32 note, u64 x 3 placements -> 64 bytes
    {3, NULL},
    // SIZES: 64 bytes, shape -> i64 x 8
    {4, NULL},
    // GID: 64 bytes, text canonical, shape -> 16 bytes, text printed form
    {5, NULL},
    // GID_PARSE: text -> 16 bytes
    {6, NULL},
    // DIGEST: planes -> 16 bytes
    {7, digest},
    // FORMAT_DECODE: u16 word, words (codes) -> words (binary32 bits)
    {8, NULL},
    // FORMAT_ENCODE: u16 word, words (binary32 bits) -> words (codes; 0xffffffff where refused)
    {9, NULL},
    // EXPONENT: u8 rule, words (binary32 bits) -> words (i32)
    {10, NULL},
    // DECODE: text grade, i64 count, planes -> words (binary32 bits)
    {11, NULL},
    // ENCODE: text grade, words (binary32 bits) -> planes
    {12, NULL},
    // EQUIVALENT: text, text, u8 scope -> u8
    {13, NULL},
    // EXPLAIN: 64 bytes, 64 bytes -> u32 count, texts
    {14, NULL},
};

int main(void) {
  const struct gcp_adapter adapter = {.name = "my-adapter",
                                      .version = "0.1.0",
                                      .language = "C",
                                      .ops = kOps,
                                      .op_count = sizeof kOps / sizeof kOps[0]};
  return gcp_serve(&adapter);
}
