// GCP 1 adapter over ggml's C code, from the crate llama-cpp-sys-2 0.1.161.
//
//  11 DECODE       dequantize_row_mxfp4 of GRADE_MXFP4, dequantize_row_q4_K of GRADE_Q4KS
//  21 DECODE_VIEW  the same of data in blocks, dequantize_row_q8_0 too: the plane goes to ggml as
//  it
//                  came
//
// ggml reads blocks (spec §12.3), so DECODE lays the planes out as blocks first; that moves bits
// and computes nothing. Planes that make no whole number of blocks, or not the number that the
// count or the shape asks for, and other views cannot be put to ggml: refused, DECODE_VIEW without
// a name of spec §11.2.3, since ggml knows none. So are views whose groups do not run along the
// last axis: their blocks lie in another order than the values. The bits of a NaN are passed on as
// they are.
#include "gcp.h"
#include "ggml-quants.h"

enum { DATA, SCALE0, SCALE1, AUX };

// The code of element i of a data plane of nibbles (spec §8.1.3).
static unsigned nibble(const uint8_t* data, size_t i) {
  return i % 2 == 0 ? data[i / 2] & 15u : (unsigned)data[i / 2] >> 4;
}

// A run of 2 * `half` codes, the first half in the low nibbles and the second in the high ones
// (spec §12.3.2, §12.3.4).
static void halves(const uint8_t* data, size_t half, uint8_t* to) {
  for (size_t j = 0; j < half; ++j) {
    to[j] = (uint8_t)(nibble(data, j) | nibble(data, j + half) << 4);
  }
}

static void decode_mxfp4(const struct gcp_bytes planes[GCP_PLANES], size_t index, float* values) {
  block_mxfp4 block;
  block.e = planes[SCALE0].data[index];
  halves(planes[DATA].data + 16 * index, 16, block.qs);
  dequantize_row_mxfp4(&block, values, QK_MXFP4);
}

static void decode_q4_k(const struct gcp_bytes planes[GCP_PLANES], size_t index, float* values) {
  const uint8_t* scale = planes[SCALE0].data + 8 * index;
  const uint8_t* minimum = planes[AUX].data + 8 * index;
  uint8_t bytes[sizeof(block_q4_K)];  // d, dmin, 12 bytes of scales, 128 of codes: spec §12.3.4
  memcpy(bytes, planes[SCALE1].data + 4 * index, 4);
  for (size_t j = 0; j < 4; ++j) {  // spec §12.3.5
    bytes[4 + j] = (uint8_t)((scale[j] & 63u) | (scale[j + 4] >> 4 & 3u) << 6);
    bytes[8 + j] = (uint8_t)((minimum[j] & 63u) | (minimum[j + 4] >> 4 & 3u) << 6);
    bytes[12 + j] = (uint8_t)((scale[j + 4] & 15u) | (minimum[j + 4] & 15u) << 4);
  }
  for (size_t c = 0; c < 4; ++c) {
    halves(planes[DATA].data + 128 * index + 32 * c, 32, bytes + 16 + 32 * c);
  }
  block_q4_K block;
  memcpy(&block, bytes, sizeof block);
  dequantize_row_q4_K(&block, values, QK_K);
}

// A grade, what one block of it takes of each plane in bytes, and its decoder.
struct kind {
  const char* grade;
  size_t elements;
  size_t bytes[GCP_PLANES];
  void (*decode)(const struct gcp_bytes planes[GCP_PLANES], size_t index, float* values);
};
static const struct kind kKinds[] = {
    {"GRADE_MXFP4", QK_MXFP4, {16, 1, 0, 0}, decode_mxfp4},
    {"GRADE_Q4KS", QK_K, {128, 8, 4, 8}, decode_q4_k},
};

static void write_values(struct gcp_writer* reply, const float* values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    uint32_t bits;
    memcpy(&bits, &values[i], sizeof bits);
    gcp_write_u32(reply, bits);
  }
}

