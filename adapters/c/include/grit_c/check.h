// check: does a descriptor tell the truth about a shape and four planes? (spec §5, §11.1)
#ifndef GRIT_C_CHECK_H_
#define GRIT_C_CHECK_H_

#include <stddef.h>
#include <stdint.h>

#include "grit_c/grade.h"
#include "grit_c/plane.h"

#ifdef __cplusplus
extern "C" {
#endif

// The closed set of answers. The values travel in the protocol.
enum grit_status {
  GRIT_OK = 0,
  GRIT_SIZE_MISMATCH = 1,
  GRIT_GRADE_UNKNOWN = 2,
  GRIT_PLACEMENT_UNKNOWN = 3,
  GRIT_DIGEST_MISMATCH = 4
};

struct grit_check_result {
  enum grit_status status;
  enum grit_plane plane;  // the offending plane, or GRIT_PLANE_NONE
};

// Total: any bytes, shape and lengths have exactly one answer; nothing is allocated, and nothing is
// read beyond what is given. docs/TOTALITY.md says how far that is proved.
//
// level   0 looks at nothing, 1 at descriptor and lengths, 2 and above at the content too
// planes  null, or four pointers to plane_bytes[i] bytes each (null where that is not positive)
// digest  null, or the 16 bytes expected; compared only where planes are given
struct grit_check_result grit_check(struct grit_bytes descriptor, struct grit_shape shape,
                                    const int64_t plane_bytes[GRIT_PLANE_COUNT], unsigned level,
                                    const uint8_t* const* planes, const uint8_t* digest);

// grit_check with grades of the caller's own beside the registered ones (spec §11.1): `count`
// strings, of which only canonical ones that have a descriptor count. Where an id belongs to
// several, the registered grade decides, then the first of the list.
struct grit_check_result grit_check_grades(struct grit_bytes descriptor, struct grit_shape shape,
                                           const int64_t plane_bytes[GRIT_PLANE_COUNT],
                                           unsigned level, const uint8_t* const* planes,
                                           const uint8_t* digest,
                                           const struct grit_grade_string* grades, size_t count);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_CHECK_H_
