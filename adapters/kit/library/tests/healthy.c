// The C implementation behind grit_adapter.h: offers every operation.
#include <stdlib.h>
#include <string.h>

#include "adapters/kit/library/grit_adapter.h"
#include "grit_c/grit_c.h"

static struct grit_shape shape_of(const struct gcp_shape* shape) {
  return (struct grit_shape){shape->extents, shape->rank};
}

static void planes_of(const struct gcp_planes* planes, struct grit_bytes to[GRIT_PLANE_COUNT]) {
  for (size_t i = 0; i < GRIT_PLANE_COUNT; ++i) {
    to[i] = (struct grit_bytes){planes->plane[i].data, planes->plane[i].size};
  }
}

static gcp_outcome out_of_memory(const struct gcp_text_sink* error) {
  static const char text[] = "out of memory";
  error->append(error->host, text, sizeof text - 1);
  return GCP_INTERNAL_ERROR;
}

static gcp_outcome check(uint8_t level, const struct gcp_bytes* descriptor,
                         const struct gcp_shape* shape, const int64_t plane_bytes[4],
                         const struct gcp_planes* planes, const uint8_t* digest, uint8_t* status,
                         uint8_t* plane, const struct gcp_text_sink* error) {
  (void)error;
  const uint8_t* contents[GRIT_PLANE_COUNT];
  for (size_t i = 0; planes != NULL && i < GRIT_PLANE_COUNT; ++i) {
    contents[i] = planes->plane[i].data;
  }
  const struct grit_check_result result =
      grit_check((struct grit_bytes){descriptor->data, descriptor->size}, shape_of(shape),
                 plane_bytes, level, planes != NULL ? contents : NULL, digest);
  *status = (uint8_t)result.status;
  *plane = (uint8_t)result.plane;
  return GCP_ANSWERED;
}

typedef size_t (*grade_writer)(const struct grit_grade* grade, char* buffer, size_t capacity);

static bool put_grade_text(const struct grit_grade* grade, grade_writer writer,
                           const struct gcp_text_sink* sink) {
  const size_t size = writer(grade, NULL, 0);
  char* text = malloc(size);
  if (text == NULL) {
    return false;
  }
  (void)writer(grade, text, size);
  sink->append(sink->host, text, size);
  free(text);
  return true;
}

static gcp_outcome grade(const struct gcp_text* text, const struct gcp_text_sink* canonical,
                         uint64_t* grade_id, const struct gcp_text_sink* projection,
                         const struct gcp_text_sink* error) {
  struct grit_grade parsed;
  if (!grit_grade_parse(text->data, text->size, &parsed)) {
    return GCP_REFUSED;
  }
  *grade_id = grit_grade_id(&parsed);
  if (!put_grade_text(&parsed, grit_grade_canonical, canonical) ||
      !put_grade_text(&parsed, grit_grade_projection, projection)) {
    return out_of_memory(error);
  }
  return GCP_ANSWERED;
}

static gcp_outcome descriptor(const struct gcp_text* text, int16_t axis, uint32_t note,
                              const uint64_t placements[3], uint8_t bytes[64],
                              const struct gcp_text_sink* error) {
  (void)error;
  struct grit_grade parsed;
  struct grit_descriptor value;
  if (!grit_grade_parse(text->data, text->size, &parsed) ||
      !grit_descriptor_from_grade(&parsed, &value)) {
    return GCP_REFUSED;
  }
  value.group_axis = axis;
  value.note = note;
  value.placement_data = placements[0];
  value.placement_scale = placements[1];
  value.placement_meta = placements[2];
  grit_descriptor_write(&value, bytes);
  return GCP_ANSWERED;
}

static gcp_outcome sizes(const uint8_t bytes[64], const struct gcp_shape* shape, int64_t numbers[8],
                         const struct gcp_text_sink* error) {
  (void)error;
  struct grit_descriptor value;
  struct grit_sizes result;
  grit_descriptor_read(bytes, &value);
  if (!grit_sizes_of(&value, shape_of(shape), &result)) {
    return GCP_REFUSED;
  }
  const uint64_t exact[8] = {result.numel,    result.nnz,      result.groups0,  result.groups1,
                             result.plane[0], result.plane[1], result.plane[2], result.plane[3]};
  for (size_t i = 0; i < 8; ++i) {
    if (exact[i] > INT64_MAX) {  // the reply cannot carry it
      return GCP_REFUSED;
    }
    numbers[i] = (int64_t)exact[i];
  }
  return GCP_ANSWERED;
}

static gcp_outcome gid(const uint8_t bytes[64], const struct gcp_text* canonical,
                       const struct gcp_shape* shape, uint8_t hash[16],
                       const struct gcp_text_sink* printed, const struct gcp_text_sink* error) {
  (void)error;
  char symbols[GRIT_GID_SYMBOLS];
  grit_gid(bytes, canonical->data, canonical->size, shape_of(shape), hash);
  grit_gid_print(hash, symbols);
  printed->append(printed->host, symbols, sizeof symbols);
  return GCP_ANSWERED;
}

static gcp_outcome gid_parse(const struct gcp_text* text, uint8_t hash[16],
                             const struct gcp_text_sink* error) {
  (void)error;
  return grit_gid_parse(text->data, text->size, hash) ? GCP_ANSWERED : GCP_REFUSED;
}

static gcp_outcome digest(const struct gcp_planes* planes, uint8_t hash[16],
                          const struct gcp_text_sink* error) {
  (void)error;
  struct grit_bytes bytes[GRIT_PLANE_COUNT];
  planes_of(planes, bytes);
  grit_digest(bytes, hash);
  return GCP_ANSWERED;
}

