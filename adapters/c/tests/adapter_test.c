// The adapter as its runner sees it: frames in, frames out, exit codes. Payloads are laid out by
// hand from the protocol.
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "adapter/ops.h"
#include "adapter/serve.h"
#include "expect.h"
#include "src/bytes.h"

enum { kHeader = 16, kMost = 4096 };

// Bytes that grow at their end; large enough for every test here.
struct stream {
  uint8_t bytes[kMost];
  size_t size;
};

static void put(struct stream* s, const void* bytes, size_t size) {
  memcpy(s->bytes + s->size, bytes, size);
  s->size += size;
}

static void put_frame(struct stream* s, uint8_t op, uint8_t flags, uint32_t id, const void* payload,
                      uint32_t length) {
  uint8_t header[kHeader] = {'G', 'C', 'P', '1', op, flags};
  grit_store32(header + 8, id);
  grit_store32(header + 12, length);
  put(s, header, sizeof header);
  put(s, payload, length);
}

// Feeds `input` to the adapter through files and collects what it writes. Its complaints are not
// expected on stderr by a reader of the test's output, but belong there.
static int serve(const struct stream* input, struct stream* output) {
  FILE* in = tmpfile();
  FILE* out = tmpfile();
  int code = -1;
  output->size = 0;
  if (in != NULL && out != NULL && fwrite(input->bytes, 1, input->size, in) == input->size &&
      fflush(in) == 0 && lseek(fileno(in), 0, SEEK_SET) == 0) {
    code = gcp_serve(fileno(in), fileno(out));
    rewind(out);
    output->size = fread(output->bytes, 1, sizeof output->bytes, out);
  }
  if (in != NULL) {
    fclose(in);
  }
  if (out != NULL) {
    fclose(out);
  }
  return code;
}

// One request; checks the reply's header and leaves its payload in *payload.
static size_t ask(struct test* test, uint8_t op, const void* request, size_t size,
                  uint8_t expected_outcome, struct stream* payload) {
  struct stream input = {{0}, 0};
  struct stream output;
  put_frame(&input, op, 1, 0xA1B2C3D4, request, (uint32_t)size);
  EXPECT_EQ(test, serve(&input, &output), 0);
  EXPECT(test, output.size >= kHeader && memcmp(output.bytes, "GCP1", 4) == 0);
  EXPECT_EQ(test, output.bytes[4], op);
  EXPECT_EQ(test, output.bytes[5], expected_outcome);
  EXPECT_EQ(test, grit_load16(output.bytes + 6), 0);
  EXPECT_EQ(test, grit_load32(output.bytes + 8), 0xA1B2C3D4);
  EXPECT_EQ(test, grit_load32(output.bytes + 12), output.size - kHeader);
  payload->size = 0;
  put(payload, output.bytes + kHeader, output.size - kHeader);
  return payload->size;
}

