// Expectations without a framework: each failure is printed with its place and counted.
#ifndef GRIT_C_TESTS_EXPECT_H_
#define GRIT_C_TESTS_EXPECT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct test {
  unsigned long expectations;
  unsigned long failures;
};

#define EXPECT(test, condition) expect_true(test, condition, #condition, __FILE__, __LINE__)
#define EXPECT_EQ(test, actual, expected) \
  expect_equal(test, (uint64_t)(actual), (uint64_t)(expected), #actual, __FILE__, __LINE__)
// `actual` has `size` bytes; `expected` is text without white space, or lower-case hex digits.
#define EXPECT_TEXT(test, actual, size, expected) \
  expect_text(test, actual, size, expected, #actual, __FILE__, __LINE__)
#define EXPECT_HEX(test, actual, size, expected) \
  expect_hex(test, actual, size, expected, #actual, __FILE__, __LINE__)

void expect_true(struct test* test, bool condition, const char* what, const char* file, int line);
void expect_equal(struct test* test, uint64_t actual, uint64_t expected, const char* what,
                  const char* file, int line);
void expect_text(struct test* test, const char* actual, size_t size, const char* expected,
                 const char* what, const char* file, int line);
void expect_hex(struct test* test, const uint8_t* actual, size_t size, const char* expected,
                const char* what, const char* file, int line);

// Fills `bytes` from lower-case hex digits; the text must have exactly 2 × size of them.
void bytes_from_hex(const char* hex, uint8_t* bytes, size_t size);

// A fixed sequence of 64-bit numbers (splitmix64); *state is its seed.
uint64_t next_random(uint64_t* state);

// One function a subject; main.c lists them.
void test_adapter(struct test* test);
void test_binary32(struct test* test);
void test_check(struct test* test);
void test_codec(struct test* test);
void test_decode_view(struct test* test);
void test_descriptor(struct test* test);
void test_environment(struct test* test);
void test_fingerprint(struct test* test);
void test_format(struct test* test);
void test_grade(struct test* test);
void test_laws(struct test* test);
void test_relayout(struct test* test);
void test_requantize(struct test* test);
void test_sizes(struct test* test);
void test_slice(struct test* test);
void test_transpose(struct test* test);

#endif  // GRIT_C_TESTS_EXPECT_H_
