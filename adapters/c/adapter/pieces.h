// The pieces that payloads are made of: reading a request, writing a reply.
#ifndef GRIT_C_ADAPTER_PIECES_H_
#define GRIT_C_ADAPTER_PIECES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grit_c/plane.h"

#define GCP_MAX_PAYLOAD ((size_t)64 << 20)
#define GCP_MAX_RANK 255

// Reads a payload from front to back. After the first piece that does not fit, `error` says which
// one, and every further piece reads as empty or 0: a caller checks once, at the end.
struct gcp_reader {
  const uint8_t* at;
  const uint8_t* end;
  const char* error;  // null while everything fits
};

uint8_t gcp_read_u8(struct gcp_reader* reader, const char* what);
uint16_t gcp_read_u16(struct gcp_reader* reader, const char* what);
uint32_t gcp_read_u32(struct gcp_reader* reader, const char* what);
uint64_t gcp_read_u64(struct gcp_reader* reader, const char* what);
int64_t gcp_read_i64(struct gcp_reader* reader, const char* what);

// `size` bytes, which stay in the payload; null where they are not there.
const uint8_t* gcp_read_bytes(struct gcp_reader* reader, size_t size, const char* what);

// u32 length and as many bytes; a text is read the same way.
struct grit_bytes gcp_read_blob(struct gcp_reader* reader, const char* what);

// u8 rank and as many i64, stored in extents[].
struct grit_shape gcp_read_shape(struct gcp_reader* reader, int64_t extents[GCP_MAX_RANK]);

void gcp_read_planes(struct gcp_reader* reader, struct grit_bytes planes[GRIT_PLANE_COUNT]);

// u32 count and as many u32, each 4 bytes little-endian, which stay in the payload: size is 4 times
// the count.
struct grit_bytes gcp_read_words(struct gcp_reader* reader);

// Whether everything fitted and nothing is left over; otherwise `error` is set.
bool gcp_read_end(struct gcp_reader* reader);

// Bytes on their way out. Grows and never shrinks, so that frames need no allocation of their own.
struct gcp_writer {
  uint8_t* data;
  size_t size;
  size_t capacity;
  const char* error;   // null while everything was stored
  const char* reason;  // why the request is refused; null where the protocol wants no name
};

// Room for `size` more bytes, uninitialised; they count as written. Null and `error` set where
// there is no memory.
uint8_t* gcp_extend(struct gcp_writer* writer, size_t size);

void gcp_write_u8(struct gcp_writer* writer, uint8_t value);
void gcp_write_u32(struct gcp_writer* writer, uint32_t value);
void gcp_write_u64(struct gcp_writer* writer, uint64_t value);
void gcp_write_bytes(struct gcp_writer* writer, const void* bytes, size_t size);
void gcp_write_text(struct gcp_writer* writer, const char* text);
void gcp_write_shape(struct gcp_writer* writer, struct grit_shape shape);

// Four blobs at once, so that the planes do not move while they are pointed at; the bytes are the
// caller's to fill. False and `error` set where there is no memory or no payload is that long.
bool gcp_extend_planes(struct gcp_writer* writer, const uint64_t bytes[GRIT_PLANE_COUNT],
                       struct grit_buffer planes[GRIT_PLANE_COUNT]);

// `count` words from host order. `error` is set where there is no memory.
void gcp_write_words(struct gcp_writer* writer, const uint32_t* words, size_t count);

#endif  // GRIT_C_ADAPTER_PIECES_H_
