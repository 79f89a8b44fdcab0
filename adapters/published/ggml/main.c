// GCP 1 adapter over ggml's C code, from the crate llama-cpp-sys-2 0.1.161.
//
//  11 DECODE  dequantize_row_mxfp4 of GRADE_MXFP4, dequantize_row_q4_K of GRADE_Q4KS
//
// ggml reads blocks (spec §12.3), so the planes are laid out as blocks first; that moves bits and
// computes nothing. Planes that make no whole number of blocks, or not the number that the count
// asks for, cannot be put to ggml: refused. The bits of a NaN are passed on as they are.
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
      for (size_t i = 0; i < kind->elements; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        gcp_write_u32(reply, bits);
      }
    }
    return GCP_ANSWERED;
  }
  return GCP_REFUSED;
}

int main(void) {
  static const struct gcp_op kOps[] = {{11, decode}};
  static const struct gcp_adapter kAdapter = {"ggml", "0.1.161", "C", kOps, 1};
  return gcp_serve(&kAdapter);
}
