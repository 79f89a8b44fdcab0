/* ggml's C code, from the crate llama-cpp-sys-2 0.1.161, as a peer: rows of its own blocks, which
   hold the same formats as the grades in another layout. MXFP4 and NVFP4 are the grades' own
   formats, Q4_K is Q4KS with packed scales, Q8_0 the nearest that it has to I8S24: dense. */
#include <string.h>

#include "bench/peers/peer.h"
#include "ggml-quants.h"

struct row_kind {
  const char* grade;
  size_t block_bytes;
  size_t elements;
  void (*decode)(const void* blocks, float* out, int64_t elements);
};

static void mxfp4(const void* blocks, float* out, int64_t elements) {
  dequantize_row_mxfp4(blocks, out, elements);
}

static void nvfp4(const void* blocks, float* out, int64_t elements) {
  dequantize_row_nvfp4(blocks, out, elements);
}

static void q4_k(const void* blocks, float* out, int64_t elements) {
  dequantize_row_q4_K(blocks, out, elements);
}

static void q8_0(const void* blocks, float* out, int64_t elements) {
  dequantize_row_q8_0(blocks, out, elements);
}

static const struct row_kind kinds[] = {
    {"GRADE_MXFP4", sizeof(block_mxfp4), QK_MXFP4, mxfp4},
    {"GRADE_NVF4", sizeof(block_nvfp4), QK_NVFP4, nvfp4},
    {"GRADE_Q4KS", sizeof(block_q4_K), QK_K, q4_k},
    {"GRADE_I8S24", sizeof(block_q8_0), QK8_0, q8_0},
};

static const struct row_kind* find(struct grit_peer_bytes grade) {
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    if (strlen(kinds[i].grade) == grade.size &&
        memcmp(kinds[i].grade, grade.data, grade.size) == 0) {
      return &kinds[i];
    }
  }
  return NULL;
}

static uint32_t decode_blocks(struct grit_peer_bytes grade, size_t blocks, const uint8_t* data,
                              float* out) {
  const struct row_kind* kind = find(grade);
  if (kind == NULL) {
    return 0;
  }
  kind->decode(data, out, (int64_t)(blocks * kind->elements));
  return 1;
}

static size_t block_bytes(struct grit_peer_bytes grade, size_t* elements) {
  const struct row_kind* kind = find(grade);
  if (kind == NULL) {
    return 0;
  }
  *elements = kind->elements;
  return kind->block_bytes;
}

const struct grit_peer* grit_peer_entry(void) {
  static const struct grit_peer peer = {.name = "ggml",
                                        .version = "llama-cpp-sys-2 0.1.161",
                                        .decode_blocks = decode_blocks,
                                        .block_bytes = block_bytes};
  return &peer;
}
