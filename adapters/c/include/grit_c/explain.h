// explain: in which fields do two descriptors differ? (spec §10)
#ifndef GRIT_C_EXPLAIN_H_
#define GRIT_C_EXPLAIN_H_

#include <stddef.h>
#include <stdint.h>

#include "grit_c/descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GRIT_FIELD_COUNT 23
#define GRIT_RENDERED_MAX 80

// One differing field. Formats are rendered as tokens, placements and flags by their names, all
// else as numbers.
struct grit_difference {
  const char* field;  // the field's name in spec §2
  char a[GRIT_RENDERED_MAX];
  char b[GRIT_RENDERED_MAX];
};

// Fills differences[] in descriptor order and returns how many there are; 0 for equal bytes.
size_t grit_explain(const uint8_t a[GRIT_DESCRIPTOR_BYTES], const uint8_t b[GRIT_DESCRIPTOR_BYTES],
                    struct grit_difference differences[GRIT_FIELD_COUNT]);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_EXPLAIN_H_
