// The adapter as its runner sees it: frames in, frames out, exit codes. Payloads are laid out by
// hand from the protocol.
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "adapter/ops.h"
#include "adapter/serve.h"
#include "expect.h"
#include "grit_c/grade.h"
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
  EXPECT(test, strstr((const char*)reply.bytes,
                      "\"ops\":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,20,21,22,23,24,25]") != NULL);
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

static void put_u32(struct stream* s, uint32_t value) {
  uint8_t bytes[4];
  grit_store32(bytes, value);
  put(s, bytes, sizeof bytes);
}

static void put_u64(struct stream* s, uint64_t value) {
  uint8_t bytes[8];
  grit_store64(bytes, value);
  put(s, bytes, sizeof bytes);
}

static void put_blob(struct stream* s, const void* bytes, size_t size) {
  put_u32(s, (uint32_t)size);
  put(s, bytes, size);
}

static void put_text(struct stream* s, const char* text) { put_blob(s, text, strlen(text)); }

static void put_hex(struct stream* s, const char* hex) {
  const size_t size = strlen(hex) / 2;
  bytes_from_hex(hex, s->bytes + s->size, size);
  s->size += size;
}

static const char kByteGrade[] = "grit1(e=u8,k0=1,s0=u8,esr=ratiomaxabs)";

// What it demands, by spec §2.1.1: u8 twice, k0 1; ROW_MAJOR for data and scale.
static void put_byte_descriptor(struct stream* s, int group_axis) {
  struct grit_grade grade;
  put_hex(s, "4752543140010100e743e74300000000");
  put_u32(s, (uint32_t)group_axis | 1u << 16);
  put_hex(s, "000000000000000000000000");
  put_hex(s, "01000000000000100100000000000010");
  put_u64(s, 0);
  (void)grit_grade_parse(kByteGrade, sizeof kByteGrade - 1, &grade);
  put_u64(s, grit_grade_id(&grade));
}

// What requests 21 to 25 begin with: bytes 1 to 6 under scales of 1, shape [2, 3], group axis 1.
static void put_view(struct stream* s, const char* grade) {
  s->size = 0;
  put_byte_descriptor(s, 1);
  put_text(s, grade);
  put_hex(s, "0202000000000000000300000000000000");
  put_hex(s, "06000000010203040506");
  put_hex(s, "06000000010101010101");
  put_hex(s, "0000000000000000");
}

// The request is refused with that name, which stands alone (no length, no terminator).
static void expect_reason(struct test* test, uint8_t op, const struct stream* request,
                          const char* reason) {
  struct stream reply;
  (void)ask(test, op, request->bytes, request->size, GCP_REFUSED, &reply);
  EXPECT_TEXT(test, (const char*)reply.bytes, reply.size, reason);
}

// Every shorter payload of an answered request, and a longer one, is unreadable.
static void expect_exact(struct test* test, uint8_t op, const struct stream* request) {
  struct stream reply;
  for (size_t shorter = 0; shorter < request->size; ++shorter) {
    EXPECT(test, ask(test, op, request->bytes, shorter, GCP_INTERNAL_ERROR, &reply) != 0);
  }
  struct stream longer = *request;
  put(&longer, "", 1);
  EXPECT(test, ask(test, op, longer.bytes, longer.size, GCP_INTERNAL_ERROR, &reply) != 0);
}

static void views(struct test* test) {
  struct stream request;
  struct stream reply;
  struct stream expected = {{0}, 0};
#define EXPECT_REPLY(op)                                                              \
  do {                                                                                \
    EXPECT_EQ(test, ask(test, op, request.bytes, request.size, GCP_ANSWERED, &reply), \
              expected.size);                                                         \
    EXPECT(test, memcmp(reply.bytes, expected.bytes, expected.size) == 0);            \
    expected.size = 0;                                                                \
    expect_exact(test, op, &request);                                                 \
  } while (0)
  // DECODE_VIEW: 1 to 6.
  put_view(&request, kByteGrade);
  put_hex(&expected, "060000000000803f0000004000004040000080400000a0400000c040");
  EXPECT_REPLY(GCP_DECODE_VIEW);
  // SLICE, axis 1 from 1 to 3.
  put_hex(&request, "0101000000000000000300000000000000");
  put_hex(&expected, "0202000000000000000200000000000000");
  put_hex(&expected,
          "0400000002030506040000000101010100000000"
          "00000000");
  EXPECT_REPLY(GCP_SLICE);
  // TRANSPOSE, perm (1, 0), group axis 0: a relabelling.
  put_view(&request, kByteGrade);
  put_hex(&request, "010000");
  put_byte_descriptor(&expected, 0);
  put_hex(&expected, "0203000000000000000200000000000000");
  put_hex(&expected, "06000000010203040506060000000101010101010000000000000000");
  EXPECT_REPLY(GCP_TRANSPOSE);
  // RELAYOUT of role 0 to COL_MAJOR: 1 4 2 5 3 6.
  put_view(&request, kByteGrade);
  put_hex(&request, "000200000000000010");
  put_byte_descriptor(&expected, 1);
  expected.bytes[32] = 2;
  put_hex(&expected, "06000000010402050306060000000101010101010000000000000000");
  EXPECT_REPLY(GCP_RELAYOUT);
  // REQUANTIZE of GRADE_MXFP4, the example of spec §12.8.
  request.size = 0;
  put_hex(&request, "4752543140010100432007480000000000002000000000000000000000000000");
  put_hex(&request, "01000000000000100100000000000010000000000000000083a154e49eee7023");
  expected = request;
  put_text(&request, "grit1(e=e2m1,k0=32,s0=e8m0,esr=exp2floormaxabs)");
  put_hex(&request, "012000000000000000");
  put_hex(&request,
          "10000000111111111111111111111111111111110100000080"
          "0000000000000000");
  put_hex(&request, "0000");
  put_hex(&expected, "012000000000000000");
  put_hex(&expected,
          "1000000066666666666666666666666666666666010000007d"
          "0000000000000000");
  EXPECT_REPLY(GCP_REQUANTIZE);
#undef EXPECT_REPLY
}

