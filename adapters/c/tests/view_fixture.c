#include "view_fixture.h"

#include <stdlib.h>
#include <string.h>

// A heap block even for no bytes, so that reading one of them is seen.
static uint8_t* zeros(size_t size) {
  uint8_t* bytes = malloc(size);
  if (bytes == NULL) {
    abort();
  }
  memset(bytes, 0, size);
  return bytes;
}

void fixture_resize(struct fixture* f, enum grit_plane plane, size_t size) {
  free(f->planes[plane]);
  f->planes[plane] = zeros(size);
  f->sizes[plane] = size;
}

void fixture_plane(struct fixture* f, enum grit_plane plane, const char* hex) {
  fixture_resize(f, plane, strlen(hex) / 2);
  bytes_from_hex(hex, f->planes[plane], f->sizes[plane]);
}

struct fixture fixture_of(const char* grade, struct grit_shape shape, int16_t group_axis) {
  struct fixture f;
  struct grit_grade parsed;
  struct grit_sizes sizes;
  memset(&f, 0, sizeof f);
  f.grade = grade;
  f.rank = shape.rank;
  memcpy(f.extents, shape.extent, shape.rank * sizeof *f.extents);
  if (grit_grade_parse(grade, strlen(grade), &parsed)) {
    (void)grit_descriptor_from_grade(&parsed, &f.descriptor);
  }
  f.descriptor.group_axis = group_axis;
  f.descriptor.placement_data = GRIT_PLACEMENT_ROW_MAJOR;
  f.descriptor.placement_scale = GRIT_PLACEMENT_ROW_MAJOR;
  if ((f.descriptor.flags & (GRIT_FLAG_SPARSE | GRIT_FLAG_HAS_ZP)) != 0) {
    f.descriptor.placement_meta = GRIT_PLACEMENT_ROW_MAJOR;
  }
  const bool sized = grit_sizes_of(&f.descriptor, shape, &sizes);
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    fixture_resize(&f, (enum grit_plane)i, sized ? (size_t)sizes.plane[i] : 0);
  }
  return f;
}

void fixture_randomise(struct fixture* f, uint64_t* state) {
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    for (size_t at = 0; at < f->sizes[i]; ++at) {
      f->planes[i][at] = (uint8_t)(next_random(state) & 0xFF);
    }
  }
}

struct grit_view fixture_view(struct fixture* f) {
  grit_descriptor_write(&f->descriptor, f->descriptor_bytes);
  struct grit_view view = {.descriptor = f->descriptor_bytes,
                           .grade = {f->grade, strlen(f->grade)},
                           .shape = {f->extents, f->rank}};
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    view.planes[i] = (struct grit_bytes){f->sizes[i] != 0 ? f->planes[i] : NULL, f->sizes[i]};
  }
  return view;
}

void fixture_free(struct fixture* f) {
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    free(f->planes[i]);
    f->planes[i] = NULL;
    f->sizes[i] = 0;
  }
}

// The array of an answer, its planes full of a byte that no operation may leave behind unwritten.
static struct fixture room_for(const struct fixture* source, const struct grit_answer* answer) {
  struct fixture f = *source;
  f.descriptor = answer->descriptor;
  memcpy(f.extents, answer->extents, f.rank * sizeof *f.extents);
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    f.planes[i] = NULL;
    fixture_resize(&f, (enum grit_plane)i, (size_t)answer->bytes[i]);
    memset(f.planes[i], 0xA5, f.sizes[i]);
  }
  return f;
}

static void buffers_of(const struct fixture* f, struct grit_buffer buffers[GRIT_PLANE_COUNT]) {
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    buffers[i] = (struct grit_buffer){f->sizes[i] != 0 ? f->planes[i] : NULL, f->sizes[i]};
  }
}

struct result slice_of(struct test* test, struct fixture* f, size_t axis, int64_t begin,
                       int64_t end) {
  const struct grit_view view = fixture_view(f);
  const struct grit_cut cut = {axis, begin, end};
  int64_t extents[FIXTURE_RANK];
  struct grit_answer answer = {.extents = extents};
  struct grit_buffer buffers[GRIT_PLANE_COUNT] = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
  struct result result = {.refusal = grit_slice_accepts(&view, cut, &answer)};
  if (result.refusal == GRIT_ACCEPTED) {
    result.array = room_for(f, &answer);
    buffers_of(&result.array, buffers);
    EXPECT(test, grit_slice(&view, cut, &answer, buffers));
    ++buffers[GRIT_PLANE_DATA].size;  // any other length
  }
  EXPECT(test, !grit_slice(&view, cut, &answer, buffers));
  return result;
}

struct result transpose_of(struct test* test, struct fixture* f, const size_t* axes,
                           int16_t group_axis) {
  const struct grit_view view = fixture_view(f);
  const struct grit_permutation permutation = {axes, group_axis};
  int64_t extents[FIXTURE_RANK];
  struct grit_answer answer = {.extents = extents};
  struct grit_buffer buffers[GRIT_PLANE_COUNT] = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
  struct result result = {.refusal = grit_transpose_accepts(&view, permutation, &answer)};
  if (result.refusal == GRIT_ACCEPTED) {
    result.array = room_for(f, &answer);
    buffers_of(&result.array, buffers);
    EXPECT(test, grit_transpose(&view, permutation, &answer, buffers));
    ++buffers[GRIT_PLANE_DATA].size;
  }
  EXPECT(test, !grit_transpose(&view, permutation, &answer, buffers));
  return result;
}