static void operations(struct test* test) {
  struct stream reply;
  // GRADE, its text "grit1(e=e2m1,k0=32,s0=e8m0,esr=floor)".
  static const char grade[] = "\x25\0\0\0grit1(e=e2m1,k0=32,s0=e8m0,esr=floor)";
  EXPECT_EQ(test, ask(test, GCP_GRADE, grade, sizeof grade - 1, GCP_ANSWERED, &reply),
            4 + 47 + 8 + 4 + 78);
  EXPECT_TEXT(test, (const char*)reply.bytes + 4, 47,
              "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)");
  EXPECT_EQ(test, grit_load64(reply.bytes + 51), UINT64_C(0x2370EE9EE454A183));
  // A zero byte in a text is a byte like any other: this is not "grit1(…)" followed by rubbish.
  EXPECT_EQ(test, ask(test, GCP_GRADE, "\x01\0\0\0\0", 5, GCP_REFUSED, &reply), 0);
  EXPECT_EQ(test, ask(test, GCP_GRADE, "\0\0\0\0", 4, GCP_REFUSED, &reply), 0);

  // FORMAT_DECODE of e2m1, codes 7 and 8.
  EXPECT_EQ(test,
            ask(test, GCP_FORMAT_DECODE, "\x43\x20\x02\0\0\0\x07\0\0\0\x08\0\0\0", 14, GCP_ANSWERED,
                &reply),
            12);
  EXPECT_HEX(test, reply.bytes, 12, "020000000000c04000000080");
  EXPECT_EQ(test, ask(test, GCP_FORMAT_DECODE, "\0\0\0\0\0\0", 6, GCP_REFUSED, &reply), 0);
  // FORMAT_ENCODE to s8: 1, NaN.
  EXPECT_EQ(test,
            ask(test, GCP_FORMAT_ENCODE, "\xE7\x03\x02\0\0\0\0\0\x80\x3F\0\0\xC0\x7F", 14,
                GCP_ANSWERED, &reply),
            12);
  EXPECT_HEX(test, reply.bytes, 12, "0200000001000000ffffffff");
  // EXPONENT, ceil of 3; then of 0.
  EXPECT_EQ(test, ask(test, GCP_EXPONENT, "\x01\x01\0\0\0\0\0\x40\x40", 9, GCP_ANSWERED, &reply),
            8);
  EXPECT_HEX(test, reply.bytes, 8, "0100000002000000");
  EXPECT_EQ(test, ask(test, GCP_EXPONENT, "\x01\x01\0\0\0\0\0\0\0", 9, GCP_REFUSED, &reply), 0);
  EXPECT(test, ask(test, GCP_EXPONENT, "\x03\0\0\0\0", 5, GCP_INTERNAL_ERROR, &reply) != 0);
  // EQUIVALENT
  static const char names[] = "\x0A\0\0\0GRADE_NVF4\x0E\0\0\0GRADE_NVF4_RTZ";
  char request[sizeof names];
  memcpy(request, names, sizeof names);
  EXPECT_EQ(test, ask(test, GCP_EQUIVALENT, request, sizeof request, GCP_ANSWERED, &reply), 1);
  EXPECT_EQ(test, reply.bytes[0], 1);
  request[sizeof request - 1] = 1;  // scope full
  EXPECT_EQ(test, ask(test, GCP_EQUIVALENT, request, sizeof request, GCP_ANSWERED, &reply), 1);
  EXPECT_EQ(test, reply.bytes[0], 0);
  request[sizeof request - 1] = 2;
  EXPECT_EQ(test, ask(test, GCP_EQUIVALENT, request, sizeof request, GCP_REFUSED, &reply), 0);
  // ENCODE of no values by NVF4: three empty planes and the tensor's scale, 1.
  EXPECT_EQ(test, ask(test, GCP_ENCODE, "\x0A\0\0\0GRADE_NVF4\0\0\0\0", 18, GCP_ANSWERED, &reply),
            20);
  EXPECT_HEX(test, reply.bytes, 20, "0000000000000000040000000000803f00000000");
  // DECODE of the same, and with a negative count.
  uint8_t decode[14 + 8 + 20] = "\x0A\0\0\0GRADE_NVF4";
  memcpy(decode + 22, reply.bytes, 20);
  EXPECT_EQ(test, ask(test, GCP_DECODE, decode, sizeof decode, GCP_ANSWERED, &reply), 4);
  memset(decode + 14, 0xFF, 8);
  EXPECT_EQ(test, ask(test, GCP_DECODE, decode, sizeof decode, GCP_REFUSED, &reply), 0);
  // EXPLAIN: zeros against a descriptor whose version and group axis differ.
  uint8_t two[128] = {0};
  two[64 + 5] = 1;
  two[64 + 17] = 1;
  EXPECT_EQ(test, ask(test, GCP_EXPLAIN, two, sizeof two, GCP_ANSWERED, &reply), 4 + 11 + 14);
  EXPECT_TEXT(test, (const char*)reply.bytes + 8, 7, "version");
  EXPECT_TEXT(test, (const char*)reply.bytes + 19, 10, "group_axis");
  // Unknown operations are unsupported.
  EXPECT_EQ(test, ask(test, 15, "", 0, GCP_UNSUPPORTED, &reply), 0);
  EXPECT_EQ(test, ask(test, 255, "x", 1, GCP_UNSUPPORTED, &reply), 0);
  // HELLO names every operation.
  EXPECT(test, ask(test, GCP_HELLO, "{}", 2, GCP_ANSWERED, &reply) != 0);
  reply.bytes[reply.size] = '\0';
  EXPECT(test,
         strstr((const char*)reply.bytes, "\"ops\":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14]") != NULL);
}