// Reasons travel as the payload; operands that are no axis are refused, not unreadable.
static void reasons(struct test* test) {
  struct stream request;
  struct stream reply;
  put_view(&request, "grit1()");
  expect_reason(test, GCP_DECODE_VIEW, &request, "GradeUnknown");
  put_view(&request, "");
  expect_reason(test, GCP_DECODE_VIEW, &request, "GradeUnknown");
  put_view(&request, kByteGrade);
  request.bytes[47] = 0x20;
  expect_reason(test, GCP_DECODE_VIEW, &request, "PlacementUnknown");
  put_view(&request, kByteGrade);
  request.bytes[39] = 0x80;
  expect_reason(test, GCP_DECODE_VIEW, &request, "RelayoutUnsupported");
  put_view(&request, kByteGrade);
  request.bytes[16] = 9;
  expect_reason(test, GCP_DECODE_VIEW, &request, "SizeMismatch");
  put_view(&request, kByteGrade);
  put_hex(&request, "ff00000000000000000000000000000000");
  expect_reason(test, GCP_SLICE, &request, "SliceRange");
  put_view(&request, kByteGrade);
  put_hex(&request, "ffff00");
  expect_reason(test, GCP_TRANSPOSE, &request, "BadPermutation");
  put_view(&request, kByteGrade);
  put_hex(&request, "0001ff");
  expect_reason(test, GCP_TRANSPOSE, &request, "GroupAxisMoved");
  expect_reason(test, GCP_REQUANTIZE, &request, "GradeUnsupported");
  put_view(&request, kByteGrade);
  put_hex(&request, "020100000000000010");
  expect_reason(test, GCP_RELAYOUT, &request, "RelayoutUnsupported");
  request.bytes[request.size - 9] = 3;  // no role
  EXPECT(test,
         ask(test, GCP_RELAYOUT, request.bytes, request.size, GCP_INTERNAL_ERROR, &reply) != 0);
  // A refusal of the core tier has no payload, after one that has.
  EXPECT_EQ(test, ask(test, GCP_GRADE, "\0\0\0\0", 4, GCP_REFUSED, &reply), 0);
}

// CHECK_GRADE: CHECK, and one grade behind it.
static void check_grades(struct test* test) {
  struct stream reply;
  struct stream request = {{0}, 0};
  static const char* const grades[] = {kByteGrade, "grit1(e=u8,k0=01,s0=u8,esr=ratiomaxabs)", ""};
  for (unsigned i = 0; i < sizeof grades / sizeof grades[0]; ++i) {
    request.size = 0;
    put_hex(&request, "0240000000");
    put_byte_descriptor(&request, 0);
    put_hex(&request, "010100000000000000");
    put_hex(&request, "0100000000000000010000000000000000000000000000000000000000000000");
    put_hex(&request, "01010000000501000000010000000000000000");
    put_text(&request, grades[i]);
    EXPECT_EQ(test, ask(test, GCP_CHECK_GRADE, request.bytes, request.size, GCP_ANSWERED, &reply),
              2);
    EXPECT_HEX(test, reply.bytes, 2, i == 0 ? "00ff" : "02ff");
    expect_exact(test, GCP_CHECK_GRADE, &request);
  }
  request.bytes[78] = 2;  // data is not as long as that
  EXPECT(test,
         ask(test, GCP_CHECK_GRADE, request.bytes, request.size, GCP_INTERNAL_ERROR, &reply) != 0);
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
  views(test);
  reasons(test);
  check_grades(test);
  streams(test);
  blocking_input(test);
}
