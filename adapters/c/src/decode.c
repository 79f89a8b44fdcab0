#include <string.h>

#include "binary32.h"
#include "bytes.h"
#include "codec_blocks.h"
#include "grit_c/codec.h"
#include "grit_c/format.h"
#include "grit_c/sizes.h"

bool grit_codec_plane_bytes(enum grit_registered_grade grade, int64_t count,
                            uint64_t bytes[GRIT_PLANE_COUNT]) {
  struct grit_sizes sizes;
  if (!grit_sizes_of(&grit_registry[grade].descriptor, (struct grit_shape){&count, 1}, &sizes)) {
    return false;
  }
  memcpy(bytes, sizes.plane, sizeof sizes.plane);
  return true;
}

bool grit_decode_accepts(enum grit_registered_grade grade, int64_t count,
                         const struct grit_bytes planes[GRIT_PLANE_COUNT]) {
  uint64_t bytes[GRIT_PLANE_COUNT];
  if (!grit_codec_plane_bytes(grade, count, bytes)) {
    return false;
  }
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    if (planes[i].size != bytes[i]) {
      return false;
    }
  }
  return true;
}

// x = scale × e2m1, for MXFP4 and NVF4 alike.
static void decode_e2m1_block(uint32_t scale, const uint8_t* data, size_t first, size_t count,
                              uint32_t* bits) {
  for (size_t i = first; i < first + count; ++i) {
    bits[i] = grit_binary32_multiply(scale, grit_value_of(GRIT_FORMAT_E2M1, grit_nibble(data, i)));
  }
}

static void decode_mxfp4(size_t count, const struct grit_bytes* planes, uint32_t* bits) {
  for (size_t block = 0; block < count / GRIT_MXFP4_BLOCK; ++block) {
    const uint32_t scale = grit_value_of(GRIT_FORMAT_E8M0, planes[GRIT_PLANE_SCALE0].data[block]);
    decode_e2m1_block(scale, planes[GRIT_PLANE_DATA].data, block * GRIT_MXFP4_BLOCK,
                      GRIT_MXFP4_BLOCK, bits);
  }
}

static void decode_nvf4(size_t count, const struct grit_bytes* planes, uint32_t* bits) {
  const uint32_t tensor_scale =
      grit_value_of(GRIT_FORMAT_BINARY32, grit_load32(planes[GRIT_PLANE_SCALE1].data));
  for (size_t block = 0; block < count / GRIT_NVF4_BLOCK; ++block) {
    const uint32_t block_scale =
        grit_value_of(GRIT_FORMAT_E4M3, planes[GRIT_PLANE_SCALE0].data[block]);
    decode_e2m1_block(grit_binary32_multiply(tensor_scale, block_scale),
                      planes[GRIT_PLANE_DATA].data, block * GRIT_NVF4_BLOCK, GRIT_NVF4_BLOCK, bits);
  }
}

static void decode_q4ks(size_t count, const struct grit_bytes* planes, uint32_t* bits) {
  const size_t blocks_per_pair = GRIT_Q4KS_SUPERBLOCK / GRIT_Q4KS_BLOCK;
  for (size_t block = 0; block < count / GRIT_Q4KS_BLOCK; ++block) {
    const uint8_t* pair = planes[GRIT_PLANE_SCALE1].data + block / blocks_per_pair * 4;
    const uint32_t d = grit_value_of(GRIT_FORMAT_BINARY16, grit_load16(pair));
    const uint32_t dmin = grit_value_of(GRIT_FORMAT_BINARY16, grit_load16(pair + 2));
    const uint32_t scale = grit_binary32_multiply(
        d, grit_value_of(GRIT_FORMAT_U6, planes[GRIT_PLANE_SCALE0].data[block]));
    const uint32_t zero = grit_binary32_multiply(
        dmin, grit_value_of(GRIT_FORMAT_U6, planes[GRIT_PLANE_AUX].data[block]));
    const size_t first = block * GRIT_Q4KS_BLOCK;
    for (size_t i = first; i < first + GRIT_Q4KS_BLOCK; ++i) {
      const uint32_t q =
          grit_value_of(GRIT_FORMAT_U4, grit_nibble(planes[GRIT_PLANE_DATA].data, i));
      bits[i] = grit_binary32_subtract(grit_binary32_multiply(scale, q), zero);
    }
  }
}

static void decode_i8s24(size_t count, const struct grit_bytes* planes, uint32_t* bits) {
  // One cursor for the whole plane: a cell that names one position twice takes one value only.
  size_t cursor = 0;
  for (size_t quad = 0; quad < count / GRIT_QUAD; ++quad) {
    const size_t first = quad * GRIT_QUAD;
    const uint32_t scale =
        grit_value_of(GRIT_FORMAT_BINARY16,
                      grit_load16(planes[GRIT_PLANE_SCALE0].data + first / GRIT_I8S24_BLOCK * 2));
    const uint32_t cell = grit_nibble(planes[GRIT_PLANE_AUX].data, quad);
    const uint32_t named = UINT32_C(1) << (cell & 3) | UINT32_C(1) << (cell >> 2);
    for (size_t position = 0; position < GRIT_QUAD; ++position) {
      bits[first + position] = 0;
      if ((named >> position & 1) != 0) {
        const uint32_t element =
            grit_value_of(GRIT_FORMAT_S8, planes[GRIT_PLANE_DATA].data[cursor++]);
        bits[first + position] = grit_binary32_multiply(scale, element);
      }
    }
  }
}

bool grit_decode(enum grit_registered_grade grade, int64_t count,
                 const struct grit_bytes planes[GRIT_PLANE_COUNT], uint32_t* bits) {
  if (!grit_decode_accepts(grade, count, planes)) {
    return false;
  }
  const size_t n = (size_t)count;
  switch (grade) {
    case GRIT_GRADE_MXFP4:
    case GRIT_GRADE_MXFP4_RNE:
      decode_mxfp4(n, planes, bits);
      return true;
    case GRIT_GRADE_NVF4:
    case GRIT_GRADE_NVF4_RTZ:
      decode_nvf4(n, planes, bits);
      return true;
    case GRIT_GRADE_Q4KS:
      decode_q4ks(n, planes, bits);
      return true;
    case GRIT_GRADE_I8S24:
      decode_i8s24(n, planes, bits);
      return true;
    case GRIT_GRADE_COUNT:
      break;
  }
  return false;
}