static enum gcp_outcome decode(struct gcp_reader* request, struct gcp_writer* reply) {
  const struct gcp_bytes name = gcp_read_blob(request);
  const int64_t count = gcp_read_i64(request);
  struct gcp_bytes planes[GCP_PLANES];
  gcp_read_planes(request, planes);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  for (size_t k = 0; k < sizeof kKinds / sizeof kKinds[0]; ++k) {
    const struct kind* kind = &kKinds[k];
    if (name.size != strlen(kind->grade) || memcmp(name.data, kind->grade, name.size) != 0) {
      continue;
    }
    const size_t blocks = planes[SCALE0].size / kind->bytes[SCALE0];
    bool whole = count >= 0 && (uint64_t)count == (uint64_t)blocks * kind->elements;
    for (size_t p = 0; p < GCP_PLANES; ++p) {
      whole = whole && planes[p].size == blocks * kind->bytes[p];
    }
    if (!whole) {
      return GCP_REFUSED;
    }
    gcp_write_u32(reply, (uint32_t)count);
    for (size_t index = 0; index < blocks; ++index) {
      float values[QK_K];
      kind->decode(planes, index, values);
      write_values(reply, values, kind->elements);
    }
    return GCP_ANSWERED;
  }
  return GCP_REFUSED;
}

static void stored_mxfp4(const uint8_t* bytes, float* values) {
  block_mxfp4 block;
  memcpy(&block, bytes, sizeof block);
  dequantize_row_mxfp4(&block, values, QK_MXFP4);
}

static void stored_q8_0(const uint8_t* bytes, float* values) {
  block_q8_0 block;
  memcpy(&block, bytes, sizeof block);
  dequantize_row_q8_0(&block, values, QK8_0);
}

static void stored_q4_k(const uint8_t* bytes, float* values) {
  block_q4_K block;
  memcpy(&block, bytes, sizeof block);
  dequantize_row_q4_K(&block, values, QK_K);
}

// What a plane of data in blocks holds, by its placement and its element format (spec §12.1.2).
struct stored {
  uint64_t placement;
  uint16_t element;
  size_t elements;
  size_t bytes;
  void (*decode)(const uint8_t* bytes, float* values);
};
static const struct stored kStored[] = {
    {0x1000000000000005, 0x2043, QK_MXFP4, sizeof(block_mxfp4), stored_mxfp4},
    {0x1000000000000005, 0x03e7, QK8_0, sizeof(block_q8_0), stored_q8_0},
    {0x1000000000000020, 0x43e3, QK_K, sizeof(block_q4_K), stored_q4_k},
};

static enum gcp_outcome decode_view(struct gcp_reader* request, struct gcp_writer* reply) {
  const uint8_t* descriptor = gcp_read_bytes(request, 64);
  (void)gcp_read_blob(request);  // the canonical grade
  int64_t shape[GCP_MAX_RANK];
  const size_t rank = gcp_read_shape(request, shape);
  struct gcp_bytes planes[GCP_PLANES];
  gcp_read_planes(request, planes);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  uint16_t axis = (uint16_t)gcp_load(descriptor + 16, 2);  // a negative one is behind every axis
  for (size_t i = (size_t)axis + 1; i < rank; ++i) {
    if (shape[i] != 1) {
      return GCP_REFUSED;
    }
  }
  bool empty = false;
  for (size_t i = 0; i < rank; ++i) {
    empty = empty || shape[i] == 0;
  }
  uint64_t count = empty ? 0 : 1;
  for (size_t i = 0; i < rank; ++i) {
    // More than any plane of a request holds; a product below it does not overflow.
    const bool fits = shape[i] >= 0 && shape[i] <= GCP_MAX_PAYLOAD && count <= GCP_MAX_PAYLOAD;
    if (shape[i] < 0 || (!empty && !fits)) {
      return GCP_REFUSED;
    }
    count *= empty ? 0 : (uint64_t)shape[i];
  }
  for (size_t k = 0; k < sizeof kStored / sizeof kStored[0]; ++k) {
    const struct stored* kind = &kStored[k];
    const size_t blocks = planes[DATA].size / kind->bytes;
    if (gcp_load(descriptor + 32, 8) != kind->placement ||
        gcp_load(descriptor + 8, 2) != kind->element || count != blocks * kind->elements ||
        planes[DATA].size != blocks * kind->bytes || planes[SCALE0].size != 0 ||
        planes[SCALE1].size != 0 || planes[AUX].size != 0) {
      continue;
    }
    gcp_write_u32(reply, (uint32_t)count);
    for (size_t index = 0; index < blocks; ++index) {
      float values[QK_K];
      kind->decode(planes[DATA].data + kind->bytes * index, values);
      write_values(reply, values, kind->elements);
    }
    return GCP_ANSWERED;
  }
  return GCP_REFUSED;
}

int main(void) {
  static const struct gcp_op kOps[] = {{11, decode}, {21, decode_view}};
  static const struct gcp_adapter kAdapter = {"ggml", "0.1.161", "C", kOps, 2};
  return gcp_serve(&kAdapter);
}
