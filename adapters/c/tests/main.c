// grit_c_test [SUBJECT]: runs the tests of one subject, or all; exits with 1 where one failed.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "expect.h"

static void fail(struct test* test, const char* file, int line) {
  ++test->failures;
  printf("%s:%d: ", file, line);
}

void expect_true(struct test* test, bool condition, const char* what, const char* file, int line) {
  ++test->expectations;
  if (!condition) {
    fail(test, file, line);
    printf("not so: %s\n", what);
  }
}

void expect_equal(struct test* test, uint64_t actual, uint64_t expected, const char* what,
                  const char* file, int line) {
  ++test->expectations;
  if (actual != expected) {
    fail(test, file, line);
    printf("%s is 0x%" PRIx64 " (%" PRId64 "), expected 0x%" PRIx64 " (%" PRId64 ")\n", what,
           actual, (int64_t)actual, expected, (int64_t)expected);
  }
}

void expect_text(struct test* test, const char* actual, size_t size, const char* expected,
                 const char* what, const char* file, int line) {
  ++test->expectations;
  if (strlen(expected) != size || memcmp(actual, expected, size) != 0) {
    fail(test, file, line);
    printf("%s is \"%.*s\", expected \"%s\"\n", what, (int)size, actual, expected);
  }
}

void expect_hex(struct test* test, const uint8_t* actual, size_t size, const char* expected,
                const char* what, const char* file, int line) {
  static const char digits[] = "0123456789abcdef";
  ++test->expectations;
  bool equal = strlen(expected) == 2 * size;
  for (size_t i = 0; equal && i < size; ++i) {
    equal =
        expected[2 * i] == digits[actual[i] >> 4] && expected[2 * i + 1] == digits[actual[i] & 15];
  }
  if (!equal) {
    fail(test, file, line);
    printf("%s is ", what);
    for (size_t i = 0; i < size; ++i) {
      printf("%02x", actual[i]);
    }
    printf(", expected %s\n", expected);
  }
}

void bytes_from_hex(const char* hex, uint8_t* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const char high = hex[2 * i];
    const char low = hex[2 * i + 1];
    bytes[i] = (uint8_t)((high <= '9' ? high - '0' : high - 'a' + 10) * 16 +
                         (low <= '9' ? low - '0' : low - 'a' + 10));
  }
}

uint64_t next_random(uint64_t* state) {
  *state += UINT64_C(0x9E3779B97F4A7C15);
  uint64_t z = *state;
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(struct test* test);
  } subjects[] = {
      {"adapter", test_adapter},
      {"binary32", test_binary32},
      {"check", test_check},
      {"codec", test_codec},
      {"decode_view", test_decode_view},
      {"descriptor", test_descriptor},
      {"environment", test_environment},
      {"fingerprint", test_fingerprint},
      {"format", test_format},
      {"grade", test_grade},
      {"laws", test_laws},
      {"relayout", test_relayout},
      {"requantize", test_requantize},
      {"sizes", test_sizes},
      {"slice", test_slice},
      {"transpose", test_transpose},
  };
  struct test test = {0, 0};
  for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; ++i) {
    if (argc < 2 || strcmp(argv[1], subjects[i].name) == 0) {
      subjects[i].run(&test);
    }
  }
  if (test.expectations == 0) {
    fprintf(stderr, "no such subject: %s\n", argv[1]);
    return 1;
  }
  printf("%lu expectations, %lu failed\n", test.expectations, test.failures);
  return test.failures == 0 ? 0 : 1;
}
