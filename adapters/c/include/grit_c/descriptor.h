// The 64-byte descriptor (spec §2) and the one a grade demands (spec §3).
#ifndef GRIT_C_DESCRIPTOR_H_
#define GRIT_C_DESCRIPTOR_H_

#include <stdbool.h>
#include <stdint.h>

#include "grit_c/grade.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GRIT_DESCRIPTOR_BYTES 64

// Bits of `flags`.
enum grit_flag {
  GRIT_FLAG_HAS_ZP = 0x01,
  GRIT_FLAG_ZP_MINUS1 = 0x02,
  GRIT_FLAG_SPARSE = 0x04,
  GRIT_FLAG_MSB_FIRST = 0x08,
  GRIT_FLAG_INTERLEAVED = 0x10,
  GRIT_FLAG_ZP_L1SCALED = 0x20,
  GRIT_FLAG_RESERVED = 0xC0
};

// Every field, in the order and under the names of the specification. Any value is representable:
// reading judges nothing, and writing what was read gives the same 64 bytes.
struct grit_descriptor {
  uint8_t magic[4];
  uint8_t hdr_bytes;
  uint8_t version;
  uint8_t n_levels;
  uint8_t flags;
  uint16_t elem;
  uint16_t scale0;
  uint16_t scale1;
  uint16_t zp_fmt;
  int16_t group_axis;
  uint16_t k0;
  uint16_t k1;
  uint8_t sp_n;
  uint8_t sp_m;
  uint8_t sp_meta_fmt;
  uint8_t sp_order;
  uint8_t container;
  uint8_t frame_rsvd;
  uint32_t note;
  uint64_t placement_data;
  uint64_t placement_scale;
  uint64_t placement_meta;
  uint64_t grade_id;
};

void grit_descriptor_read(const uint8_t bytes[GRIT_DESCRIPTOR_BYTES],
                          struct grit_descriptor* descriptor);
void grit_descriptor_write(const struct grit_descriptor* descriptor,
                           uint8_t bytes[GRIT_DESCRIPTOR_BYTES]);

// The descriptor that `grade` demands, with group_axis, note and the placements 0: these are the
// caller's. False, and *descriptor untouched, where the grade has none: k0 or k1 above 65535, a
// metadata format other than u2 and u4.
bool grit_descriptor_from_grade(const struct grit_grade* grade, struct grit_descriptor* descriptor);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_DESCRIPTOR_H_
