// The six registered grades and what supersedes what (spec §3).
#ifndef GRIT_C_REGISTRY_H_
#define GRIT_C_REGISTRY_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grit_c/descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif

enum grit_registered_grade {
  GRIT_GRADE_MXFP4,
  GRIT_GRADE_Q4KS,
  GRIT_GRADE_NVF4,
  GRIT_GRADE_I8S24,
  GRIT_GRADE_MXFP4_RNE,
  GRIT_GRADE_NVF4_RTZ,
  GRIT_GRADE_COUNT
};

struct grit_registration {
  const char* name;                   // "GRADE_MXFP4"
  const char* canonical;              // the canonical grade string
  struct grit_descriptor descriptor;  // the canonical descriptor; grade_id is in it
};

// Indexed by enum grit_registered_grade.
extern const struct grit_registration grit_registry[GRIT_GRADE_COUNT];

// The grade of that exact name. False, and *grade untouched, where there is none.
bool grit_registry_find(const char* name, size_t length, enum grit_registered_grade* grade);

// How far two grades must agree. The values travel in the protocol.
enum grit_scope { GRIT_SCOPE_DECODE = 0, GRIT_SCOPE_FULL = 1 };

// Whether a chain of supersedes edges of at least that scope, in either direction, joins a and b.
bool grit_equivalent(enum grit_registered_grade a, enum grit_registered_grade b,
                     enum grit_scope scope);

#ifdef __cplusplus
}
#endif

#endif  // GRIT_C_REGISTRY_H_
