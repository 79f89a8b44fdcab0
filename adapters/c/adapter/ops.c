#include "ops.h"

#include <stdlib.h>
#include <string.h>

#include "grit_c/grit_c.h"
#include "src/bytes.h"
#include "view_ops.h"

enum gcp_outcome gcp_unreadable(struct gcp_reader* request, const char* why) {
  request->error = why;
  return GCP_INTERNAL_ERROR;
}

// A string of JSON; the text is ASCII.
static void write_json_string(struct gcp_writer* reply, const char* text) {
  gcp_write_u8(reply, '"');
  for (; *text != '\0'; ++text) {
    if (*text == '"' || *text == '\\') {
      gcp_write_u8(reply, '\\');
    }
    gcp_write_u8(reply, (uint8_t)*text);
  }
  gcp_write_u8(reply, '"');
}

static void write_chars(struct gcp_writer* reply, const char* text) {
  gcp_write_bytes(reply, text, strlen(text));
}

static enum gcp_outcome answer_hello(struct gcp_writer* reply) {
  write_chars(reply,
              "{\"name\":\"grit-c\",\"version\":\"" GRIT_C_VERSION
              "\",\"language\":\"C11\",\"protocol\":1,\"spec\":1,"
              "\"ops\":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,20,21,22,23,24,25],\"compiler\":");
#if defined(__clang__)
  write_json_string(reply, __VERSION__);  // names clang itself
#elif defined(__GNUC__)
  write_json_string(reply, "GCC " __VERSION__);
#else
  write_json_string(reply, "unknown");
#endif
  gcp_write_u8(reply, '}');
  return GCP_ANSWERED;
}

// CHECK, and CHECK_GRADE with `grade_count` 1: a grade more behind the pieces of CHECK.
static enum gcp_outcome answer_check(struct gcp_reader* request, size_t grade_count,
                                     struct gcp_writer* reply) {
  enum { kHasPlanes = 1, kHasDigest = 2 };
  int64_t extents[GCP_MAX_RANK];
  int64_t plane_bytes[GRIT_PLANE_COUNT];
  struct grit_bytes planes[GRIT_PLANE_COUNT];
  const uint8_t* contents[GRIT_PLANE_COUNT];
  const uint8_t level = gcp_read_u8(request, "payload ends in the level");
  const struct grit_bytes descriptor = gcp_read_blob(request, "payload ends in the descriptor");
  const struct grit_shape shape = gcp_read_shape(request, extents);
  for (size_t i = 0; i < GRIT_PLANE_COUNT; ++i) {
    plane_bytes[i] = gcp_read_i64(request, "payload ends in the plane bytes");
  }
  const uint8_t given = gcp_read_u8(request, "payload ends in the flags");
  const bool has_planes = (given & kHasPlanes) != 0;
  const uint8_t* digest = NULL;
  if (has_planes) {
    gcp_read_planes(request, planes);
  }
  if ((given & kHasDigest) != 0) {
    digest = gcp_read_bytes(request, GRIT_FINGERPRINT_BYTES, "payload ends in the digest");
  }
  struct grit_grade_string grade = {NULL, 0};
  if (grade_count != 0) {
    const struct grit_bytes text = gcp_read_blob(request, "payload ends in the grade");
    grade = (struct grit_grade_string){(const char*)text.data, text.size};
  }
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  if ((given & ~(kHasPlanes | kHasDigest)) != 0) {
    return gcp_unreadable(request, "unknown flag of CHECK");
  }
  for (size_t i = 0; has_planes && i < GRIT_PLANE_COUNT; ++i) {
    if (plane_bytes[i] < 0 || (uint64_t)plane_bytes[i] != planes[i].size) {
      return gcp_unreadable(request, "planes are not as long as the plane bytes say");
    }
    contents[i] = planes[i].data;
  }
  const struct grit_check_result result =
      grit_check_grades(descriptor, shape, plane_bytes, level, has_planes ? contents : NULL, digest,
                        &grade, grade_count);
  gcp_write_u8(reply, (uint8_t)result.status);
  gcp_write_u8(reply, (uint8_t)result.plane);
  return GCP_ANSWERED;
}

typedef size_t (*grade_writer)(const struct grit_grade* grade, char* buffer, size_t capacity);

static void write_grade_text(struct gcp_writer* reply, const struct grit_grade* grade,
                             grade_writer writer) {
  const size_t length = writer(grade, NULL, 0);
  gcp_write_u32(reply, (uint32_t)length);
  uint8_t* room = gcp_extend(reply, length);
  if (room != NULL) {
    (void)writer(grade, (char*)room, length);
  }
}

