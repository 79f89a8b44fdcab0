// spec §11.8.8: no result depends on the floating-point environment or on the number of threads,
// and the caller's environment is on return what it was.
//
// Expected replies are those of vectors/requests.txt: decode, encode and the general tier, agreed
// by the published packages or worked out by hand, as vectors/README.md says of their sources.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter/ops.h"
#include "expect.h"
#include "tests/environment/float_environment.h"

enum { kThreads = 8, kRounds = 3 };

struct exchange {
  uint8_t op;
  uint8_t outcome;
  uint8_t* request;
  size_t request_size;
  uint8_t* reply;
  size_t reply_size;
};

struct exchanges {
  struct exchange* all;
  size_t count;
};

// The bytes of a word of hex digits, or of none where it is "-".
static uint8_t* bytes_of(const char* word, size_t* size) {
  *size = strcmp(word, "-") == 0 ? 0 : strlen(word) / 2;
  uint8_t* bytes = malloc(*size + 1);
  if (bytes == NULL) {
    abort();
  }
  bytes_from_hex(word, bytes, *size);
  return bytes;
}

static struct exchanges read_exchanges(struct test* test) {
  struct exchanges read = {NULL, 0};
  FILE* file = fopen(GRIT_REQUESTS, "r");
  EXPECT(test, file != NULL);
  if (file == NULL) {
    return read;
  }
  char* line = NULL;
  size_t room = 0;
  while (getline(&line, &room, file) > 0) {
    if (line[0] == '#') {
      continue;
    }
    char* rest = line;
    const char* op = strtok_r(rest, " \n", &rest);
    const char* outcome = strtok_r(NULL, " \n", &rest);
    const char* request = strtok_r(NULL, " \n", &rest);
    const char* reply = strtok_r(NULL, " \n", &rest);
    EXPECT(test, reply != NULL);
    struct exchange* more = realloc(read.all, (read.count + 1) * sizeof *more);
    if (more == NULL || reply == NULL) {
      abort();
    }
    read.all = more;
    struct exchange* exchange = &more[read.count++];
    exchange->op = (uint8_t)strtoul(op, NULL, 10);
    exchange->outcome = (uint8_t)strtoul(outcome, NULL, 10);
    exchange->request = bytes_of(request, &exchange->request_size);
    exchange->reply = bytes_of(reply, &exchange->reply_size);
  }
  free(line);
  fclose(file);
  return read;
}

static void free_exchanges(struct exchanges* exchanges) {
  for (size_t i = 0; i < exchanges->count; ++i) {
    free(exchanges->all[i].request);
    free(exchanges->all[i].reply);
  }
  free(exchanges->all);
}

// What one thread does: all exchanges in one environment. Counted, since expectations are not for
// several threads at once.
struct run {
  const struct exchanges* exchanges;
  struct float_environment environment;
  size_t answers;
  size_t different;
  size_t changed;  // calls after which the environment was another
  bool unavailable;
  pthread_barrier_t* start;  // null: at once
};

static bool as_expected(const struct exchange* exchange, enum gcp_outcome outcome,
                        const struct gcp_writer* reply) {
  if (outcome != (enum gcp_outcome)exchange->outcome) {
    return false;
  }
  if (outcome == GCP_REFUSED) {
    return reply->reason != NULL && strlen(reply->reason) == exchange->reply_size &&
           memcmp(reply->reason, exchange->reply, exchange->reply_size) == 0;
  }
  return reply->size == exchange->reply_size &&
         memcmp(reply->data, exchange->reply, reply->size) == 0;
}

static void* run(void* argument) {
  struct run* r = argument;
  if (r->start != NULL) {
    pthread_barrier_wait(r->start);
  }
  fenv_t callers;
  fegetenv(&callers);
  r->unavailable = !float_environment_set(r->environment);
  // An exception that is raised, and others that are not: neither may change.
  feraiseexcept(FE_DIVBYZERO);
  const uint64_t state = float_environment_state();
  struct gcp_scratch scratch = {NULL, 0};
  for (unsigned round = 0; round < kRounds; ++round) {
    for (size_t i = 0; i < r->exchanges->count; ++i) {
      const struct exchange* exchange = &r->exchanges->all[i];
      struct gcp_reader request = {exchange->request, exchange->request + exchange->request_size,
                                   NULL};
      struct gcp_writer reply = {NULL, 0, 0, NULL, NULL};
      const enum gcp_outcome outcome = gcp_answer(exchange->op, &request, &scratch, &reply);
      r->changed += float_environment_state() != state;
      r->different += !as_expected(exchange, outcome, &reply);
      ++r->answers;
      free(reply.data);
    }
  }
  free(scratch.words);
  fesetenv(&callers);
  return NULL;
}

static void expect_run(struct test* test, const struct run* r) {
  EXPECT(test, !r->unavailable);
  EXPECT_EQ(test, r->answers, kRounds * r->exchanges->count);
  EXPECT_EQ(test, r->different, 0);
  EXPECT_EQ(test, r->changed, 0);
}

static void environments(struct test* test, const struct exchanges* exchanges) {
  for (unsigned i = 0; i < kFloatEnvironmentCount; ++i) {
    struct run alone = {exchanges, kFloatEnvironments[i], 0, 0, 0, false, NULL};
    run(&alone);
    expect_run(test, &alone);
  }
}

// 1 to 8 threads at once, each in another environment than its neighbours.
static void threads(struct test* test, const struct exchanges* exchanges) {
  for (unsigned count = 1; count <= kThreads; ++count) {
    pthread_barrier_t start;
    pthread_t ids[kThreads];
    struct run runs[kThreads];
    EXPECT_EQ(test, pthread_barrier_init(&start, NULL, count), 0);
    for (unsigned i = 0; i < count; ++i) {
      const struct float_environment environment = kFloatEnvironments[i % kFloatEnvironmentCount];
      runs[i] = (struct run){exchanges, environment, 0, 0, 0, false, &start};
      if (pthread_create(&ids[i], NULL, run, &runs[i]) != 0) {
        abort();  // the others would wait at the barrier for ever
      }
    }
    for (unsigned i = 0; i < count; ++i) {
      EXPECT_EQ(test, pthread_join(ids[i], NULL), 0);
      expect_run(test, &runs[i]);
    }
    pthread_barrier_destroy(&start);
  }
}

void test_environment(struct test* test) {
  struct exchanges exchanges = read_exchanges(test);
  EXPECT(test, exchanges.count > 100);
  environments(test, &exchanges);
  threads(test, &exchanges);
  free_exchanges(&exchanges);
}
