#include "pieces.h"

#include <stdlib.h>
#include <string.h>

#include "src/bytes.h"

const uint8_t* gcp_read_bytes(struct gcp_reader* reader, size_t size, const char* what) {
  if (reader->error != NULL || (size_t)(reader->end - reader->at) < size) {
    reader->error = reader->error != NULL ? reader->error : what;
    return NULL;
  }
  const uint8_t* bytes = reader->at;
  reader->at += size;
  return bytes;
}

uint8_t gcp_read_u8(struct gcp_reader* reader, const char* what) {
  const uint8_t* bytes = gcp_read_bytes(reader, 1, what);
  return bytes != NULL ? bytes[0] : 0;
}

uint16_t gcp_read_u16(struct gcp_reader* reader, const char* what) {
  const uint8_t* bytes = gcp_read_bytes(reader, 2, what);
  return bytes != NULL ? grit_load16(bytes) : 0;
}

uint32_t gcp_read_u32(struct gcp_reader* reader, const char* what) {
  const uint8_t* bytes = gcp_read_bytes(reader, 4, what);
  return bytes != NULL ? grit_load32(bytes) : 0;
}

uint64_t gcp_read_u64(struct gcp_reader* reader, const char* what) {
  const uint8_t* bytes = gcp_read_bytes(reader, 8, what);
  return bytes != NULL ? grit_load64(bytes) : 0;
}

int64_t gcp_read_i64(struct gcp_reader* reader, const char* what) {
  const uint64_t value = gcp_read_u64(reader, what);
  int64_t result;
  memcpy(&result, &value, sizeof result);
  return result;
}

struct grit_bytes gcp_read_blob(struct gcp_reader* reader, const char* what) {
  const size_t size = gcp_read_u32(reader, what);
  const uint8_t* bytes = gcp_read_bytes(reader, size, what);
  return (struct grit_bytes){bytes, bytes != NULL ? size : 0};
}

struct grit_shape gcp_read_shape(struct gcp_reader* reader, int64_t extents[GCP_MAX_RANK]) {
  const size_t rank = gcp_read_u8(reader, "payload ends in the rank of a shape");
  for (size_t i = 0; i < rank; ++i) {
    extents[i] = gcp_read_i64(reader, "payload ends in the extents of a shape");
  }
  return (struct grit_shape){extents, rank};
}

void gcp_read_planes(struct gcp_reader* reader, struct grit_bytes planes[GRIT_PLANE_COUNT]) {
  for (size_t i = 0; i < GRIT_PLANE_COUNT; ++i) {
    planes[i] = gcp_read_blob(reader, "payload ends in the planes");
  }
}

struct grit_bytes gcp_read_words(struct gcp_reader* reader) {
  static const char what[] = "payload ends in the words";
  const uint64_t size = (uint64_t)gcp_read_u32(reader, what) * 4;
  // No payload has that many bytes; the cast is then exact on every machine.
  const bool fits = size <= GCP_MAX_PAYLOAD;
  const uint8_t* bytes = gcp_read_bytes(reader, fits ? (size_t)size : SIZE_MAX, what);
  return (struct grit_bytes){bytes, bytes != NULL ? (size_t)size : 0};
}

bool gcp_read_end(struct gcp_reader* reader) {
  if (reader->error == NULL && reader->at != reader->end) {
    reader->error = "payload has bytes behind its last piece";
  }
  return reader->error == NULL;
}

uint8_t* gcp_extend(struct gcp_writer* writer, size_t size) {
  if (writer->error != NULL) {
    return NULL;
  }
  if (writer->capacity - writer->size < size) {
    if (size > SIZE_MAX / 2 - writer->size) {
      writer->error = "out of memory";
      return NULL;
    }
    const size_t capacity = 2 * (writer->size + size);
    uint8_t* data = realloc(writer->data, capacity);
    if (data == NULL) {
      writer->error = "out of memory";
      return NULL;
    }
    writer->data = data;
    writer->capacity = capacity;
  }
  uint8_t* room = writer->data + writer->size;
  writer->size += size;
  return room;
}

void gcp_write_u8(struct gcp_writer* writer, uint8_t value) { gcp_write_bytes(writer, &value, 1); }

void gcp_write_u32(struct gcp_writer* writer, uint32_t value) {
  uint8_t* room = gcp_extend(writer, 4);
  if (room != NULL) {
    grit_store32(room, value);
  }
}

void gcp_write_u64(struct gcp_writer* writer, uint64_t value) {
  uint8_t* room = gcp_extend(writer, 8);
  if (room != NULL) {
    grit_store64(room, value);
  }
}

void gcp_write_bytes(struct gcp_writer* writer, const void* bytes, size_t size) {
  uint8_t* room = gcp_extend(writer, size);
  if (room != NULL && size != 0) {
    memcpy(room, bytes, size);
  }
}

void gcp_write_text(struct gcp_writer* writer, const char* text) {
  const size_t length = strlen(text);
  gcp_write_u32(writer, (uint32_t)length);
  gcp_write_bytes(writer, text, length);
}

void gcp_write_shape(struct gcp_writer* writer, struct grit_shape shape) {
  gcp_write_u8(writer, (uint8_t)shape.rank);
  for (size_t i = 0; i < shape.rank; ++i) {
    gcp_write_u64(writer, (uint64_t)shape.extent[i]);
  }
}

bool gcp_extend_planes(struct gcp_writer* writer, const uint64_t bytes[GRIT_PLANE_COUNT],
                       struct grit_buffer planes[GRIT_PLANE_COUNT]) {
  uint64_t total = 0;
  for (size_t i = 0; i < GRIT_PLANE_COUNT; ++i) {
    if (bytes[i] > GCP_MAX_PAYLOAD - total) {
      writer->error = "reply exceeds the payload limit of 64 MiB";
      return false;
    }
    total += bytes[i];
  }
  uint8_t* room = gcp_extend(writer, (size_t)total + GRIT_PLANE_COUNT * 4);
  if (room == NULL) {
    return false;
  }
  for (size_t i = 0; i < GRIT_PLANE_COUNT; ++i) {
    grit_store32(room, (uint32_t)bytes[i]);
    planes[i] = (struct grit_buffer){room + 4, (size_t)bytes[i]};
    room += 4 + bytes[i];
  }
  return true;
}

void gcp_write_words(struct gcp_writer* writer, const uint32_t* words, size_t count) {
  gcp_write_u32(writer, (uint32_t)count);
  uint8_t* room = gcp_extend(writer, 4 * count);
  for (size_t i = 0; room != NULL && i < count; ++i) {
    grit_store32(room + 4 * i, words[i]);
  }
}
