// The adapter protocol GCP 1 in one file: frames, the pieces of payloads, and the loop.
//
// An adapter reads request frames on stdin and answers each on stdout. It fills in a table of
// operations and calls gcp_serve; everything else is here. Include this file in one source file.
#ifndef GCP_H_
#define GCP_H_

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GCP_MAX_PAYLOAD ((uint32_t)64 << 20)

enum { GCP_HEADER_BYTES = 16, GCP_FLAG_FLUSH = 1, GCP_PLANES = 4, GCP_MAX_RANK = 255 };

enum gcp_outcome {
  GCP_ANSWERED = 0,
  GCP_REFUSED = 1,      // the specification says that this input has no answer
  GCP_UNSUPPORTED = 2,  // the operation is not known
  GCP_INTERNAL_ERROR = 3
};

// Bytes -------------------------------------------------------------------------------------------

// Borrowed from the request: valid until the operation returns. `data` is null only with size 0.
struct gcp_bytes {
  const uint8_t* data;
  size_t size;
};

static inline uint64_t gcp_load(const uint8_t* from, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i-- > 0;) {
    value = value << 8 | from[i];
  }
  return value;
}

static inline void gcp_store(uint8_t* to, uint64_t value, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    to[i] = (uint8_t)(value >> 8 * i);
  }
}

// Reading a request -------------------------------------------------------------------------------

// Takes pieces off the front of a payload. From the first piece that is not there, `error` is set
// and every further piece reads as 0 or empty: read all pieces, then ask gcp_read_end once.
struct gcp_reader {
  const uint8_t* at;
  const uint8_t* end;
  const char* error;   // null while every piece was there; an operation may set it, too
  const char* reason;  // null, or the name of the reason of a refusal, where the operation has such
};

// `size` bytes inside the payload; null where they are not there.
static inline const uint8_t* gcp_read_bytes(struct gcp_reader* reader, size_t size) {
  if (reader->error != NULL || (size_t)(reader->end - reader->at) < size) {
    reader->error = reader->error != NULL ? reader->error : "the payload ends early";
    return NULL;
  }
  const uint8_t* bytes = reader->at;
  reader->at += size;
  return bytes;
}

static inline uint64_t gcp_read_integer(struct gcp_reader* reader, size_t size) {
  const uint8_t* bytes = gcp_read_bytes(reader, size);
  return bytes != NULL ? gcp_load(bytes, size) : 0;
}