static enum gcp_outcome answer_grade(struct gcp_reader* request, struct gcp_writer* reply) {
  const struct grit_bytes text = gcp_read_blob(request, "payload ends in the text");
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  struct grit_grade grade;
  if (!grit_grade_parse((const char*)text.data, text.size, &grade)) {
    return GCP_REFUSED;
  }
  write_grade_text(reply, &grade, grit_grade_canonical);
  gcp_write_u64(reply, grit_grade_id(&grade));
  write_grade_text(reply, &grade, grit_grade_projection);
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_descriptor(struct gcp_reader* request, struct gcp_writer* reply) {
  const struct grit_bytes text = gcp_read_blob(request, "payload ends in the text");
  const uint16_t axis = gcp_read_u16(request, "payload ends in the axis");
  const uint32_t note = gcp_read_u32(request, "payload ends in the note");
  const uint64_t placement_data = gcp_read_u64(request, "payload ends in the placements");
  const uint64_t placement_scale = gcp_read_u64(request, "payload ends in the placements");
  const uint64_t placement_meta = gcp_read_u64(request, "payload ends in the placements");
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  struct grit_grade grade;
  struct grit_descriptor descriptor;
  if (!grit_grade_parse((const char*)text.data, text.size, &grade) ||
      !grit_descriptor_from_grade(&grade, &descriptor)) {
    return GCP_REFUSED;
  }
  memcpy(&descriptor.group_axis, &axis, sizeof axis);
  descriptor.note = note;
  descriptor.placement_data = placement_data;
  descriptor.placement_scale = placement_scale;
  descriptor.placement_meta = placement_meta;
  uint8_t* room = gcp_extend(reply, GRIT_DESCRIPTOR_BYTES);
  if (room != NULL) {
    grit_descriptor_write(&descriptor, room);
  }
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_sizes(struct gcp_reader* request, struct gcp_writer* reply) {
  int64_t extents[GCP_MAX_RANK];
  const uint8_t* bytes =
      gcp_read_bytes(request, GRIT_DESCRIPTOR_BYTES, "payload ends in the descriptor");
  const struct grit_shape shape = gcp_read_shape(request, extents);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  struct grit_descriptor descriptor;
  struct grit_sizes sizes;
  grit_descriptor_read(bytes, &descriptor);
  if (!grit_sizes_of(&descriptor, shape, &sizes)) {
    return GCP_REFUSED;
  }
  const uint64_t numbers[] = {sizes.numel,    sizes.nnz,      sizes.groups0,  sizes.groups1,
                              sizes.plane[0], sizes.plane[1], sizes.plane[2], sizes.plane[3]};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
    if (numbers[i] > INT64_MAX) {  // the reply cannot carry it
      return GCP_REFUSED;
    }
    gcp_write_u64(reply, numbers[i]);
  }
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_gid(struct gcp_reader* request, struct gcp_writer* reply) {
  int64_t extents[GCP_MAX_RANK];
  const uint8_t* descriptor =
      gcp_read_bytes(request, GRIT_DESCRIPTOR_BYTES, "payload ends in the descriptor");
  const struct grit_bytes text = gcp_read_blob(request, "payload ends in the text");
  const struct grit_shape shape = gcp_read_shape(request, extents);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  uint8_t gid[GRIT_FINGERPRINT_BYTES];
  char symbols[GRIT_GID_SYMBOLS];
  grit_gid(descriptor, (const char*)text.data, text.size, shape, gid);
  grit_gid_print(gid, symbols);
  gcp_write_bytes(reply, gid, sizeof gid);
  gcp_write_u32(reply, sizeof symbols);
  gcp_write_bytes(reply, symbols, sizeof symbols);
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_gid_parse(struct gcp_reader* request, struct gcp_writer* reply) {
  const struct grit_bytes text = gcp_read_blob(request, "payload ends in the text");
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  uint8_t gid[GRIT_FINGERPRINT_BYTES];
  if (!grit_gid_parse((const char*)text.data, text.size, gid)) {
    return GCP_REFUSED;
  }
  gcp_write_bytes(reply, gid, sizeof gid);
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_digest(struct gcp_reader* request, struct gcp_writer* reply) {
  struct grit_bytes planes[GRIT_PLANE_COUNT];
  gcp_read_planes(request, planes);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  uint8_t digest[GRIT_FINGERPRINT_BYTES];
  grit_digest(planes, digest);
  gcp_write_bytes(reply, digest, sizeof digest);
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_format_decode(struct gcp_reader* request, struct gcp_writer* reply) {
  const uint16_t word = gcp_read_u16(request, "payload ends in the format word");
  const struct grit_bytes codes = gcp_read_words(request);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  if (!grit_format_decodable(word)) {
    return GCP_REFUSED;
  }
  gcp_write_u32(reply, (uint32_t)(codes.size / 4));
  for (size_t at = 0; at < codes.size; at += 4) {
    uint32_t bits = 0;
    (void)grit_format_decode(word, grit_load32(codes.data + at), &bits);
    gcp_write_u32(reply, bits);
  }
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_format_encode(struct gcp_reader* request, struct gcp_writer* reply) {
  const uint16_t word = gcp_read_u16(request, "payload ends in the format word");
  const struct grit_bytes values = gcp_read_words(request);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  if (!grit_format_encodable(word)) {
    return GCP_REFUSED;
  }
  gcp_write_u32(reply, (uint32_t)(values.size / 4));
  for (size_t at = 0; at < values.size; at += 4) {
    uint32_t code = UINT32_MAX;
    (void)grit_format_encode(word, grit_load32(values.data + at), &code);
    gcp_write_u32(reply, code);
  }
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_exponent(struct gcp_reader* request, struct gcp_writer* reply) {
  const uint8_t rule = gcp_read_u8(request, "payload ends in the rule");
  const struct grit_bytes values = gcp_read_words(request);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  if (rule > GRIT_EXPONENT_RNE) {
    return gcp_unreadable(request, "unknown rule of EXPONENT");
  }
  gcp_write_u32(reply, (uint32_t)(values.size / 4));
  for (size_t at = 0; at < values.size; at += 4) {
    int32_t exponent = 0;
    if (!grit_exponent((enum grit_exponent_rule)rule, grit_load32(values.data + at), &exponent)) {
      return GCP_REFUSED;
    }
    gcp_write_u32(reply, (uint32_t)exponent);
  }
  return GCP_ANSWERED;
}

bool gcp_reserve_words(struct gcp_scratch* scratch, uint64_t count) {
  if (count > scratch->capacity) {
    uint32_t* words = count <= SIZE_MAX / sizeof *words
                          ? realloc(scratch->words, (size_t)count * sizeof *words)
                          : NULL;
    if (words == NULL) {
      return false;
    }
    scratch->words = words;
    scratch->capacity = (size_t)count;
  }
  return true;
}

static enum gcp_outcome answer_decode(struct gcp_reader* request, struct gcp_scratch* scratch,
                                      struct gcp_writer* reply) {
  struct grit_bytes planes[GRIT_PLANE_COUNT];
  const struct grit_bytes name = gcp_read_blob(request, "payload ends in the grade name");
  const int64_t numel = gcp_read_i64(request, "payload ends in the number of elements");
  gcp_read_planes(request, planes);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  enum grit_registered_grade grade;
  if (!grit_registry_find((const char*)name.data, name.size, &grade) ||
      !grit_decode_accepts(grade, numel, planes)) {
    return GCP_REFUSED;
  }
  const size_t count = (size_t)numel;
  if (count > GCP_MAX_PAYLOAD / 4 - 1) {
    reply->error = "reply exceeds the payload limit of 64 MiB";
    return GCP_INTERNAL_ERROR;
  }
  if (!gcp_reserve_words(scratch, count)) {
    reply->error = "out of memory";
    return GCP_INTERNAL_ERROR;
  }
  (void)grit_decode(grade, numel, planes, scratch->words);
  gcp_write_words(reply, scratch->words, count);
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_encode(struct gcp_reader* request, struct gcp_scratch* scratch,
                                      struct gcp_writer* reply) {
  const struct grit_bytes name = gcp_read_blob(request, "payload ends in the grade name");
  const struct grit_bytes values = gcp_read_words(request);
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  const size_t count = values.size / 4;
  uint64_t bytes[GRIT_PLANE_COUNT];
  enum grit_registered_grade grade;
  if (!grit_registry_find((const char*)name.data, name.size, &grade) ||
      !grit_codec_plane_bytes(grade, (int64_t)count, bytes)) {
    return GCP_REFUSED;
  }
  if (!gcp_reserve_words(scratch, count)) {
    reply->error = "out of memory";
    return GCP_INTERNAL_ERROR;
  }
  for (size_t i = 0; i < count; ++i) {
    scratch->words[i] = grit_load32(values.data + 4 * i);
  }
  struct grit_buffer planes[GRIT_PLANE_COUNT];
  if (!gcp_extend_planes(reply, bytes, planes)) {
    return GCP_INTERNAL_ERROR;
  }
  (void)grit_encode(grade, scratch->words, (int64_t)count, planes);
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_equivalent(struct gcp_reader* request, struct gcp_writer* reply) {
  const struct grit_bytes name_a = gcp_read_blob(request, "payload ends in the first name");
  const struct grit_bytes name_b = gcp_read_blob(request, "payload ends in the second name");
  const uint8_t scope = gcp_read_u8(request, "payload ends in the scope");
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  enum grit_registered_grade a;
  enum grit_registered_grade b;
  if (!grit_registry_find((const char*)name_a.data, name_a.size, &a) ||
      !grit_registry_find((const char*)name_b.data, name_b.size, &b) || scope > GRIT_SCOPE_FULL) {
    return GCP_REFUSED;
  }
  gcp_write_u8(reply, grit_equivalent(a, b, (enum grit_scope)scope) ? 1 : 0);
  return GCP_ANSWERED;
}

static enum gcp_outcome answer_explain(struct gcp_reader* request, struct gcp_writer* reply) {
  const uint8_t* a =
      gcp_read_bytes(request, GRIT_DESCRIPTOR_BYTES, "payload ends in the first descriptor");
  const uint8_t* b =
      gcp_read_bytes(request, GRIT_DESCRIPTOR_BYTES, "payload ends in the second descriptor");
  if (!gcp_read_end(request)) {
    return GCP_INTERNAL_ERROR;
  }
  struct grit_difference differences[GRIT_FIELD_COUNT];
  const size_t count = grit_explain(a, b, differences);
  gcp_write_u32(reply, (uint32_t)count);
  for (size_t i = 0; i < count; ++i) {
    gcp_write_text(reply, differences[i].field);
  }
  return GCP_ANSWERED;
}

enum gcp_outcome gcp_answer(uint8_t op, struct gcp_reader* request, struct gcp_scratch* scratch,
                            struct gcp_writer* reply) {
  switch (op) {
    case GCP_HELLO:
      return answer_hello(reply);
    case GCP_CHECK:
      return answer_check(request, 0, reply);
    case GCP_GRADE:
      return answer_grade(request, reply);
    case GCP_DESCRIPTOR:
      return answer_descriptor(request, reply);
    case GCP_SIZES:
      return answer_sizes(request, reply);
    case GCP_GID:
      return answer_gid(request, reply);
    case GCP_GID_PARSE:
      return answer_gid_parse(request, reply);
    case GCP_DIGEST:
      return answer_digest(request, reply);
    case GCP_FORMAT_DECODE:
      return answer_format_decode(request, reply);
    case GCP_FORMAT_ENCODE:
      return answer_format_encode(request, reply);
    case GCP_EXPONENT:
      return answer_exponent(request, reply);
    case GCP_DECODE:
      return answer_decode(request, scratch, reply);
    case GCP_ENCODE:
      return answer_encode(request, scratch, reply);
    case GCP_EQUIVALENT:
      return answer_equivalent(request, reply);
    case GCP_EXPLAIN:
      return answer_explain(request, reply);
    case GCP_CHECK_GRADE:
      return answer_check(request, 1, reply);
    default:
      return gcp_answer_view(op, request, scratch, reply);
  }
}

enum gcp_outcome gcp_reply(uint8_t op, struct grit_bytes payload, struct gcp_scratch* scratch,
                           struct gcp_writer* reply) {
  static const uint8_t nothing[1] = {0};
  const size_t start = reply->size;
  const uint8_t* data = payload.size != 0 ? payload.data : nothing;
  struct gcp_reader request = {data, data + payload.size, NULL};
  reply->reason = NULL;
  const enum gcp_outcome outcome = gcp_answer(op, &request, scratch, reply);
  const char* error = request.error != NULL ? request.error : reply->error;
  if (error == NULL && reply->size - start > GCP_MAX_PAYLOAD) {
    error = "reply exceeds the payload limit of 64 MiB";
  }
  if (error == NULL && outcome == GCP_ANSWERED) {
    return GCP_ANSWERED;
  }
  const char* text = outcome == GCP_REFUSED && error == NULL ? reply->reason : error;
  reply->size = start;
  reply->error = NULL;
  if (text != NULL) {
    gcp_write_bytes(reply, text, strlen(text));
  }
  return error != NULL ? GCP_INTERNAL_ERROR : outcome;
}