// A CHECK of a 32-element MXFP4 array with planes, as it stands in the protocol.
static size_t check_request(uint8_t* request) {
  enum { kDescriptor = 5, kRank = kDescriptor + 64, kLengths = kRank + 9, kFlags = kLengths + 32 };
  memset(request, 0, 256);
  request[0] = 2;
  grit_store32(request + 1, 64);
  bytes_from_hex(
      "4752543140010100432007480000000000002000000000000000000000000000"
      "01000000000000100100000000000010000000000000000083a154e49eee7023",
      request + kDescriptor, 64);
  request[kRank] = 1;
  grit_store64(request + kRank + 1, 32);
  grit_store64(request + kLengths, 16);
  grit_store64(request + kLengths + 8, 1);
  request[kFlags] = 1;
  grit_store32(request + kFlags + 1, 16);
  grit_store32(request + kFlags + 1 + 4 + 16, 1);
  return kFlags + 1 + 4 * 4 + 17;
}

static void checks(struct test* test) {
  struct stream reply;
  uint8_t request[256];
  size_t size = check_request(request);
  EXPECT_EQ(test, ask(test, GCP_CHECK, request, size, GCP_ANSWERED, &reply), 2);
  EXPECT_HEX(test, reply.bytes, 2, "00ff");
  request[5 + 5] = 9;  // version
  EXPECT_EQ(test, ask(test, GCP_CHECK, request, size, GCP_ANSWERED, &reply), 2);
  EXPECT_HEX(test, reply.bytes, 2, "02ff");
  // Planes that are not as long as the plane bytes: the caller's mistake, at every level.
  (void)check_request(request);
  request[0] = 0;
  request[78] = 17;
  EXPECT(test, ask(test, GCP_CHECK, request, size, GCP_INTERNAL_ERROR, &reply) != 0);
  // Every shorter payload, and a longer one, is unreadable and says why.
  (void)check_request(request);
  for (size_t shorter = 0; shorter < size; ++shorter) {
    EXPECT(test, ask(test, GCP_CHECK, request, shorter, GCP_INTERNAL_ERROR, &reply) != 0);
  }
  EXPECT(test, ask(test, GCP_CHECK, request, size + 1, GCP_INTERNAL_ERROR, &reply) != 0);
}

static void streams(struct test* test) {
  struct stream input = {{0}, 0};
  struct stream output;
  EXPECT_EQ(test, serve(&input, &output), 0);
  EXPECT_EQ(test, output.size, 0);
  // Three requests without a flush: all are answered, in order, at the end of input.
  for (uint32_t id = 7; id < 10; ++id) {
    put_frame(&input, 200, 0, id, "", 0);
  }
  EXPECT_EQ(test, serve(&input, &output), 0);
  EXPECT_EQ(test, output.size, 3 * kHeader);
  for (uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(test, grit_load32(output.bytes + i * kHeader + 8), 7 + i);
  }
  // What follows cannot be read as a request; what came before is still answered.
  static const char* const broken[] = {"GCP2\0\0\0\0\0\0\0\0\0\0\0\0",
                                       "GCP1\0\0\1\0\0\0\0\0\0\0\0\0",
                                       "GCP1\0\0\0\0\0\0\0\0\1\0\0\4"};
  for (unsigned i = 0; i < sizeof broken / sizeof broken[0]; ++i) {
    struct stream with_broken = input;
    put(&with_broken, broken[i], kHeader);
    EXPECT_EQ(test, serve(&with_broken, &output), GCP_EXIT_PROTOCOL_ERROR);
    EXPECT_EQ(test, output.size, 3 * kHeader);
  }
  input.size -= 1;  // the last request is cut short
  EXPECT_EQ(test, serve(&input, &output), GCP_EXIT_PROTOCOL_ERROR);
  EXPECT_EQ(test, output.size, 2 * kHeader);
}

// A request is answered while the adapter waits for the next one, even without a flush.
static void blocking_input(struct test* test) {
  int requests[2];
  int replies[2];
  EXPECT(test, pipe(requests) == 0 && pipe(replies) == 0);
  struct stream input = {{0}, 0};
  put_frame(&input, 200, 0, 1, "", 0);
  EXPECT_EQ(test, write(requests[1], input.bytes, input.size), kHeader);
  const pid_t child = fork();
  if (child == 0) {
    close(requests[1]);
    _exit(gcp_serve(requests[0], replies[1]));
  }
  uint8_t reply[kHeader];
  EXPECT_EQ(test, read(replies[0], reply, sizeof reply), kHeader);
  close(requests[0]);
  close(requests[1]);  // the end of input
  int status = -1;
  EXPECT_EQ(test, waitpid(child, &status, 0), child);
  EXPECT_EQ(test, status, 0);
  close(replies[0]);
  close(replies[1]);
}

void test_adapter(struct test* test) {
  operations(test);
  checks(test);
  streams(test);
  blocking_input(test);
}