struct result requantize_of(struct test* test, struct fixture* f, const size_t* axes,
                            int16_t group_axis) {
  const struct grit_view view = fixture_view(f);
  const struct grit_permutation permutation = {axes, group_axis};
  int64_t extents[FIXTURE_RANK];
  struct grit_answer answer = {.extents = extents};
  struct grit_buffer buffers[GRIT_PLANE_COUNT] = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
  uint64_t words = 0;
  struct result result = {.refusal = grit_requantize_accepts(&view, permutation, &answer, &words)};
  uint32_t* work = words != 0 ? malloc((size_t)words * sizeof *work) : NULL;
  if (result.refusal == GRIT_ACCEPTED) {
    result.array = room_for(f, &answer);
    buffers_of(&result.array, buffers);
    EXPECT(test, grit_requantize(&view, permutation, &answer, buffers, work));
    ++buffers[GRIT_PLANE_DATA].size;
  }
  EXPECT(test, !grit_requantize(&view, permutation, &answer, buffers, work));
  free(work);
  return result;
}

struct result relayout_of(struct test* test, struct fixture* f, enum grit_role role,
                          uint64_t placement) {
  const struct grit_view view = fixture_view(f);
  int64_t extents[FIXTURE_RANK];
  struct grit_answer answer = {.extents = extents};
  struct grit_buffer buffers[GRIT_PLANE_COUNT] = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
  struct result result = {.refusal = grit_relayout_accepts(&view, role, placement, &answer)};
  if (result.refusal == GRIT_ACCEPTED) {
    result.array = room_for(f, &answer);
    buffers_of(&result.array, buffers);
    EXPECT(test, grit_relayout(&view, role, placement, &answer, buffers));
    ++buffers[GRIT_PLANE_DATA].size;
  }
  EXPECT(test, !grit_relayout(&view, role, placement, &answer, buffers));
  return result;
}

uint32_t* values_of(struct test* test, struct fixture* f, uint64_t* count) {
  const struct grit_view view = fixture_view(f);
  *count = 0;
  if (grit_decode_view_accepts(&view, count) != GRIT_ACCEPTED) {
    return NULL;
  }
  uint32_t* bits = *count != 0 ? malloc((size_t)*count * sizeof *bits) : NULL;
  EXPECT(test, grit_decode_view(&view, bits, *count));
  EXPECT(test, !grit_decode_view(&view, bits, *count + 1));
  return bits;
}

void expect_values(struct test* test, struct fixture* f, const uint32_t* expected, size_t count,
                   int line) {
  uint64_t actual_count = 0;
  uint32_t* actual = values_of(test, f, &actual_count);
  expect_equal(test, actual_count, count, "number of values", __FILE__, line);
  for (size_t i = 0; i < count && i < actual_count; ++i) {
    expect_equal(test, actual[i], expected[i], "value", __FILE__, line);
  }
  free(actual);
}

void expect_plane(struct test* test, const struct fixture* f, enum grit_plane plane,
                  const char* hex, int line) {
  expect_hex(test, f->planes[plane], f->sizes[plane], hex, "plane", __FILE__, line);
}

void expect_same_planes(struct test* test, const struct fixture* a, const struct fixture* b,
                        int line) {
  for (unsigned i = 0; i < GRIT_PLANE_COUNT; ++i) {
    expect_equal(test, a->sizes[i], b->sizes[i], "bytes of a plane", __FILE__, line);
    expect_true(test,
                a->sizes[i] != b->sizes[i] || memcmp(a->planes[i], b->planes[i], a->sizes[i]) == 0,
                "the planes are equal", __FILE__, line);
  }
}

void expect_same_descriptor(struct test* test, const struct grit_descriptor* a,
                            const struct grit_descriptor* b, int line) {
  uint8_t bytes_a[GRIT_DESCRIPTOR_BYTES];
  uint8_t bytes_b[GRIT_DESCRIPTOR_BYTES];
  grit_descriptor_write(a, bytes_a);
  grit_descriptor_write(b, bytes_b);
  expect_true(test, memcmp(bytes_a, bytes_b, sizeof bytes_a) == 0, "the descriptors are equal",
              __FILE__, line);
}

void expect_shape(struct test* test, const struct fixture* f, struct grit_shape shape, int line) {
  expect_equal(test, f->rank, shape.rank, "rank", __FILE__, line);
  for (size_t i = 0; i < shape.rank && i < f->rank; ++i) {
    expect_equal(test, (uint64_t)f->extents[i], (uint64_t)shape.extent[i], "extent", __FILE__,
                 line);
  }
}

void expect_refusal(struct test* test, struct result result, enum grit_refusal refusal, int line) {
  const char* actual = grit_refusal_name(result.refusal);
  expect_text(test, actual, strlen(actual), grit_refusal_name(refusal), "refusal", __FILE__, line);
  if (result.refusal == GRIT_ACCEPTED) {
    fixture_free(&result.array);
  }
}
