#include "grit_c/descriptor.h"

#include <string.h>

#include "bytes.h"
#include "grit_c/format.h"

static const uint8_t kMagic[4] = {0x47, 0x52, 0x54, 0x31};

void grit_descriptor_read(const uint8_t bytes[GRIT_DESCRIPTOR_BYTES],
                          struct grit_descriptor* descriptor) {
  memcpy(descriptor->magic, bytes, sizeof descriptor->magic);
  descriptor->hdr_bytes = bytes[4];
  descriptor->version = bytes[5];
  descriptor->n_levels = bytes[6];
  descriptor->flags = bytes[7];
  descriptor->elem = grit_load16(bytes + 8);
  descriptor->scale0 = grit_load16(bytes + 10);
  descriptor->scale1 = grit_load16(bytes + 12);
  descriptor->zp_fmt = grit_load16(bytes + 14);
  const int axis = grit_load16(bytes + 16);
  descriptor->group_axis = (int16_t)(axis < 0x8000 ? axis : axis - 0x10000);
  descriptor->k0 = grit_load16(bytes + 18);
  descriptor->k1 = grit_load16(bytes + 20);
  descriptor->sp_n = bytes[22];
  descriptor->sp_m = bytes[23];
  descriptor->sp_meta_fmt = bytes[24];
  descriptor->sp_order = bytes[25];
  descriptor->container = bytes[26];
  descriptor->frame_rsvd = bytes[27];
  descriptor->note = grit_load32(bytes + 28);
  descriptor->placement_data = grit_load64(bytes + 32);
  descriptor->placement_scale = grit_load64(bytes + 40);
  descriptor->placement_meta = grit_load64(bytes + 48);
  descriptor->grade_id = grit_load64(bytes + 56);
}

void grit_descriptor_write(const struct grit_descriptor* descriptor,
                           uint8_t bytes[GRIT_DESCRIPTOR_BYTES]) {
  memcpy(bytes, descriptor->magic, sizeof descriptor->magic);
  bytes[4] = descriptor->hdr_bytes;
  bytes[5] = descriptor->version;
  bytes[6] = descriptor->n_levels;
  bytes[7] = descriptor->flags;
  grit_store16(bytes + 8, descriptor->elem);
  grit_store16(bytes + 10, descriptor->scale0);
  grit_store16(bytes + 12, descriptor->scale1);
  grit_store16(bytes + 14, descriptor->zp_fmt);
  grit_store16(bytes + 16, (uint16_t)descriptor->group_axis);
  grit_store16(bytes + 18, descriptor->k0);
  grit_store16(bytes + 20, descriptor->k1);
  bytes[22] = descriptor->sp_n;
  bytes[23] = descriptor->sp_m;
  bytes[24] = descriptor->sp_meta_fmt;
  bytes[25] = descriptor->sp_order;
  bytes[26] = descriptor->container;
  bytes[27] = descriptor->frame_rsvd;
  grit_store32(bytes + 28, descriptor->note);
  grit_store64(bytes + 32, descriptor->placement_data);
  grit_store64(bytes + 40, descriptor->placement_scale);
  grit_store64(bytes + 48, descriptor->placement_meta);
  grit_store64(bytes + 56, descriptor->grade_id);
}

static uint8_t flags_of(const struct grit_grade* grade) {
  unsigned flags = 0;
  flags |= grade->zero_point != GRIT_FORMAT_ABSENT ? GRIT_FLAG_HAS_ZP : 0u;
  flags |= grade->zero_code == GRIT_ZERO_MINUS1 ? GRIT_FLAG_ZP_MINUS1 : 0u;
  flags |= grade->zero_scale == GRIT_ZERO_L1 ? GRIT_FLAG_ZP_L1SCALED : 0u;
  flags |= grade->sparse_n != 0 ? GRIT_FLAG_SPARSE : 0u;
  flags |= grade->bit_order == GRIT_MSB_FIRST ? GRIT_FLAG_MSB_FIRST : 0u;
  return (uint8_t)flags;
}

// The value of sp_meta_fmt for a metadata format; false where it has none.
static bool metadata_code(uint16_t format, uint8_t* code) {
  switch (format) {
    case GRIT_FORMAT_ABSENT:
      *code = 0;
      return true;
    case GRIT_FORMAT_U2:
      *code = 1;
      return true;
    case GRIT_FORMAT_U4:
      *code = 2;
      return true;
    default:
      return false;
  }
}

bool grit_descriptor_from_grade(const struct grit_grade* grade,
                                struct grit_descriptor* descriptor) {
  uint8_t metadata = 0;
  if (grade->k0 > UINT16_MAX || grade->k1 > UINT16_MAX ||
      !metadata_code(grade->sparse_format, &metadata)) {
    return false;
  }
  *descriptor = (struct grit_descriptor){
      .hdr_bytes = GRIT_DESCRIPTOR_BYTES,
      .version = 1,
      .n_levels = grade->scale1 != GRIT_FORMAT_ABSENT ? 2 : 1,
      .flags = flags_of(grade),
      .elem = grade->element,
      .scale0 = grade->scale0,
      .scale1 = grade->scale1,
      .zp_fmt = grade->zero_point,
      .k0 = (uint16_t)grade->k0,
      .k1 = (uint16_t)grade->k1,
      .sp_n = (uint8_t)grade->sparse_n,
      .sp_m = (uint8_t)grade->sparse_m,
      .sp_meta_fmt = metadata,
      .sp_order = grade->sparse_order == GRIT_SPARSE_ASC_LSB ? 1 : 0,
      .container = grade->container == GRIT_PAD8 ? 1 : 0,
      .grade_id = grit_grade_id(grade),
  };
  memcpy(descriptor->magic, kMagic, sizeof kMagic);
  return true;
}
