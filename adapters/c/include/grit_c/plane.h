// Planes and shapes: the two things every operation of the library is told about an array.
//
// An array is a 64-byte descriptor, a shape, and four planes of bytes. The library owns none of
// them and keeps no pointer after a call returns.
#ifndef GRIT_C_PLANE_H_
#define GRIT_C_PLANE_H_

#include <stddef.h>
#include <stdint.h>

// The four planes in their fixed order (spec §2, §6). The values travel in the protocol.
enum grit_plane {
  GRIT_PLANE_DATA = 0,
  GRIT_PLANE_SCALE0 = 1,
  GRIT_PLANE_SCALE1 = 2,
  GRIT_PLANE_AUX = 3,
  GRIT_PLANE_COUNT = 4,
  GRIT_PLANE_NONE = 255
};

// Bytes that the library reads. `data` may be null where `size` is 0.
struct grit_bytes {
  const uint8_t* data;
  size_t size;
};

// Bytes that the library writes. `data` may be null where `size` is 0.
struct grit_buffer {
  uint8_t* data;
  size_t size;
};

// Extents, outermost first. Any value is legal input; `extent` may be null where `rank` is 0.
struct grit_shape {
  const int64_t* extent;
  size_t rank;
};

#endif  // GRIT_C_PLANE_H_
