// Operations that return what they read, for the tests of gcp.h: 100 echoes one of every piece, 101
// refuses with a reason, 102 fails after it has written, 103 answers more than a frame can hold.
#include "gcp.h"

static enum gcp_outcome echo(struct gcp_reader* request, struct gcp_writer* reply) {
  int64_t extents[GCP_MAX_RANK];
  struct gcp_bytes planes[GCP_PLANES];
  const uint8_t u8 = gcp_read_u8(request);
  const uint16_t u16 = gcp_read_u16(request);
  const uint32_t u32 = gcp_read_u32(request);
  const uint64_t u64 = gcp_read_u64(request);
  const int16_t i16 = gcp_read_i16(request);
  const int64_t i64 = gcp_read_i64(request);
  const struct gcp_bytes blob = gcp_read_blob(request);
  const struct gcp_bytes text = gcp_read_blob(request);
  const size_t rank = gcp_read_shape(request, extents);
  gcp_read_planes(request, planes);
  const struct gcp_bytes words = gcp_read_words(request);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  uint32_t copy[16];
  for (size_t i = 0; i < words.size / 4 && i < 16; ++i) {
    copy[i] = gcp_word(words, i);
  }
  gcp_write_u8(reply, u8);
  gcp_write_u16(reply, u16);
  gcp_write_u32(reply, u32);
  gcp_write_u64(reply, u64);
  gcp_write_u16(reply, (uint16_t)i16);
  gcp_write_i64(reply, i64);
  gcp_write_blob(reply, blob.data, blob.size);
  gcp_write_blob(reply, text.data, text.size);
  gcp_write_shape(reply, extents, rank);
  gcp_write_planes(reply, planes);
  gcp_write_words(reply, copy, words.size / 4);
  return GCP_ANSWERED;
}

static enum gcp_outcome refuse(struct gcp_reader* request, struct gcp_writer* reply) {
  gcp_write_u64(reply, 7);
  request->reason = "SliceRange";
  return GCP_REFUSED;
}

static enum gcp_outcome fail(struct gcp_reader* request, struct gcp_writer* reply) {
  gcp_write_text(reply, "half an answer");
  request->error = "it broke";
  return GCP_INTERNAL_ERROR;
}

static enum gcp_outcome flood(struct gcp_reader* request, struct gcp_writer* reply) {
  (void)request;
  (void)gcp_extend(reply, (size_t)GCP_MAX_PAYLOAD + 1);
  return GCP_ANSWERED;
}

int main(void) {
  static const struct gcp_op ops[] = {{100, echo}, {101, refuse}, {102, fail}, {103, flood}};
  const struct gcp_adapter adapter = {
      .name = "echo", .version = "1", .language = "C", .ops = ops, .op_count = 4};
  return gcp_serve(&adapter);
}
