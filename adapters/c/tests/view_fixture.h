// Views to try operations on, and what the operations answer.
#ifndef GRIT_C_TESTS_VIEW_FIXTURE_H_
#define GRIT_C_TESTS_VIEW_FIXTURE_H_

#include "expect.h"
#include "grit_c/grit_c.h"

enum { FIXTURE_RANK = 4 };

// A view that tests change. Planes are heap blocks of their exact lengths, so that AddressSanitizer
// sees an access beyond them.
struct fixture {
  struct grit_descriptor descriptor;
  uint8_t descriptor_bytes[GRIT_DESCRIPTOR_BYTES];
  const char* grade;
  int64_t extents[FIXTURE_RANK];
  size_t rank;
  uint8_t* planes[GRIT_PLANE_COUNT];
  size_t sizes[GRIT_PLANE_COUNT];
};

#define EXTENTS(...)                                                                         \
  (struct grit_shape) {                                                                      \
    (const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t) \
  }

// The descriptor that the grade demands, ROW_MAJOR in every role that has a plane, and planes of
// the lengths of spec §6, all zeros. A grade that has no descriptor gets one of zeros, and no
// planes.
struct fixture fixture_of(const char* grade, struct grit_shape shape, int16_t group_axis);

// A plane from lower-case hex digits, of any length.
void fixture_plane(struct fixture* f, enum grit_plane plane, const char* hex);

// A plane of so many zero bytes.
void fixture_resize(struct fixture* f, enum grit_plane plane, size_t size);

// Every byte of the planes at random.
void fixture_randomise(struct fixture* f, uint64_t* state);

// Lives as long as *f and until *f is changed.
struct grit_view fixture_view(struct fixture* f);

void fixture_free(struct fixture* f);

// What an operation answered with; as a view it is a fixture again.
struct result {
  enum grit_refusal refusal;
  struct fixture array;  // where nothing was refused
};

struct result slice_of(struct test* test, struct fixture* f, size_t axis, int64_t begin,
                       int64_t end);
// `axes` has as many entries as the fixture has axes.
struct result transpose_of(struct test* test, struct fixture* f, const size_t* axes,
                           int16_t group_axis);
struct result requantize_of(struct test* test, struct fixture* f, const size_t* axes,
                            int16_t group_axis);
struct result relayout_of(struct test* test, struct fixture* f, enum grit_role role,
                          uint64_t placement);

#define AXES(...) ((const size_t[]){__VA_ARGS__})

// The values of decode_view in a heap block, and their number; null where it is refused or empty.
uint32_t* values_of(struct test* test, struct fixture* f, uint64_t* count);

// Expectations; each names the line that asked.
void expect_values(struct test* test, struct fixture* f, const uint32_t* expected, size_t count,
                   int line);
void expect_plane(struct test* test, const struct fixture* f, enum grit_plane plane,
                  const char* hex, int line);
void expect_same_planes(struct test* test, const struct fixture* a, const struct fixture* b,
                        int line);
void expect_same_descriptor(struct test* test, const struct grit_descriptor* a,
                            const struct grit_descriptor* b, int line);
void expect_shape(struct test* test, const struct fixture* f, struct grit_shape shape, int line);
// The operation refuses for that reason; frees what it answered with instead.
void expect_refusal(struct test* test, struct result result, enum grit_refusal refusal, int line);

#define EXPECT_VALUES(test, f, ...)                       \
  expect_values(test, f, (const uint32_t[]){__VA_ARGS__}, \
                sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), __LINE__)
#define EXPECT_PLANE(test, f, plane, hex) expect_plane(test, f, plane, hex, __LINE__)
#define EXPECT_SAME_PLANES(test, a, b) expect_same_planes(test, a, b, __LINE__)
#define EXPECT_SAME_DESCRIPTOR(test, a, b) expect_same_descriptor(test, a, b, __LINE__)
#define EXPECT_SHAPE(test, f, ...) expect_shape(test, f, EXTENTS(__VA_ARGS__), __LINE__)
#define EXPECT_REFUSAL(test, result, refusal) expect_refusal(test, result, refusal, __LINE__)

#endif  // GRIT_C_TESTS_VIEW_FIXTURE_H_
