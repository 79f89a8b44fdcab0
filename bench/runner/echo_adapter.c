// echo-adapter: speaks the frames of the adapter protocol and answers every request with the same
// two bytes, "Ok, no plane", without looking at it. What a runner reaches with it is the runner's
// own.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
  kHeaderBytes = 16,
  kFlagFlush = 1,
  kMaxPayload = 64 << 20,
  kReadBytes = 1 << 18,
  kReplyBytes = kHeaderBytes + 2,
  // One reply more always fits, that to HELLO included.
  kFlushBytes = 1 << 16,
  kRoomForReplies = kFlushBytes + 256,
};

static const char kHello[] =
    "{\"name\":\"echo\",\"version\":\"1\",\"language\":\"C11\",\"protocol\":1,\"spec\":1,"
    "\"ops\":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,20,21,22,23,24,25]}";

static uint32_t load32(const uint8_t* bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
}

static int flush(uint8_t* replies, size_t* size) {
  size_t written = 0;
  while (written < *size) {
    const ssize_t count = write(STDOUT_FILENO, replies + written, *size - written);
    if (count < 0 && errno != EINTR) return 0;
    written += count > 0 ? (size_t)count : 0;
  }
  *size = 0;
  return 1;
}

// Appends the reply to the request with this header.
static void reply(const uint8_t* header, uint8_t* replies, size_t* size) {
  const int is_hello = header[4] == 0;
  const uint8_t length = is_hello ? sizeof kHello - 1 : 2;
  uint8_t* frame = replies + *size;
  memcpy(frame, header, kHeaderBytes);  // magic, op and id are echoed
  frame[5] = 0;
  memset(frame + 12, 0, 4);
  frame[12] = length;
  if (is_hello) {
    memcpy(frame + kHeaderBytes, kHello, length);
  } else {
    frame[kHeaderBytes] = 0;
    frame[kHeaderBytes + 1] = 0xff;
  }
  *size += kHeaderBytes + (size_t)length;
}

int main(void) {
  // A payload is skipped and never kept, so a read and a header are all that has to fit.
  static uint8_t input[kReadBytes + kHeaderBytes];
  static uint8_t replies[kRoomForReplies];
  size_t have = 0;  // bytes of `input`
  size_t skip = 0;  // payload bytes that are still to come
  size_t size = 0;  // bytes of `replies`
  int flush_after_payload = 0;
  for (;;) {
    const ssize_t count = read(STDIN_FILENO, input + have, kReadBytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    have += (size_t)count;
    size_t at = 0;
    for (;;) {
      const size_t skipped = skip < have - at ? skip : have - at;
      at += skipped;
      skip -= skipped;
      if (skip != 0) break;
      if (flush_after_payload || size >= kFlushBytes) {
        if (!flush(replies, &size)) return 1;
        flush_after_payload = 0;
      }
      if (have - at < kHeaderBytes) break;
      const uint8_t* const header = input + at;
      if (memcmp(header, "GCP1", 4) != 0 || load32(header + 12) > kMaxPayload) {
        fputs("echo-adapter: not a request\n", stderr);
        return 2;
      }
      reply(header, replies, &size);
      flush_after_payload = (header[5] & kFlagFlush) != 0;
      skip = load32(header + 12);
      at += kHeaderBytes;
    }
    have -= at;
    memmove(input, input + at, have);
  }
  if (!flush(replies, &size)) return 1;
  return skip == 0 && have == 0 ? 0 : 2;
}