static inline uint8_t gcp_read_u8(struct gcp_reader* reader) {
  return (uint8_t)gcp_read_integer(reader, 1);
}
static inline uint16_t gcp_read_u16(struct gcp_reader* reader) {
  return (uint16_t)gcp_read_integer(reader, 2);
}
static inline uint32_t gcp_read_u32(struct gcp_reader* reader) {
  return (uint32_t)gcp_read_integer(reader, 4);
}
static inline uint64_t gcp_read_u64(struct gcp_reader* reader) {
  return gcp_read_integer(reader, 8);
}
static inline int16_t gcp_read_i16(struct gcp_reader* reader) {
  const uint16_t bits = gcp_read_u16(reader);
  int16_t value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static inline int64_t gcp_read_i64(struct gcp_reader* reader) {
  const uint64_t bits = gcp_read_u64(reader);
  int64_t value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// u32 length, then the bytes. A text is read the same way: UTF-8, not terminated.
static inline struct gcp_bytes gcp_read_blob(struct gcp_reader* reader) {
  const size_t size = gcp_read_u32(reader);
  const uint8_t* data = gcp_read_bytes(reader, size);
  return (struct gcp_bytes){data, data != NULL ? size : 0};
}

// u8 rank, then the extents; returns the rank.
static inline size_t gcp_read_shape(struct gcp_reader* reader, int64_t extents[GCP_MAX_RANK]) {
  const size_t rank = gcp_read_u8(reader);
  for (size_t i = 0; i < rank; ++i) {
    extents[i] = gcp_read_i64(reader);
  }
  return rank;
}

static inline void gcp_read_planes(struct gcp_reader* reader, struct gcp_bytes planes[GCP_PLANES]) {
  for (size_t i = 0; i < GCP_PLANES; ++i) {
    planes[i] = gcp_read_blob(reader);
  }
}

// u32 count, then the words, 4 bytes each, which stay in the payload: `size` is 4 times the count,
// gcp_word reads one.
static inline struct gcp_bytes gcp_read_words(struct gcp_reader* reader) {
  const uint64_t size = (uint64_t)4 * gcp_read_u32(reader);
  const uint8_t* data = gcp_read_bytes(reader, size <= GCP_MAX_PAYLOAD ? (size_t)size : SIZE_MAX);
  return (struct gcp_bytes){data, data != NULL ? (size_t)size : 0};
}

static inline uint32_t gcp_word(struct gcp_bytes words, size_t index) {
  return (uint32_t)gcp_load(words.data + 4 * index, 4);
}

// Whether every piece was there and nothing is left over. An operation that hears false returns
// GCP_INTERNAL_ERROR; the text is in `error`.
static inline bool gcp_read_end(struct gcp_reader* reader) {
  if (reader->error == NULL && reader->at != reader->end) {
    reader->error = "the payload goes on behind its last piece";
  }
  return reader->error == NULL;
}

// Writing a reply ---------------------------------------------------------------------------------

struct gcp_writer {
  uint8_t* data;
  size_t size;
  size_t capacity;
  bool failed;  // out of memory; what was written since is lost
};

// Room for `size` more bytes, which count as written; null where there is no memory.
static inline uint8_t* gcp_extend(struct gcp_writer* writer, size_t size) {
  if (writer->failed || size > SIZE_MAX / 2 - writer->size) {
    writer->failed = true;
    return NULL;
  }
  if (writer->capacity - writer->size < size) {
    const size_t capacity = 2 * (writer->size + size);
    uint8_t* data = realloc(writer->data, capacity);
    if (data == NULL) {
      writer->failed = true;
      return NULL;
    }
    writer->data = data;
    writer->capacity = capacity;
  }
  uint8_t* room = writer->data + writer->size;
  writer->size += size;
  return room;
}

static inline void gcp_write_bytes(struct gcp_writer* writer, const void* bytes, size_t size) {
  uint8_t* room = gcp_extend(writer, size);
  if (room != NULL && size > 0) {
    memcpy(room, bytes, size);
  }
}

static inline void gcp_write_integer(struct gcp_writer* writer, uint64_t value, size_t size) {
  uint8_t* room = gcp_extend(writer, size);
  if (room != NULL) {
    gcp_store(room, value, size);
  }
}

static inline void gcp_write_u8(struct gcp_writer* writer, uint8_t value) {
  gcp_write_integer(writer, value, 1);
}
static inline void gcp_write_u16(struct gcp_writer* writer, uint16_t value) {
  gcp_write_integer(writer, value, 2);
}
static inline void gcp_write_u32(struct gcp_writer* writer, uint32_t value) {
  gcp_write_integer(writer, value, 4);
}
static inline void gcp_write_u64(struct gcp_writer* writer, uint64_t value) {
  gcp_write_integer(writer, value, 8);
}
static inline void gcp_write_i64(struct gcp_writer* writer, int64_t value) {
  gcp_write_integer(writer, (uint64_t)value, 8);
}

static inline void gcp_write_blob(struct gcp_writer* writer, const void* bytes, size_t size) {
  gcp_write_u32(writer, (uint32_t)size);
  gcp_write_bytes(writer, bytes, size);
}

static inline void gcp_write_text(struct gcp_writer* writer, const char* text) {
  gcp_write_blob(writer, text, strlen(text));
}

static inline void gcp_write_shape(struct gcp_writer* writer, const int64_t* extents, size_t rank) {
  gcp_write_u8(writer, (uint8_t)rank);
  for (size_t i = 0; i < rank; ++i) {
    gcp_write_i64(writer, extents[i]);
  }
}

static inline void gcp_write_planes(struct gcp_writer* writer,
                                    const struct gcp_bytes planes[GCP_PLANES]) {
  for (size_t i = 0; i < GCP_PLANES; ++i) {
    gcp_write_blob(writer, planes[i].data, planes[i].size);
  }
}

static inline void gcp_write_words(struct gcp_writer* writer, const uint32_t* words, size_t count) {
  gcp_write_u32(writer, (uint32_t)count);
  for (size_t i = 0; i < count; ++i) {
    gcp_write_u32(writer, words[i]);
  }
}

// Serving -----------------------------------------------------------------------------------------

// Reads a request and appends the reply's payload, which counts only with GCP_ANSWERED: any other
// outcome drops what was written. `error` in the request makes it an internal error.
typedef enum gcp_outcome (*gcp_operation)(struct gcp_reader* request, struct gcp_writer* reply);

struct gcp_op {
  uint8_t number;
  gcp_operation answer;  // null: not offered
};

// What HELLO says; the texts are ASCII without quotes and backslashes.
struct gcp_adapter {
  const char* name;
  const char* version;
  const char* language;
  const struct gcp_op* ops;
  size_t op_count;
};

static inline void gcp_write_hello(struct gcp_writer* reply, const struct gcp_adapter* adapter) {
  const char* const members[] = {"{\"protocol\":1,\"spec\":1,\"name\":\"",
                                 adapter->name,
                                 "\",\"version\":\"",
                                 adapter->version,
                                 "\",\"language\":\"",
                                 adapter->language,
                                 "\",\"ops\":["};
  for (size_t i = 0; i < sizeof members / sizeof members[0]; ++i) {
    gcp_write_bytes(reply, members[i], strlen(members[i]));
  }
  const char* separator = "";
  for (size_t i = 0; i < adapter->op_count; ++i) {
    if (adapter->ops[i].answer != NULL) {
      char number[8];
      const int length = snprintf(number, sizeof number, "%s%u", separator, adapter->ops[i].number);
      gcp_write_bytes(reply, number, (size_t)length);
      separator = ",";
    }
  }
  gcp_write_bytes(reply, "]}", 2);
}

static inline enum gcp_outcome gcp_answer(const struct gcp_adapter* adapter, uint8_t op,
                                          struct gcp_reader* request, struct gcp_writer* reply) {
  if (op == 0) {
    gcp_write_hello(reply, adapter);
    return GCP_ANSWERED;
  }
  for (size_t i = 0; i < adapter->op_count; ++i) {
    if (adapter->ops[i].number == op && adapter->ops[i].answer != NULL) {
      return adapter->ops[i].answer(request, reply);
    }
  }
  return GCP_UNSUPPORTED;
}

// Appends the frame that answers one request; false where there is no memory.
static inline bool gcp_append_reply(const struct gcp_adapter* adapter, const uint8_t* header,
                                    struct gcp_bytes payload, struct gcp_writer* replies) {
  const size_t start = replies->size;
  struct gcp_reader request = {payload.data, payload.data + payload.size, NULL, NULL};
  (void)gcp_extend(replies, GCP_HEADER_BYTES);
  enum gcp_outcome outcome = gcp_answer(adapter, header[4], &request, replies);
  const char* error = request.error;
  if (replies->failed) {
    error = "out of memory";
  } else if (replies->size - start - GCP_HEADER_BYTES > GCP_MAX_PAYLOAD) {
    error = "the reply is longer than 64 MiB";
  } else if (outcome == GCP_INTERNAL_ERROR && error == NULL) {
    error = "internal error";
  }
  if (error != NULL) {
    outcome = GCP_INTERNAL_ERROR;
  }
  if (outcome != GCP_ANSWERED) {
    const char* text = outcome == GCP_REFUSED ? request.reason : error;
    replies->size = start;
    replies->failed = false;
    (void)gcp_extend(replies, GCP_HEADER_BYTES);
    gcp_write_bytes(replies, text, text != NULL ? strlen(text) : 0);
    if (replies->failed) {
      return false;
    }
  }
  uint8_t* frame = replies->data + start;
  memcpy(frame, header, GCP_HEADER_BYTES);  // magic, op, 0 and id are echoed
  frame[5] = (uint8_t)outcome;
  gcp_store(frame + 12, replies->size - start - GCP_HEADER_BYTES, 4);
  return true;
}

// Reads exactly `size` bytes. 1: read, 0: the input ended before the first byte, -1: it ended later
// or cannot be read.
static inline int gcp_read_exactly(int input, uint8_t* to, size_t size) {
  size_t filled = 0;
  while (filled < size) {
    const ssize_t count = read(input, to + filled, size - filled);
    if (count == 0) {
      return filled == 0 ? 0 : -1;
    }
    if (count < 0 && errno != EINTR) {
      return -1;
    }
    filled += count > 0 ? (size_t)count : 0;
  }
  return 1;
}

static inline bool gcp_flush(int output, struct gcp_writer* replies) {
  size_t written = 0;
  while (written < replies->size) {
    const ssize_t count = write(output, replies->data + written, replies->size - written);
    if (count < 0 && errno != EINTR) {
      return false;
    }
    written += count > 0 ? (size_t)count : 0;
  }
  replies->size = 0;
  return true;
}

// Answers one request after the other. Null at the end of input, else what went wrong.
static inline const char* gcp_loop(const struct gcp_adapter* adapter, struct gcp_writer* payload,
                                   struct gcp_writer* replies) {
  enum { kReplyBytes = 1 << 18 };
  uint8_t header[GCP_HEADER_BYTES];
  for (;;) {
    const int got = gcp_read_exactly(STDIN_FILENO, header, sizeof header);
    if (got <= 0) {
      return got == 0 ? NULL : "the input ends inside a header";
    }
    const uint64_t size = gcp_load(header + 12, 4);
    if (memcmp(header, "GCP1", 4) != 0 || gcp_load(header + 6, 2) != 0 || size > GCP_MAX_PAYLOAD) {
      return "what came is no request";
    }
    payload->size = 0;
    uint8_t* bytes = gcp_extend(payload, (size_t)size + 1);  // never null, even without a payload
    if (bytes == NULL) {
      return "no memory for a request";
    }
    if (size > 0 && gcp_read_exactly(STDIN_FILENO, bytes, (size_t)size) != 1) {
      return "the input ends inside a payload";
    }
    if (!gcp_append_reply(adapter, header, (struct gcp_bytes){bytes, (size_t)size}, replies)) {
      return "no memory for a reply";
    }
    if (((header[5] & GCP_FLAG_FLUSH) != 0 || replies->size >= kReplyBytes) &&
        !gcp_flush(STDOUT_FILENO, replies)) {
      return "the output cannot be written";
    }
  }
}

// Serves stdin and stdout until the input ends; returns main's exit code.
static inline int gcp_serve(const struct gcp_adapter* adapter) {
  struct gcp_writer payload = {NULL, 0, 0, false};
  struct gcp_writer replies = {NULL, 0, 0, false};
  const char* problem = gcp_loop(adapter, &payload, &replies);
  const bool written = gcp_flush(STDOUT_FILENO, &replies);
  if (problem != NULL) {
    fprintf(stderr, "%s: %s\n", adapter->name, problem);
  }
  free(payload.data);
  free(replies.data);
  return problem == NULL && written ? 0 : 2;
}

#endif  // GCP_H_