static gcp_outcome format_decode(uint16_t word, const struct gcp_words* codes, uint32_t* results,
                                 const struct gcp_text_sink* error) {
  (void)error;
  if (!grit_format_decodable(word)) {
    return GCP_REFUSED;
  }
  for (size_t i = 0; i < codes->count; ++i) {
    (void)grit_format_decode(word, codes->data[i], &results[i]);
  }
  return GCP_ANSWERED;
}

static gcp_outcome format_encode(uint16_t word, const struct gcp_words* values, uint32_t* results,
                                 const struct gcp_text_sink* error) {
  (void)error;
  if (!grit_format_encodable(word)) {
    return GCP_REFUSED;
  }
  for (size_t i = 0; i < values->count; ++i) {
    results[i] = UINT32_MAX;
    (void)grit_format_encode(word, values->data[i], &results[i]);
  }
  return GCP_ANSWERED;
}

static gcp_outcome exponent(uint8_t rule, const struct gcp_words* values, int32_t* results,
                            const struct gcp_text_sink* error) {
  (void)error;
  for (size_t i = 0; i < values->count; ++i) {
    if (!grit_exponent((enum grit_exponent_rule)rule, values->data[i], &results[i])) {
      return GCP_REFUSED;
    }
  }
  return GCP_ANSWERED;
}

static gcp_outcome decode(const struct gcp_text* name, int64_t count,
                          const struct gcp_planes* planes, const struct gcp_words_sink* results,
                          const struct gcp_text_sink* error) {
  struct grit_bytes bytes[GRIT_PLANE_COUNT];
  enum grit_registered_grade registered;
  planes_of(planes, bytes);
  if (!grit_registry_find(name->data, name->size, &registered) ||
      !grit_decode_accepts(registered, count, bytes)) {
    return GCP_REFUSED;
  }
  if (count == 0) {
    return GCP_ANSWERED;
  }
  uint32_t* words = calloc((size_t)count, sizeof *words);
  if (words == NULL) {
    return out_of_memory(error);
  }
  (void)grit_decode(registered, count, bytes, words);
  results->append(results->host, words, (size_t)count);
  free(words);
  return GCP_ANSWERED;
}

static gcp_outcome encode(const struct gcp_text* name, const struct gcp_words* values,
                          const struct gcp_planes_sink* planes, const struct gcp_text_sink* error) {
  uint64_t bytes[GRIT_PLANE_COUNT];
  enum grit_registered_grade registered;
  if (!grit_registry_find(name->data, name->size, &registered) ||
      !grit_codec_plane_bytes(registered, (int64_t)values->count, bytes)) {
    return GCP_REFUSED;
  }
  // One more, since malloc may give null for none.
  uint8_t* room = malloc((size_t)(bytes[0] + bytes[1] + bytes[2] + bytes[3]) + 1);
  if (room == NULL) {
    return out_of_memory(error);
  }
  struct grit_buffer buffers[GRIT_PLANE_COUNT];
  uint8_t* next = room;
  for (size_t i = 0; i < GRIT_PLANE_COUNT; ++i) {
    buffers[i] = (struct grit_buffer){next, (size_t)bytes[i]};
    next += bytes[i];
  }
  (void)grit_encode(registered, values->data, (int64_t)values->count, buffers);
  for (int i = 0; i < GRIT_PLANE_COUNT; ++i) {
    planes->append(planes->host, i, buffers[i].data, buffers[i].size);
  }
  free(room);
  return GCP_ANSWERED;
}

static gcp_outcome equivalent(const struct gcp_text* a, const struct gcp_text* b, uint8_t scope,
                              uint8_t* result, const struct gcp_text_sink* error) {
  (void)error;
  enum grit_registered_grade first;
  enum grit_registered_grade second;
  if (!grit_registry_find(a->data, a->size, &first) ||
      !grit_registry_find(b->data, b->size, &second) || scope > GRIT_SCOPE_FULL) {
    return GCP_REFUSED;
  }
  *result = grit_equivalent(first, second, (enum grit_scope)scope) ? 1 : 0;
  return GCP_ANSWERED;
}

static gcp_outcome explain(const uint8_t a[64], const uint8_t b[64],
                           const struct gcp_names_sink* names, const struct gcp_text_sink* error) {
  (void)error;
  struct grit_difference differences[GRIT_FIELD_COUNT];
  const size_t count = grit_explain(a, b, differences);
  for (size_t i = 0; i < count; ++i) {
    names->append(names->host, differences[i].field, strlen(differences[i].field));
  }
  return GCP_ANSWERED;
}

const struct gcp_adapter* gcp_adapter_get(void) {
  static const struct gcp_adapter adapter = {.abi = GCP_ABI,
                                             .size = sizeof(struct gcp_adapter),
                                             .name = "grit-c-library",
                                             .version = GRIT_C_VERSION,
                                             .language = "C11",
                                             .check = check,
                                             .grade = grade,
                                             .descriptor = descriptor,
                                             .sizes = sizes,
                                             .gid = gid,
                                             .gid_parse = gid_parse,
                                             .digest = digest,
                                             .format_decode = format_decode,
                                             .format_encode = format_encode,
                                             .exponent = exponent,
                                             .decode = decode,
                                             .encode = encode,
                                             .equivalent = equivalent,
                                             .explain = explain};
  return &adapter;
}
