#include "serve.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ops.h"
#include "src/bytes.h"

static const uint8_t kMagic[4] = {'G', 'C', 'P', '1'};

enum { kHeaderBytes = 16, kFlagFlush = 1, kReadBytes = 1 << 16, kFlushBytes = 1 << 20 };

// Bytes that were read and not yet answered.
struct input {
  int descriptor;
  uint8_t* data;
  size_t begin;
  size_t end;
  size_t capacity;
};

struct header {
  uint8_t op;
  uint8_t flags;
  uint32_t id;
  uint32_t length;
};

static bool flush(int output, struct gcp_writer* replies) {
  size_t written = 0;
  while (written < replies->size) {
    const ssize_t count = write(output, replies->data + written, replies->size - written);
    if (count < 0 && errno != EINTR) {
      perror("grit-c-adapter: write");
      return false;
    }
    written += count > 0 ? (size_t)count : 0;
  }
  replies->size = 0;
  return true;
}

// Room for at least `needed` unanswered bytes, and for one read behind those that are there.
static bool make_room(struct input* in, size_t needed) {
  if (in->begin != 0) {
    memmove(in->data, in->data + in->begin, in->end - in->begin);
    in->end -= in->begin;
    in->begin = 0;
  }
  const size_t wanted = needed > in->end ? needed : in->end;
  if (in->capacity < wanted + kReadBytes) {
    const size_t capacity = wanted + kReadBytes;
    uint8_t* data = realloc(in->data, capacity);
    if (data == NULL) {
      fputs("grit-c-adapter: out of memory for a request\n", stderr);
      return false;
    }
    in->data = data;
    in->capacity = capacity;
  }
  return true;
}

enum fill { kFilled, kEnded, kFailed };

// Reads until `needed` unanswered bytes are there. Any read may block, so replies go out before it.
static enum fill fill(struct input* in, size_t needed, int output, struct gcp_writer* replies) {
  if (in->end - in->begin >= needed) {
    return kFilled;
  }
  if (!make_room(in, needed) || !flush(output, replies)) {
    return kFailed;
  }
  while (in->end - in->begin < needed) {
    const ssize_t count = read(in->descriptor, in->data + in->end, in->capacity - in->end);
    if (count == 0) {
      return kEnded;
    }
    if (count < 0 && errno != EINTR) {
      perror("grit-c-adapter: read");
      return kFailed;
    }
    in->end += count > 0 ? (size_t)count : 0;
  }
  return kFilled;
}

// Reads a header; a complaint where it is none.
static bool read_header(const uint8_t* bytes, struct header* header) {
  if (memcmp(bytes, kMagic, sizeof kMagic) != 0) {
    fputs("grit-c-adapter: request does not begin with GCP1\n", stderr);
    return false;
  }
  *header = (struct header){bytes[4], bytes[5], grit_load32(bytes + 8), grit_load32(bytes + 12)};
  if (grit_load16(bytes + 6) != 0) {
    fprintf(stderr, "grit-c-adapter: request %lu: bytes 6 and 7 of the header are not 0\n",
            (unsigned long)header->id);
    return false;
  }
  if (header->length > GCP_MAX_PAYLOAD) {
    fprintf(stderr, "grit-c-adapter: request %lu: a payload of %lu bytes exceeds 64 MiB\n",
            (unsigned long)header->id, (unsigned long)header->length);
    return false;
  }
  return true;
}

// Appends the frame that answers one request. False where there is no memory for an error, either.
static bool append_reply(const struct header* header, const uint8_t* payload,
                         struct gcp_scratch* scratch, struct gcp_writer* replies) {
  const size_t start = replies->size;
  enum gcp_outcome outcome = GCP_INTERNAL_ERROR;
  if (gcp_extend(replies, kHeaderBytes) != NULL) {
    outcome = gcp_reply(header->op, (struct grit_bytes){payload, header->length}, scratch, replies);
  }
  if (replies->error != NULL) {
    fputs("grit-c-adapter: out of memory for a reply\n", stderr);
    return false;
  }
  uint8_t* frame = replies->data + start;
  memcpy(frame, kMagic, sizeof kMagic);
  frame[4] = header->op;
  frame[5] = (uint8_t)outcome;
  grit_store16(frame + 6, 0);
  grit_store32(frame + 8, header->id);
  grit_store32(frame + 12, (uint32_t)(replies->size - start - kHeaderBytes));
  return true;
}

static int serve(struct input* in, int output, struct gcp_scratch* scratch,
                 struct gcp_writer* replies) {
  for (;;) {
    struct header header = {0, 0, 0, 0};
    enum fill filled = fill(in, kHeaderBytes, output, replies);
    if (filled == kEnded && in->begin == in->end) {
      return GCP_EXIT_END_OF_INPUT;
    }
    if (filled == kFilled) {
      if (!read_header(in->data + in->begin, &header)) {
        return GCP_EXIT_PROTOCOL_ERROR;
      }
      filled = fill(in, kHeaderBytes + (size_t)header.length, output, replies);
    }
    if (filled == kEnded) {
      fputs("grit-c-adapter: input ends within a request\n", stderr);
      return GCP_EXIT_PROTOCOL_ERROR;
    }
    if (filled == kFailed ||
        !append_reply(&header, in->data + in->begin + kHeaderBytes, scratch, replies)) {
      return GCP_EXIT_SYSTEM_ERROR;
    }
    in->begin += kHeaderBytes + (size_t)header.length;
    if (((header.flags & kFlagFlush) != 0 || replies->size >= kFlushBytes) &&
        !flush(output, replies)) {
      return GCP_EXIT_SYSTEM_ERROR;
    }
  }
}

int gcp_serve(int input, int output) {
  struct input in = {input, NULL, 0, 0, 0};
  struct gcp_scratch scratch = {NULL, 0};
  struct gcp_writer replies = {NULL, 0, 0, NULL, NULL};
  int code = serve(&in, output, &scratch, &replies);
  if (code == GCP_EXIT_PROTOCOL_ERROR && !flush(output, &replies)) {
    code = GCP_EXIT_SYSTEM_ERROR;
  }
  free(in.data);
  free(scratch.words);
  free(replies.data);
  return code;
}
